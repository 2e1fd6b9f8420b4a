/** A user id of the machine for each sandbox, if the server can assign them. */
import { randomInt } from "node:crypto";
import { env } from "@/lib/kernel/process/env";
import { processMemory } from "@/lib/kernel/process-memory";
import { SETPRIV } from "./packages";

const IDS = 10_000;
const usedIds = processMemory("workbench.user-ids", () => new Set<number>());

/** Whether each sandbox has its own user id. Otherwise all have the server's, and only namespaces separate them. */
export const hasOwnIds = (): boolean => process.getuid?.() === 0;

/** A user id that no sandbox of this process has; null where the server cannot give any. */
export function takeUserId(): number | null {
  if (!hasOwnIds()) return null;
  for (;;) {
    // Random, because another copy of the app on this machine gives ids of the same range.
    const id = env().workbench.firstUid + randomInt(IDS);
    if (usedIds.has(id)) continue;
    usedIds.add(id);
    return id;
  }
}

export const returnUserId = (id: number | null): void => {
  if (id !== null) usedIds.delete(id);
};

/**
 * The prefix of a sandbox's command that keeps it from running as root: bubblewrap as root would map to the machine's
 * root, whose settings the code could then write.
 * @throws Error for root without another id
 */
export function dropRoot(ownId: number | undefined, userId: number | null): string[] {
  if (ownId === undefined) throw new Error("This machine has no user ids.");
  if (ownId !== 0) return [];
  if (userId === null || userId <= 0) throw new Error("A sandbox never runs as root.");
  const id = String(userId);
  return [SETPRIV, "--reuid", id, "--regid", id, "--clear-groups", "--no-new-privs", "--inh-caps=-all", "--"];
}
