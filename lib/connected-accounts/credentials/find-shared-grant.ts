/**
 * Providers that end all that a person ever allowed an app when one token is revoked: which other account here would
 * end with it.
 */
import { db } from "@/lib/kernel/database/db";
import { openCurrentUser, type CurrentUser } from "../current-user";
import { findRevocationContexts, type RevocationContext } from "./find-revocation-contexts";
import type { Revocation } from "../oauth/revoke-at-provider";

/** Accounts of one user that are looked at. */
const MAX_ACCOUNTS = 500;

type Account = {
  id: string;
  projectId: string;
  authConfigId: string;
  toolkitSlug: string;
  userId: string;
  currentUser: string | null;
};

/** Whether two accounts are of different people at the provider. Whoever is not known may be the same person. */
function areOthers(a: CurrentUser | null, b: CurrentUser | null, sameToolkit: boolean): boolean {
  if (a?.email && b?.email) return a.email.toLowerCase() !== b.email.toLowerCase();
  return sameToolkit && a?.id !== undefined && b?.id !== undefined && a.id !== b.id;
}

const isSameApp = (a: RevocationContext, b: RevocationContext): boolean =>
  a.scheme?.oauth?.provider === b.scheme?.oauth?.provider && a.app.values.client_id === b.app.values.client_id;

/**
 * Another active account of the same user, app and person, which the provider would end with it.
 * @returns its id; undefined if the provider ends a single token, or if there is no such account
 */
export async function findSharedGrant(
  projectId: string,
  account: Account,
  context: RevocationContext,
): Promise<string | undefined> {
  if (context.scheme?.oauth?.revoke?.ends !== "person") return undefined;
  const others: Account[] = await db.connectedAccount.findMany({
    where: { projectId, userId: account.userId, status: "ACTIVE", id: { not: account.id } },
    orderBy: { createdAt: "desc" },
    take: MAX_ACCOUNTS,
    select: { id: true, projectId: true, authConfigId: true, toolkitSlug: true, userId: true, currentUser: true },
  });
  if (others.length === 0) return undefined;
  const contextOf = await findRevocationContexts(projectId, others);
  const person = openCurrentUser(projectId, account.id, account.currentUser);
  return others.find(
    (other) =>
      isSameApp(contextOf(other), context) &&
      !areOthers(
        person,
        openCurrentUser(projectId, other.id, other.currentUser),
        other.toolkitSlug === account.toolkitSlug,
      ),
  )?.id;
}

/** The outcome for an account whose tokens are only deleted here, as another account lives by the same grant. */
export const leftToProvider = (otherId: string): Revocation => ({
  done: true,
  tokens: ["credential"],
  message:
    "Its tokens were deleted here. They weren't revoked at the provider, because that would end everything this user allowed the app, " +
    `and the account ${otherId} still works with that.`,
});
