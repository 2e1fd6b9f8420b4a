/** Deletes an auth config together with the accounts that were connected through it. */
import { deleteAuthConfigIn } from "@/lib/auth-configs/auth-configs";
import { db } from "@/lib/kernel/database/db";
import type { ConnectedAccount } from "../accounts/accounts";
import { findRevocationContexts } from "../credentials/revocable";
import { createRevocation, lockAccounts, MAX_MS } from "../revocation/start-job";

/**
 * All in one transaction: an account never outlives the app that its tokens belong to.
 * @param revoke whether a job tells the provider; it keeps the secrets, sealed, until it has ended
 * @returns the job's id
 * @throws ApiError NotFound
 */
export async function deleteAuthConfigWithAccounts(
  projectId: string,
  authConfigId: string,
  revoke: boolean,
): Promise<string | undefined> {
  const contextOf = revoke ? await findRevocationContexts(projectId, [{ authConfigId }]) : undefined;
  return db.$transaction(
    async (tx) => {
      const pages = lockAccounts(tx, projectId, { authConfigId });
      const forget = async (accounts: ConnectedAccount[]) => {
        const accountId = { in: accounts.map(({ id }) => id) };
        await tx.linkSession.deleteMany({ where: { projectId, accountId } });
        await tx.oauthState.deleteMany({ where: { projectId, accountId } });
        await tx.callbackSession.deleteMany({ where: { projectId, accountId } });
        await tx.connectedAccount.deleteMany({ where: { projectId, id: accountId } });
      };
      const job =
        contextOf &&
        (await createRevocation(
          tx,
          projectId,
          { scope: "auth_config", target: authConfigId, deletes: true, contextOf },
          pages,
          forget,
        ));
      if (!contextOf) for await (const accounts of pages) await forget(accounts);
      await deleteAuthConfigIn(tx, projectId, authConfigId);
      return job;
    },
    { timeout: MAX_MS },
  );
}
