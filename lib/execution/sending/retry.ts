/** Decides when a request is sent again: only if that cannot do anything twice. Pure. */
import { retryAfterMs } from "@/lib/kernel/time/retry-after-ms";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";

const MAX_RETRIES = 2;
const FIRST_PAUSE_MS = 200;
/** For a longer pause, the caller gets the provider's answer at once instead. */
const MAX_PAUSE_MS = 20_000;

/** Whether repeating a request of this method has no further effect (RFC 9110, 9.2.2). */
export const isIdempotentMethod = (method: string): boolean =>
  method === "GET" || method === "HEAD" || method === "PUT" || method === "DELETE" || method === "OPTIONS";

const backoff = (attempt: number): number => FIRST_PAUSE_MS * 4 ** attempt * (0.75 + Math.random() / 2);

function afterFailure(attempt: number, method: string, { phase, facts }: OutboundError): number | null {
  if (!facts.passing) return null;
  const isSafe = facts.sent === false || (phase === "protocol" && isIdempotentMethod(method));
  return isSafe ? backoff(attempt) : null;
}

/**
 * After 429 nothing was done, so any method may be sent again if the provider names a time. A 503 does not promise
 * that.
 */
function afterAnswer(
  attempt: number,
  method: string,
  { status, headers }: Pick<OutboundResponse, "status" | "headers">,
  nowMs: number,
): number | null {
  if (status !== 429 && status !== 503) return null;
  const retryAfter = retryAfterMs(headers["retry-after"], nowMs);
  if (!isIdempotentMethod(method)) return status === 429 ? (retryAfter ?? null) : null;
  return retryAfter === undefined ? backoff(attempt) : Math.max(retryAfter, FIRST_PAUSE_MS / 2);
}

/**
 * The milliseconds to wait before a request is sent again; null if it is not.
 * @param attempt 0 after the first try
 * @param leftMs the time that the execution has left
 */
export function pauseBeforeRetry(
  attempt: number,
  method: string,
  outcome: Pick<OutboundResponse, "status" | "headers"> | OutboundError,
  leftMs: number,
  nowMs: number,
): number | null {
  if (attempt >= MAX_RETRIES) return null;
  const pause =
    outcome instanceof OutboundError
      ? afterFailure(attempt, method, outcome)
      : afterAnswer(attempt, method, outcome, nowMs);
  return pause === null || pause > MAX_PAUSE_MS || pause >= leftMs ? null : pause;
}
