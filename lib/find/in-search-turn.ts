/**
 * Searches take turns. A search keeps the process busy for up to thirty milliseconds, and a request of seven steps runs
 * fifteen searches: other requests are read in between.
 */
import { inTurn } from "@/lib/kernel/concurrency/in-turn";

const SEARCHES = "find.searches";

/** Per process. One per project, so that many steps of one project do not keep others waiting. */
const ROOM = { total: 2, share: 1, waiting: 500 };

/** Searches when it is the project's turn. */
export const inSearchTurn = <Value>(projectId: string, work: () => Promise<Value>): Promise<Value> =>
  inTurn(SEARCHES, projectId, ROOM, work);
