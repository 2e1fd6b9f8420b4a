/**
 * Clients that get no answer send a request again by themselves, and say so (`x-stainless-retry-count`). Without an
 * Idempotency-Key nothing is written before a call is carried out, so that the first try costs nothing; a call whose caller
 * may not know that it was carried out leaves a hash in its row of the log, and its repeat is refused by that.
 */
import { fingerprintOf } from "@/lib/kernel/idempotency/answer-once";
import { ApiError } from "@/lib/kernel/errors";
import { findLostCall } from "@/lib/logs/find-lost-call";
import type { ExecutionFacts, Subject } from "./trace";
import { findUnfinished } from "./unfinished";

/** What the tries of one call have in common. */
type Tried = { projectId: string; request: unknown };

export const hashOf = (request: unknown, { sessionId }: ExecutionFacts): string =>
  fingerprintOf([sessionId ?? null, request]);

const begun = (logId: string) =>
  new ApiError(
    "Conflict",
    `An earlier try of this request (${logId}) was cut off after it may have been carried out, so it was not carried out again.`,
    {
      slug: "EarlierTryUnknown",
      suggestedFix: `Check in the app whether it was done, see the log ${logId}; send it as a new request only if it was not. With the header Idempotency-Key, a repeated request gets the answer of the first.`,
      headers: { "x-should-retry": "false" },
    },
  );

/**
 * @param subject of the call, as far as it is known before it begins
 * @throws ApiError Conflict for a request that is sent again, when an earlier try of it may have been carried out
 */
export async function assertNotBegun(
  { projectId, request }: Tried,
  { toolSlug }: Pick<Subject, "toolSlug">,
  facts: ExecutionFacts,
): Promise<void> {
  if (!facts.isRetry) return;
  const hash = hashOf(request, facts);
  const found = findUnfinished(projectId, toolSlug, hash) ?? (await findLostCall(projectId, toolSlug, hash));
  if (found !== null) throw begun(found);
}
