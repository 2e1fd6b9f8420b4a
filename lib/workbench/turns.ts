/** Who runs in a session's interpreter: one cell at a time, the others wait. */
import { freeSlot, tryTakeSlot, waitForSlot, waitingForSlot } from "@/lib/kernel/concurrency/slots";
import { ApiError } from "@/lib/kernel/errors";
import type { Owner } from "./sessions/stores";

/** Runs that wait for their turn in one session. */
const MOST_WAITING = 10;
const ROOM = { cell: { total: 1, share: 1 }, bash: { total: 4, share: 4 } };

const nameOf = ({ projectId, sessionId }: Owner, kind: "cell" | "bash"): string =>
  `workbench.${projectId}/${sessionId}.${kind}`;

/** Waits until the runs before it have ended. @throws ApiError TooManyRequests when too many wait */
export async function inTurn<T>(owner: Owner, kind: "cell" | "bash", work: () => Promise<T>): Promise<T> {
  const name = nameOf(owner, kind);
  if (!tryTakeSlot(name, name, ROOM[kind])) {
    if (waitingForSlot(name, name) >= MOST_WAITING)
      throw new ApiError("TooManyRequests", "Too many cells of this session wait for their turn.", {
        suggestedFix: "Wait for the answers of those that run.",
        headers: { "retry-after": "5" },
      });
    await waitForSlot(name, name, () => undefined);
  }
  try {
    return await work();
  } finally {
    freeSlot(name, name);
  }
}

/** Asks the interpreter something while nothing runs in it; null while something does. A cell that comes meanwhile waits. */
export async function ifFree<T>(owner: Owner, work: () => Promise<T>): Promise<T | null> {
  const name = nameOf(owner, "cell");
  if (!tryTakeSlot(name, name, ROOM.cell)) return null;
  try {
    return await work();
  } finally {
    freeSlot(name, name);
  }
}
