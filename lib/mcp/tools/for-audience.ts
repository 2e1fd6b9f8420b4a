/** The tools of a server for the holder of an address: a toolkit can be for one user of the project alone. */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findUsersAccounts } from "@/lib/connected-accounts/accounts/find-users-accounts";
import type { Audience } from "../addresses/audience";

/** An address of accounts acts for the users of these accounts. */
const actsFor = async (
  projectId: string,
  { userId, connectedAccountIds: accountIds }: Audience,
  user: string,
): Promise<boolean> =>
  userId === undefined
    ? (await findUsersAccounts(projectId, user, { accountIds, authConfigIds: [] })).length > 0
    : userId === user;

/** The tools without those of toolkits that are for another user. */
export async function forAudience(
  projectId: string,
  audience: Audience,
  tools: readonly CatalogTool[],
): Promise<CatalogTool[]> {
  const isTheirs = new Map<string | null, boolean>([[null, true]]);
  for (const { onlyUser } of tools)
    if (onlyUser !== null && !isTheirs.has(onlyUser))
      isTheirs.set(onlyUser, await actsFor(projectId, audience, onlyUser));
  return tools.filter(({ onlyUser }) => isTheirs.get(onlyUser));
}
