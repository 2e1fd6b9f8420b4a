/** Creations with the header Idempotency-Key: a repeated request gets the answer of the first and creates nothing. */
import { actorOf } from "@/lib/access/caller";
import { toOwnName } from "@/lib/access/keys/limited-of";
import { creates } from "@/lib/contract/creates";
import { ApiError } from "@/lib/kernel/errors";
import { answerOnce } from "@/lib/kernel/idempotency/answer-once";
import { type Call, inBegunChange } from "./audited";
import type { AnswerHeaders } from "./to-response";

/** Answers can hold a secret that is shown once, so they are stored no longer than somebody looks at a form. */
const STORED_HOURS = 1;

const unknownOutcome = () =>
  new ApiError(
    "Conflict",
    "The server ended during the first request with this Idempotency-Key, so it is unknown whether the object exists.",
    {
      slug: "IdempotencyOutcomeUnknown",
      suggestedFix: "Look for it in the list; if it is not there, send the request with a new key.",
      headers: { "x-should-retry": "false" },
    },
  );

/**
 * Without the header, and for other operations, just does the work, which is announced in the audit trail. The key
 * belongs to the person or the API key that sent it: others get a conflict and no answer.
 * @throws ApiError Conflict as `answerOnce`; and what `work` throws
 */
export async function answerCreationOnce<T>(
  call: Call,
  input: unknown,
  headers: AnswerHeaders,
  work: () => Promise<T>,
): Promise<T> {
  const { op, request, caller, requestId } = call;
  const key = request.headers.get("idempotency-key");
  const change = () => inBegunChange(call, work);
  if (key === null || caller.kind !== "project" || !creates(op)) return change();
  let isDone = false;
  const { answer, replayed } = await answerOnce(
    caller.projectId,
    {
      key: toOwnName({ by: caller.by.kind === "apiKey" ? caller.by : {} }, key),
      request: [op.id, actorOf(caller), input],
      logId: requestId,
      on: { requestId },
      repeatable: false,
      storedHours: STORED_HOURS,
      wasSent: () => isDone,
    },
    async () => {
      const data = await change();
      isDone = true;
      return data;
    },
  ).catch((error: unknown) => {
    throw error instanceof ApiError && error.details.slug === "IdempotencyOutcomeUnknown" ? unknownOutcome() : error;
  });
  if (!replayed) return answer;
  call.isReplay = true;
  headers.set("idempotency-replayed", "true");
  return answer;
}
