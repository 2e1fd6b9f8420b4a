/** The names of accounts that a list knows by ID only. The rows of a list ask together, in one request. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { call } from "@/lib/contract/client";
import { accountName } from "./account-name";

/** The operation's largest page. */
const MOST = 100;
const KEPT_MS = 300_000;

type Names = ReadonlyMap<string, string>;
/** The IDs that the rows of this moment ask for, and their common response. */
let batch: { ids: Set<string>; names: Promise<Names> } | null = null;

async function listNames(ids: ReadonlySet<string>): Promise<Names> {
  // all rows of a list are rendered before the next task
  await new Promise((resolve) => setTimeout(resolve));
  batch = null;
  const { items } = await call(connectedAccountsApi.listConnectedAccounts, {
    query: { connected_account_ids: [...ids].join(","), limit: MOST },
  });
  return new Map(items.map((account) => [account.id, accountName(account)]));
}

function askWithOthers(id: string): Promise<Names> {
  if (batch && batch.ids.size < MOST) batch.ids.add(id);
  else {
    const ids = new Set([id]);
    batch = { ids, names: listNames(ids) };
  }
  return batch.names;
}

/** Undefined until it is known, for a deleted account, and for members who may not read accounts. */
export function useAccountName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["account-name", id],
    queryFn: async () => (id ? ((await askWithOthers(id)).get(id) ?? null) : null),
    enabled: Boolean(id),
    staleTime: KEPT_MS,
    retry: false,
  });
  return data ?? undefined;
}
