/** The sandboxes of a project end with it, on every copy of the app, and their files go. */
import { batchDelete, deleteOfProject, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";
import type { Db } from "@/lib/kernel/database/db";
import { notify } from "@/lib/kernel/database/notify";
import { dropAtGateway } from "./gateway/control";
import { listOwners } from "./gateway/kernels";
import { hasGateway } from "./gateway/rest";
import { PROJECT_ENDS } from "./sessions/sweep";

/** Tells all copies when `tx` commits: each ends the sandboxes that it runs for the project. */
export const announceProjectEnd = (tx: Pick<Db, "$executeRaw">, projectId: string): Promise<void> =>
  notify(tx, PROJECT_ENDS, projectId);

const TABLES = [
  batchDelete("workbench_kernel", OF_PROJECT),
  batchDelete("workbench_holder", OF_PROJECT),
  batchDelete("workbench_egress", OF_PROJECT),
  batchDelete("blocked_host", OF_PROJECT),
];

/**
 * Ends the project's interpreters at the gateway with their files, then forgets all of its sessions.
 * @returns whether nothing is left
 */
export async function purgeWorkbench(projectId: string): Promise<boolean> {
  if (hasGateway()) for (const owner of await listOwners(projectId)) await dropAtGateway(owner);
  return deleteOfProject(TABLES, projectId);
}
