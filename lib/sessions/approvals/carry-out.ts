/** Carries out an allowed call: by the common path of all executions, and at most once, however often it is started. */
import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ParkedCall } from "@/generated/prisma/client";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { executeTool } from "@/lib/execution/execute-tool";
import type { ExecutionCaller } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { isKeyTaken } from "@/lib/kernel/idempotency/answer-once";
import { newId } from "@/lib/kernel/ids";
import type { Job } from "@/lib/kernel/jobs/classes";
import { derivedKey } from "@/lib/kernel/process/vault";
import { beginCall, endCall, letGo, type Ending, type Turn } from "./parked-call-lifecycle";
import { openCall, requireCall } from "./parked-calls";
import { policyOf } from "../rules/read-policy";
import { judgeCall } from "../rules/judge-call";
import { recordSessionCost } from "../store/session-costs";
import { factsOf } from "../session";
import { requireSession } from "../sessions";
import { errorText } from "../error-text";

/** Shorter than the lease of a call. */
const TIMEOUT_MS = 55_000;
const WAIT_MS = 30_000;
const PAUSE_MS = 250;

const UNKNOWN =
  "The server ended while it was carried out, so it is not known whether it was done. " +
  "It was not sent again. Look at the app before you repeat it.";
const TOO_LATE = "It was allowed, but the server could not carry it out in time. Nothing was sent.";

const NO_PROJECT = "The project was deleted before it was carried out. Nothing was sent.";

/** Callers cannot guess it, so no request of theirs takes it. */
const keyOf = (id: string): string => createHmac("sha256", derivedKey("approved call")).update(id).digest("hex");

const failed = (error: string): Ending => ({ state: "failed", result: { error } });
const unknown: Ending = { state: "unknown", result: { error: UNKNOWN } };

/** The reason why an allowed call must no longer run; null if it can. */
async function changedRule(row: ParkedCall): Promise<string | null> {
  const { projectId, sessionId } = row;
  const session = await requireSession(projectId, sessionId);
  const { tool } = await requireChosenTool(projectId, row.toolSlug, { asked: openCall(row).version });
  const judgment = judgeCall(session, tool, await policyOf(projectId));
  return judgment.kind === "denied" ? `The session does not allow ${row.toolSlug} any more: ${judgment.rule}.` : null;
}

async function execute(caller: ExecutionCaller, row: ParkedCall, requestId: string) {
  const session = await requireSession(row.projectId, row.sessionId);
  const { arguments: args, version, accountRules, source, keyId } = openCall(row);
  const approval = { id: row.id, by: row.decidedBy, name: row.decidedName, at: row.decidedAt?.toISOString() };
  return executeTool(
    caller,
    row.toolSlug,
    { arguments: args, user_id: row.userId, version, response: {} },
    {
      source,
      requestId,
      ...factsOf(session),
      accountRules,
      approval,
      ...(keyId && { policyKeyId: keyId }),
      meter: {
        count: (results) => recordSessionCost({ id: row.sessionId, projectId: row.projectId }, { calls: 1, results }),
      },
      timeoutMs: TIMEOUT_MS,
      idempotencyKey: keyOf(row.id),
    },
  );
}

/**
 * The end of an execution that threw an error.
 * @throws the error itself if the call has not ended: it runs elsewhere, or nothing was sent and a retry is safe
 */
function endingOf(error: unknown): Ending {
  if (!(error instanceof ApiError) || error.status >= 500 || error.kind === "TooManyRequests") throw error;
  if (error.details.slug === "IdempotencyKeyInUse") throw error;
  return error.details.slug?.startsWith("Idempotency") ? unknown : failed(errorText(error));
}

async function run(caller: ExecutionCaller, row: ParkedCall, turn: Turn, requestId: string): Promise<Ending> {
  if (turn.forgotten) return unknown;
  try {
    // A request that was sent can have been carried out, and its answer is stored. A call that failed before is judged
    // again.
    const isNew = turn.first || !(await isKeyTaken(row.projectId, keyOf(row.id)));
    if (isNew && turn.late) return failed(TOO_LATE);
    const changed = isNew ? await changedRule(row) : null;
    if (changed !== null) return failed(changed);
    const answer = await execute(caller, row, requestId);
    return { state: answer.successful ? "completed" : "failed", result: { answer }, logId: answer.log_id };
  } catch (error) {
    return endingOf(error);
  }
}

const running = ({ id, toolSlug }: ParkedCall) =>
  new ApiError("Conflict", `${toolSlug} was allowed, and is being carried out (${id}).`, {
    slug: "ApprovedCallRunning",
    suggestedFix: "Repeat the same call in a few seconds to get its result.",
    headers: { "retry-after": "5", "x-should-retry": "true" },
  });

/** Waits until the holder of the call has executed it. */
async function waitForEnd(row: ParkedCall): Promise<ParkedCall> {
  for (let waited = 0; waited < WAIT_MS; waited += PAUSE_MS) {
    const now = await requireCall(row.projectId, row.id);
    if (now.state !== "approved") return now;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw running(row);
}

/**
 * Executes an allowed call, or waits for its holder, and returns the call in its new state.
 * @throws ApiError Conflict while it runs elsewhere; or the reason why the server cannot execute it now
 */
export async function carryOut(caller: ExecutionCaller, row: ParkedCall, requestId: string): Promise<ParkedCall> {
  if (row.state !== "approved") return row;
  const turn = await beginCall(row);
  if (!turn) return waitForEnd(row);
  try {
    await endCall(row, turn, await run(caller, row, turn, requestId));
  } catch (error) {
    await letGo(row, turn);
    throw error;
  }
  return requireCall(row.projectId, row.id);
}

/** A deleted project executes nothing. Its calls end, so that no job finds them again. */
async function giveUp(row: ParkedCall): Promise<void> {
  const turn = row.state === "approved" ? await beginCall(row) : null;
  if (turn) await endCall(row, turn, { ...(turn.first ? failed(NO_PROJECT) : unknown), silent: true });
}

const Payload = z.object({ projectId: z.string(), id: z.string() });

/** The job that executes the calls that a person has allowed, and the calls of a process that stopped. */
export const carryOutJob =
  (settingsOf: (projectId: string) => Promise<ExecutionCaller["settings"] | null>): Job =>
  async (payload) => {
    const { projectId, id } = Payload.parse(payload);
    const settings = await settingsOf(projectId);
    const row = await requireCall(projectId, id);
    if (!settings) return giveUp(row);
    await carryOut({ projectId, settings }, row, newId("request"));
  };
