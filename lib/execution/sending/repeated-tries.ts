/**
 * Clients without an answer automatically repeat a request, and mark it (`x-stainless-retry-count`). Without an
 * Idempotency-Key nothing is written before a call is carried out, so the first try costs nothing. A call that was
 * possibly carried out without its caller's knowledge leaves a hash in its row of the log, by which its repeat is
 * refused.
 */
import { fingerprintOf } from "@/lib/kernel/idempotency/answer-once";
import { ApiError } from "@/lib/kernel/errors";
import { findLostCall } from "@/lib/logs/find-lost-call";
import type { ExecutionFacts, Subject } from "../execution-facts";
import { findUnfinished } from "./unfinished";

/** What the tries of one call have in common. */
type RetriedRequest = { projectId: string; request: unknown };

export const hashOf = (request: unknown, { sessionId }: ExecutionFacts): string =>
  fingerprintOf([sessionId ?? null, request]);

const alreadyBegun = (logId: string) =>
  new ApiError(
    "Conflict",
    `An earlier try of this request (${logId}) was cut off after it may have been executed, so it was not run again.`,
    {
      slug: "EarlierTryUnknown",
      suggestedFix:
        `Check in the app whether it was done, see the log ${logId}; ` +
        "send it as a new request only if it was not. " +
        "With the header Idempotency-Key, a repeated request gets the first one's response.",
      headers: { "x-should-retry": "false" },
    },
  );

/**
 * @param subject of the call, as far as it is known before it begins
 * @throws ApiError Conflict for a repeated request, if an earlier try was possibly carried out
 */
export async function assertNotBegun(
  { projectId, request }: RetriedRequest,
  { toolSlug }: Pick<Subject, "toolSlug">,
  facts: ExecutionFacts,
): Promise<void> {
  if (!facts.isRetry) return;
  const hash = hashOf(request, facts);
  const logId = findUnfinished(projectId, toolSlug, hash) ?? (await findLostCall(projectId, toolSlug, hash));
  if (logId !== null) throw alreadyBegun(logId);
}
