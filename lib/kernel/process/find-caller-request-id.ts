/** The IDs that callers gave their requests themselves, so that lines of the log can be found by them. */
import { LRUCache } from "lru-cache";
import { processMemory } from "../process-memory";

/** Requests whose ID is remembered; a line is usually written while its request runs. */
const MAX_REQUESTS = 5_000;
const PRINTABLE = /^[\x21-\x7e]{1,120}$/;

const ids = () => processMemory("caller-request-ids", () => new LRUCache<string, string>({ max: MAX_REQUESTS }));

/** The ID in a caller's `x-request-id`; undefined if it is longer than 120 characters or not printable. */
export const toCallerRequestId = (header: string | string[] | null | undefined): string | undefined =>
  typeof header === "string" && PRINTABLE.test(header) ? header : undefined;

/** @param requestId this server's own ID */
export function rememberCallerRequestId(requestId: string, header: string | string[] | undefined): void {
  const callerId = toCallerRequestId(header);
  if (callerId !== undefined) ids().set(requestId, callerId);
}

export const findCallerRequestId = (requestId: string): string | undefined => ids().get(requestId);
