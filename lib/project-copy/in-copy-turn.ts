/** Exports and imports hold some ten MB each and keep the process busy: few of them run at a time. */
import { inTurn } from "@/lib/kernel/concurrency/in-turn";

const COPIES = "project-copies";
const ROOM = { total: 2, share: 1, waiting: 5 };

/** @throws ApiError TooManyRequests if many exports and imports of the project wait already */
export const inCopyTurn = <Value>(projectId: string, work: () => Promise<Value>): Promise<Value> =>
  inTurn(COPIES, projectId, ROOM, work);
