/** The MCP clients of a project end with it. */
import type { Db } from "@/lib/kernel/database/db";
import { batchDelete, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";

/** What of this room belongs to a project; tokens go with their grant. */
export const CLIENTS_OF_PROJECT = [
  batchDelete("oauth_grant", OF_PROJECT),
  batchDelete("oauth_code", OF_PROJECT),
  batchDelete("oauth_client", OF_PROJECT),
  batchDelete("oauth_sign_in", OF_PROJECT),
];

/** Ends all tokens, and consents that were not collected yet. The caller, which ends the project, announces it. */
export async function endGrantsOfProject(tx: Pick<Db, "oauthGrant" | "oauthCode">, projectId: string): Promise<void> {
  await tx.oauthGrant.deleteMany({ where: { projectId } });
  await tx.oauthCode.deleteMany({ where: { projectId } });
}
