/**
 * Searches take turns. One keeps the process busy for up to thirty milliseconds, and a request of seven steps makes fifteen:
 * other requests are read in between.
 */
import { freeSlot, tryTakeSlot, waitForSlot } from "@/lib/kernel/concurrency/slots";

const SEARCHES = "find.searches";

/** Per process. One per project, so that many steps of one project do not keep others waiting. */
const ROOM = { total: 2, share: 1 };

/** Searches when it is the project's turn. */
export async function inSearchTurn<Value>(projectId: string, work: () => Promise<Value>): Promise<Value> {
  if (!tryTakeSlot(SEARCHES, projectId, ROOM)) await waitForSlot(SEARCHES, projectId, () => undefined);
  try {
    return await work();
  } finally {
    // In the next round of the event loop.
    setImmediate(() => freeSlot(SEARCHES, projectId));
  }
}
