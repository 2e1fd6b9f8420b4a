/** The state of an account in one badge: a disabled account is shown before the provider's state. */
import { StatusBadge } from "@/components/parts/display/status-badge";
import type { ResultOf } from "@/lib/contract/client";
import type { connectedAccountsApi } from "@/generated/addresses/connected-accounts";

export type AccountRow = ResultOf<typeof connectedAccountsApi.listConnectedAccounts>["items"][number];

/** A disabled account shows "Disabled" whatever its status is. */
export const AccountStatusBadge = ({ account }: { account: Pick<AccountRow, "status" | "is_disabled"> }) => (
  <StatusBadge status={account.is_disabled ? "DISABLED" : account.status} />
);
