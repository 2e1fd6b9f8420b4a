/** The documented headers of a rate limit, and the error at the limit. */
import { ApiError } from "../errors";
import type { RateLimitState } from "./take-token";

export type Amount = { requests: number; seconds: number };

/** The limit that allows fewer requests in the same time. */
export const stricter = (a: Amount | undefined, b: Amount | undefined): Amount | undefined =>
  !a || !b ? (a ?? b) : a.requests / a.seconds <= b.requests / b.seconds ? a : b;

export const toLimitHeaders = ({ limit, remaining, windowSeconds }: RateLimitState): Record<string, string> => ({
  "x-ratelimit": String(limit),
  "x-ratelimit-remaining": String(remaining),
  "x-ratelimit-window-size": String(windowSeconds),
});

/**
 * The error for a request above a limit.
 * @param whose whose limit it is, such as "API key"
 */
export const overLimit = (whose: string, state: RateLimitState): ApiError =>
  new ApiError(
    "TooManyRequests",
    `This ${whose} may send ${state.limit} requests in ${state.windowSeconds} seconds, and all of them are used.`,
    {
      suggestedFix:
        `Send the request again in ${state.resetSeconds} seconds, or ask the operator for a higher limit. ` +
        "See /docs/reference/limits.",
      headers: { ...toLimitHeaders(state), "retry-after": String(state.resetSeconds) },
    },
  );
