/** Deletes an auth config together with what hangs on it. */
import { db, type Db } from "@/lib/kernel/database/db";
import { announceConfig } from "./announce-config";
import { unknownConfig } from "./auth-configs";

/** For a hundred thousand accounts. */
const MAX_MS = 120_000;

/**
 * Deletes an auth config and its accounts in one transaction: an account never outlives the app of its tokens.
 * @param deleteAccounts deletes the accounts of the auth config, which belong to a room above this room
 * @returns the result of `deleteAccounts`
 * @throws ApiError NotFound; nothing is deleted then
 */
export function deleteAuthConfig<Result>(
  projectId: string,
  id: string,
  deleteAccounts: (tx: Db) => Promise<Result>,
): Promise<Result> {
  return db.$transaction(
    async (tx) => {
      const result = await deleteAccounts(tx);
      const config = await tx.authConfig.findFirst({ where: { id, projectId } });
      const { count } = await tx.authConfig.deleteMany({ where: { id, projectId } });
      if (count === 0 || !config) throw unknownConfig(id);
      await announceConfig(tx, config, "deleted");
      return result;
    },
    { timeout: MAX_MS },
  );
}
