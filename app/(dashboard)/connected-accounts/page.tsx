/** What the users of the project have connected. */
import type { Metadata } from "next";
import { AccountTotal } from "@/components/connected-accounts/account-total";
import { Accounts } from "@/components/connected-accounts/accounts";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Connected accounts" };

export default function ConnectedAccountsPage() {
  return (
    <div className="mx-auto max-w-[1280px]">
      <PageHeader
        title="Connected accounts"
        total={<AccountTotal />}
        description="Accounts your users connected, and their status. Patchbay renews tokens automatically."
      >
        <ConnectAccount byAddress />
      </PageHeader>
      <Accounts />
    </div>
  );
}
