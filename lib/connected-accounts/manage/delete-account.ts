/** Deletes an account, or all of an auth config or a project, and on request revokes their access at the provider. */
import { db, type Db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";
import { requireAccount, type ConnectedAccount } from "../accounts/accounts";
import { lockAccount } from "../credentials/add-values";
import { findRevocationContexts } from "../credentials/find-revocation-contexts";
import { findSharedGrant } from "../credentials/find-shared-grant";
import { createRevocation, lockAccounts } from "../revocation/create-revocation";

/** Deletes accounts with their links, states and waiting sessions. */
async function forgetAccounts(tx: Db, projectId: string, accounts: ConnectedAccount[]): Promise<void> {
  const accountId = { in: accounts.map(({ id }) => id) };
  await tx.linkSession.deleteMany({ where: { projectId, accountId } });
  await tx.oauthState.deleteMany({ where: { projectId, accountId } });
  await tx.callbackSession.deleteMany({ where: { projectId, accountId } });
  await tx.connectedAccount.deleteMany({ where: { projectId, id: accountId } });
}

/**
 * What a job needs to revoke an account that is deleted; undefined if the provider would end another account with it.
 */
async function findContextToRevoke(projectId: string, id: string) {
  const account = await requireAccount(projectId, id);
  const contextOf = await findRevocationContexts(projectId, [account]);
  return (await findSharedGrant(projectId, account, contextOf(account))) ? undefined : contextOf;
}

/**
 * Deletes an account with its links, states and waiting sessions, and its secrets with it.
 * @param revoke whether a job revokes it at the provider, unless that would end another account of the same person; the
 *   job keeps the secrets, sealed, until it has ended
 * @returns the job's id
 * @throws ApiError NotFound
 */
export async function deleteAccount(projectId: string, id: string, revoke: boolean): Promise<string | undefined> {
  const contextOf = revoke ? await findContextToRevoke(projectId, id) : undefined;
  return db.$transaction(
    async (tx) => {
      const account = await lockAccount(tx, projectId, id);
      const forget = () => forgetAccounts(tx, projectId, [account]);
      if (contextOf)
        return createRevocation(
          tx,
          projectId,
          { scope: "account", target: id, deletes: true, contextOf },
          [[account]],
          forget,
        );
      await forget();
      return undefined;
    },
    { timeout: 30_000 },
  );
}

/**
 * Prepares the deletion of all accounts of an auth config: reads the data for the provider before the transaction
 * begins.
 * @param revoke whether a job revokes them at the provider; the job keeps the secrets, sealed, until it has ended
 * @returns a function that deletes the accounts in a transaction, and returns the job's id
 */
export async function prepareDeletionOfAll(
  projectId: string,
  authConfigId: string,
  revoke: boolean,
): Promise<(tx: Db) => Promise<string | undefined>> {
  const contextOf = revoke ? await findRevocationContexts(projectId, [{ authConfigId }]) : undefined;
  return async (tx) => {
    const pages = lockAccounts(tx, projectId, { authConfigId });
    const forget = (accounts: ConnectedAccount[]) => forgetAccounts(tx, projectId, accounts);
    if (contextOf)
      return createRevocation(
        tx,
        projectId,
        { scope: "auth_config", target: authConfigId, deletes: true, contextOf },
        pages,
        forget,
      );
    for await (const accounts of pages) await forget(accounts);
    return undefined;
  };
}

/**
 * Prepares the end of all accounts of a project, whose rows are deleted later: nobody can reach them any longer.
 * @param revoke whether a job revokes them at the providers; the accounts are then deleted at once, and the job keeps
 * their secrets, sealed, until it has ended
 * @returns a function that ends them in a transaction, and returns the job's id
 */
export async function prepareEndOfAccounts(
  projectId: string,
  revoke: boolean,
): Promise<(tx: Db) => Promise<string | undefined>> {
  const where = { status: { not: "REVOKED" } };
  const configs = revoke
    ? await db.connectedAccount.findMany({
        where: { ...where, projectId },
        select: { authConfigId: true },
        distinct: ["authConfigId"],
      })
    : [];
  const contextOf = await findRevocationContexts(projectId, configs);
  return async (tx) => {
    // Locks the accounts before their links, as the end of a consent does: otherwise the two would wait for each other.
    const pages = lockAccounts(tx, projectId, where);
    const jobId = revoke
      ? await createRevocation(
          tx,
          projectId,
          { scope: "project", target: null, deletes: true, contextOf },
          pages,
          (accounts) => forgetAccounts(tx, projectId, accounts),
        )
      : undefined;
    await tx.linkSession.deleteMany({ where: { projectId } });
    await tx.oauthState.deleteMany({ where: { projectId } });
    await tx.callbackSession.deleteMany({ where: { projectId } });
    return jobId;
  };
}

/** What of this room belongs to a project; events go with their account. */
export const ACCOUNTS_OF_PROJECT = [
  batchDelete("link_session", OF_PROJECT),
  batchDelete("oauth_state", OF_PROJECT),
  batchDelete("callback_session", OF_PROJECT),
  batchDelete("connected_account", OF_PROJECT),
];

/** Reports of a project; accounts that still wait for their provider keep what is needed to ask it. */
export const REPORTS_OF_PROJECT = [batchDelete("revocation_job", OF_PROJECT)];

/** Whether accounts of a project still wait for the answer of their provider. */
export const isRevoking = async (projectId: string): Promise<boolean> =>
  (await db.revocationJob.count({ where: { projectId, finishedAt: null }, take: 1 })) > 0;
