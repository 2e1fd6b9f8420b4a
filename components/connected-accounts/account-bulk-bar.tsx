/** Actions for many accounts at once. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { BulkBar } from "@/components/parts/lists/bulk-bar";
import type { BulkAction } from "@/components/parts/lists/bulk-window";
import type { Selection } from "@/components/parts/lists/use-selection";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { call } from "@/lib/contract/client";
import { accountName } from "./account-name";
import type { AccountRow } from "./account-status";

const { deleteConnectedAccount, listConnectedAccounts, updateConnectedAccountStatus } = connectedAccountsApi;

const ACTIONS: readonly BulkAction[] = [
  {
    verb: "Disable",
    done: "Disabled",
    consequence: "Tools reject these accounts until you enable them again. Their credentials are kept.",
    variant: "danger",
    run: (nanoid) => call(updateConnectedAccountStatus, { params: { nanoid }, body: { enabled: false } }),
  },
  {
    verb: "Delete",
    done: "Deleted",
    consequence:
      "Their credentials are erased and tools can no longer use them. This cannot be undone; users will have to connect again.",
    variant: "danger",
    run: (nanoid) => call(deleteConnectedAccount, { params: { nanoid }, query: {} }),
  },
];

export function AccountBulkBar({ selection, total }: { selection: Selection<AccountRow>; total: number }) {
  const client = useQueryClient();
  const rows = selection.chosen.map((account) => ({
    id: account.id,
    name: accountName(account),
    detail: account.toolkit.slug,
  }));
  return (
    <BulkBar
      actions={ACTIONS}
      words={["account", "accounts"]}
      rows={rows}
      total={total}
      selection={selection}
      onDone={() => client.invalidateQueries({ queryKey: [listConnectedAccounts.id] })}
    />
  );
}
