/** The sign-in links of a project end with it. */
import type { Db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project. */
export const LINKS_OF_PROJECT = [batchDelete("sign_in_link", OF_PROJECT)];

/** Ends links that nobody used yet, and the browsers that links let in. */
export async function endSignInLinks(tx: Pick<Db, "signInLink">, projectId: string): Promise<void> {
  await tx.signInLink.deleteMany({ where: { projectId } });
}
