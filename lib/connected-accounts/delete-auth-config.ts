/** Deletes an auth config together with the accounts that were connected through it. */
import { deleteAuthConfigIn } from "@/lib/auth-configs/auth-configs";
import { db } from "@/lib/kernel/db";

/**
 * All in one transaction: an account never outlives the app that its tokens belong to.
 * @throws ApiError NotFound
 */
export async function deleteAuthConfigWithAccounts(projectId: string, authConfigId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const accounts = await tx.connectedAccount.findMany({ where: { projectId, authConfigId }, select: { id: true } });
    const accountId = { in: accounts.map(({ id }) => id) };
    await tx.linkSession.deleteMany({ where: { projectId, accountId } });
    await tx.oauthState.deleteMany({ where: { projectId, accountId } });
    await tx.connectedAccount.deleteMany({ where: { projectId, authConfigId } });
    await deleteAuthConfigIn(tx, projectId, authConfigId);
  });
}
