/** The sandboxes of a project end with it, on every copy of the app, and their files go. */
import { batchDelete, deleteOfProject, OF_PROJECT } from "@/lib/kernel/database/delete-in-batches";
import type { Db } from "@/lib/kernel/database/db";
import { notify } from "@/lib/kernel/database/notify";
import { dropAtGateway } from "./gateway/control";
import { listOwners } from "./gateway/kernels";
import { hasGateway } from "./gateway/ask-gateway";
import { PROJECT_ENDS } from "./sessions/sweep-sessions";

/** Notifies all copies when `tx` commits: each ends the sandboxes that it runs for the project. */
export const announceProjectEnd = (tx: Pick<Db, "$executeRaw">, projectId: string): Promise<void> =>
  notify(tx, PROJECT_ENDS, projectId);

const TABLES = [
  batchDelete("workbench_kernel", OF_PROJECT),
  batchDelete("workbench_holder", OF_PROJECT),
  batchDelete("workbench_egress", OF_PROJECT),
  batchDelete("blocked_host", OF_PROJECT),
];

/**
 * How many sessions are ended at the gateway at a time: some gateways start an interpreter to remove the files of each.
 */
const TURN = 10;

/** Returns whether nothing of the project is left at the gateway. */
async function endAtGateway(projectId: string): Promise<boolean> {
  const owners = await listOwners(projectId, TURN);
  for (const owner of owners) await dropAtGateway(owner);
  return owners.length < TURN;
}

/**
 * Ends the project's interpreters at the gateway with their files, then forgets all of its sessions.
 * @returns whether nothing is left
 */
export async function purgeWorkbench(projectId: string): Promise<boolean> {
  // A row is what leads to the interpreter: it goes after it.
  if (hasGateway() && !(await endAtGateway(projectId))) return false;
  return deleteOfProject(TABLES, projectId);
}
