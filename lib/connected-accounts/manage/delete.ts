/** Deletes an account, and on demand takes its access back at the provider. */
import { db } from "@/lib/kernel/database/db";
import { requireAccount } from "../accounts/accounts";
import { lockAccount } from "../credentials/change-values";
import { findRevocationContexts } from "../credentials/revocable";
import { createRevocation } from "../revocation/start-job";

/**
 * Deletes an account with its links, states and waiting sessions, and its secrets with it.
 * @param revoke whether a job tells the provider; it keeps the secrets, sealed, until it has ended
 * @returns the job's id
 * @throws ApiError NotFound
 */
export async function deleteAccount(projectId: string, id: string, revoke: boolean): Promise<string | undefined> {
  const contextOf = revoke ? await findRevocationContexts(projectId, [await requireAccount(projectId, id)]) : undefined;
  return db.$transaction(
    async (tx) => {
      const account = await lockAccount(tx, projectId, id);
      const forget = async () => {
        await tx.connectedAccount.deleteMany({ where: { id, projectId } });
        await tx.linkSession.deleteMany({ where: { projectId, accountId: id } });
        await tx.oauthState.deleteMany({ where: { projectId, accountId: id } });
        await tx.callbackSession.deleteMany({ where: { projectId, accountId: id } });
      };
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
