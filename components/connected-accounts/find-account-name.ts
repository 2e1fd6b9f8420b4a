/** Finds the names of accounts by their IDs. Calls of one moment share a request. */
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { call } from "@/lib/contract/client";
import { accountName } from "./account-name";

/** The operation's largest page. */
const MOST = 100;

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

/** Null for an account that the caller's project does not have. */
export const findAccountName = async (id: string): Promise<string | null> => (await askWithOthers(id)).get(id) ?? null;
