/** The response of a call that waits or waited for an approval. Pure, but for the seal. */
import { cutText } from "@/lib/kernel/text/storable";
import type { z } from "zod";
import type { ParkedCall } from "@/generated/prisma/client";
import type { ToolAnswer } from "@/lib/execution/contract";
import type { Session } from "../session";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { openCall, openResult, stateOf, type ApprovalState } from "./parked-calls";
import { sealState } from "./request-state";
import { approvalUrl } from "./announce-call";
import type { SessionAnswer } from "../meta-tools/contract";

export type Answer = z.output<typeof SessionAnswer>;

/** A longer text of arguments is cut: the page shows all of them. */
const MAX_ARGUMENTS = 1_500;

export const toAnswer = (answer: z.output<typeof ToolAnswer>): Answer =>
  Object.assign({}, answer, {
    result_type: answer.reason ? "blocked" : answer.successful ? "completed" : "failed",
  } as const);

const failed = (error: string, logId: string | null): Answer => ({
  data: {},
  error,
  successful: false,
  log_id: logId ?? "",
  result_type: "failed",
});

/** The form that a client fills in for its user. */
const DECISION_FORM = {
  type: "object",
  properties: {
    decision: {
      type: "string",
      enum: ["approve", "approve_for_session", "deny"],
      description: "approve: this call alone. approve_for_session: further calls of this tool in the session, too.",
    },
  },
  required: ["decision"],
};

function question(row: ParkedCall): string {
  const text = JSON.stringify(openCall(row).shown);
  const preview = text.length > MAX_ARGUMENTS ? `${cutText(text, MAX_ARGUMENTS)}…` : text;
  const account = row.accountId === null ? "" : ` with the account ${row.accountId}`;
  return `May ${row.toolSlug} run for the user ${row.userId}${account}? It is asked because ${row.rule}. Arguments: ${preview}`;
}

/** The response while somebody must decide: the client, by repeating the call, or a person on the page. */
export function toQuestion(row: ParkedCall, session: Session): Answer {
  const url = approvalUrl(row.projectId, row.id);
  return {
    ...failed(
      `${row.toolSlug} has not run yet: it's waiting for approval until ${row.expiresAt.toISOString()}. ` +
        `Someone must decide at ${url}. ` +
        "Then repeat the same call to get its result. " +
        "Do not try to reach the same in another way.",
      null,
    ),
    result_type: "input_required",
    input_requests: {
      [row.id]: { type: "elicitation", mode: "form", message: question(row), requested_schema: DECISION_FORM },
    },
    request_state: sealState(session, { call: row.id, print: row.fingerprint }),
    approval_url: url,
  };
}

const who = ({ decidedName, decidedBy }: ParkedCall): string => decidedName ?? decidedBy ?? "someone";

const ERRORS: Partial<Record<ApprovalState, (row: ParkedCall) => string>> = {
  denied: (row) => `${row.toolSlug} was not run: ${who(row)} denied it${row.note ? ` (${row.note})` : ""}.`,
  expired: (row) => `${row.toolSlug} was not run: it was not approved in time.`,
};

/** The response of an ended call. */
export function toEnding(row: ParkedCall, state: ApprovalState): Answer {
  const error = ERRORS[state]?.(row);
  if (error !== undefined) return failed(error, row.logId);
  const result = openResult(row);
  if (result && "answer" in result) return toAnswer(result.answer as z.output<typeof ToolAnswer>);
  const expired = `${row.toolSlug} was carried out; its result is kept for a day only. See the log ${row.logId ?? ""}.`;
  return failed(result?.error ?? expired, row.logId);
}

/**
 * The result of a call that has ended, for somebody who did not wait for it.
 * @throws ApiError Conflict while it waits or runs
 */
export function toLateAnswer(row: ParkedCall): Answer {
  const state = stateOf(row, now());
  if (state !== "waiting" && state !== "approved") return toEnding(row, state);
  throw new ApiError("Conflict", state === "waiting" ? "This call still waits for a decision." : "This call runs.", {
    suggestedFix: "Read it again after the event composio.approval.ended.",
    headers: { "retry-after": "5" },
  });
}
