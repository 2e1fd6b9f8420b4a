/** The accounts that were connected with one auth config. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Cable } from "lucide-react";
import { useRouter } from "next/navigation";
import { ACCOUNT_COLUMNS, accountHref } from "@/components/connected-accounts/account-columns";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { DataTable, TableSkeleton } from "@/components/parts/lists/data-table";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { QueryView } from "@/components/parts/display/query-view";
import { Link } from "@/components/ui/link";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { pages } from "@/lib/contract/client";
import type { AuthConfig } from "./auth-config";

export function ConfigAccounts({ config }: { config: AuthConfig }) {
  const router = useRouter();
  const accounts = useInfiniteQuery(
    pages(connectedAccountsApi.listConnectedAccounts, {
      query: { auth_config_ids: config.id, ever_active: true, limit: 50 },
    }),
  );
  const empty = (
    <EmptyState
      Icon={Cable}
      title="Next step: connect an account"
      guide="connect-users/connect-popup"
      action={config.status === "ENABLED" ? <ConnectAccount authConfigId={config.id} variant="outline" /> : null}
    >
      The auth config is ready. Create a link for a user, or have your program request one with the ID above.
    </EmptyState>
  );
  return (
    <>
      <div className="overflow-hidden rounded-lg border">
        <QueryView
          query={accounts}
          what="its accounts"
          skeleton={<TableSkeleton columns={ACCOUNT_COLUMNS} rows={3} />}
          isEmpty={({ pages }) => pages[0]?.items.length === 0}
          empty={empty}
        >
          {({ pages }) => (
            <DataTable
              caption="Accounts of this auth config"
              columns={ACCOUNT_COLUMNS}
              rows={pages.flatMap(({ items }) => items)}
              rowKey={({ id }) => id}
              onOpen={({ id }) => router.push(accountHref(id))}
            />
          )}
        </QueryView>
      </div>
      {accounts.data && config.no_of_connections > 0 ? (
        <p className="mt-3 text-sm text-muted">
          <Link
            href={`/connected-accounts?config=${encodeURIComponent(config.id)}`}
            className="rounded-sm underline underline-offset-4 hover:text-ink"
          >
            Filter or edit these accounts
          </Link>
        </p>
      ) : null}
    </>
  );
}
