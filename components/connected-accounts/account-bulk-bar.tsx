/** Actions for many accounts at once. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { BulkBar } from "@/components/parts/lists/bulk-bar";
import type { BulkAction, Piece } from "@/components/parts/lists/bulk-window";
import type { Selection } from "@/components/parts/lists/use-selection";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { revocationApi } from "@/generated/addresses/connected-accounts/revocation";
import { call, type SentTo } from "@/lib/contract/client";
import { accountName } from "./account-name";
import type { AccountRow } from "./account-status";

const { deleteConnectedAccount, listConnectedAccounts, updateConnectedAccountStatus } = connectedAccountsApi;

type Filter = SentTo<typeof revocationApi.changeAccounts>["body"]["filter"];

const changeAll =
  (action: "disable" | "delete", filter: Filter) =>
  (after: string | undefined): Promise<Piece> =>
    call(revocationApi.changeAccounts, { body: { action, filter, after } });

const toActions = (filter: Filter): readonly BulkAction[] => [
  {
    verb: "Disable",
    done: "Disabled",
    consequence: "Tools reject these accounts until you enable them again. Their credentials are kept.",
    variant: "danger",
    run: (nanoid) => call(updateConnectedAccountStatus, { params: { nanoid }, body: { enabled: false } }),
    runPiece: changeAll("disable", filter),
  },
  {
    verb: "Delete",
    done: "Deleted",
    consequence:
      "Their credentials are erased and tools can no longer use them. This cannot be undone; users will have to connect again.",
    variant: "danger",
    erases: true,
    run: (nanoid) => call(deleteConnectedAccount, { params: { nanoid }, query: {} }),
    runPiece: changeAll("delete", filter),
  },
];

type AccountBulkBarProps = { selection: Selection<AccountRow>; matching: number; filter: Filter };

export function AccountBulkBar({ selection, matching, filter }: AccountBulkBarProps) {
  const client = useQueryClient();
  const rows = selection.chosen.map((account) => ({
    id: account.id,
    name: accountName(account),
    detail: account.toolkit.slug,
  }));
  return (
    <BulkBar
      actions={toActions(filter)}
      words={["account", "accounts"]}
      rows={rows}
      matching={matching}
      selection={selection}
      onDone={() => client.invalidateQueries({ queryKey: [listConnectedAccounts.id] })}
    />
  );
}
