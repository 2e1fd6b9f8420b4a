/** Calls that wait until somebody allows them: storing, finding and counting them. */
import type { ParkedCall } from "@/generated/prisma/client";
import { db, type Prisma } from "@/lib/kernel/database/db";
import { changeIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import type { Session } from "../session";
import { announceCall } from "./announce-call";
import type { APPROVAL_STATES, DECISIONS } from "./contract";
import { toJsonb } from "../rules/may-decide";
import { announcePolicy } from "../rules/read-policy";
import type { KeptCall, NewCall } from "./new-call";
import { fingerprintOf } from "./request-state";

export type ApprovalState = (typeof APPROVAL_STATES)[number];
export type Decision = (typeof DECISIONS)[number];

/** The response of the tool, or the reason why it has no response. */
export type KeptResult = { answer: Record<string, unknown> } | { error: string };

/** Limits of waiting calls: each of them needs a person's attention. */
const MOST_OF_SESSION = 100;
export const MOST_OF_PROJECT = 1_000;

const WAITING_OF = statement({
  name: "approvals.waiting-of",
  text: `SELECT count(*)::int AS project, count(*) FILTER (WHERE session_id = $2)::int AS session FROM
    (SELECT session_id FROM parked_call
      WHERE project_id = $1 AND state = 'waiting' AND expires_at > clock_timestamp() LIMIT ${MOST_OF_PROJECT}) one`,
  columns: { project: "int4", session: "int4" },
});

async function assertRoom({ projectId, id }: Session): Promise<void> {
  const [waiting] = await rowsOf(WAITING_OF, [projectId, id]);
  if (!waiting || (waiting.session < MOST_OF_SESSION && waiting.project < MOST_OF_PROJECT)) return;
  const ofSession = waiting.session >= MOST_OF_SESSION;
  const many = ofSession ? `${waiting.session} calls of this session` : `${waiting.project} calls of this project`;
  throw new ApiError("TooManyRequests", `${many} wait for an approval.`, {
    suggestedFix: "Wait until some of them are decided or expire.",
    headers: { "retry-after": "60", "x-should-retry": "false" },
  });
}

const PARK = statement({
  name: "approvals.park",
  text: `INSERT INTO parked_call (id, project_id, session_id, user_id, tool_slug, toolkit_slug, fingerprint, open_key,
      keyed, state, rule, once, account_id, account_rule, call, approvers, equal_print,
      created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'waiting', $10, $11, $12, $13, $14, $15::jsonb, $16,
      clock_timestamp(), clock_timestamp() + make_interval(secs => $17::int))
    ON CONFLICT (session_id, open_key) DO NOTHING`,
});

/** Equal for calls that do exactly the same, in whichever session. */
const equalPrintOf = ({ session, tool, account, call }: NewCall): string =>
  fingerprintOf([tool.slug, call.version, session.userId, account?.id ?? null, call.arguments]);

/**
 * Stores a waiting call. If two equal calls are stored at the same time, only the first stays.
 * @throws ApiError TooManyRequests if too many calls wait
 */
export async function parkCall(call: NewCall): Promise<ParkedCall> {
  const { session, tool, asked: requirement, account, openKey } = call;
  const { projectId, id: sessionId } = session;
  await assertRoom(session);
  const id = newId("approval");
  const sealed = sealJson(call.call, { projectId, rowId: id, column: "call" });
  const names = [id, projectId, sessionId, session.userId, tool.slug, tool.toolkitSlug];
  const about = [call.fingerprint, openKey, call.keyed, requirement.rule, requirement.once];
  await db.$transaction(async (tx) => {
    const rows = await changeIn(tx, PARK, [
      ...names,
      ...about,
      account?.id ?? null,
      account?.rule ?? null,
      sealed,
      toJsonb(call.approvers),
      equalPrintOf(call),
      call.lifeSeconds,
    ]);
    await announcePolicy(tx, projectId);
    if (rows > 0) await announceCall(tx, id, call);
  });
  const row = await findOpenCall(session, openKey);
  if (row) return row;
  throw new ApiError("Conflict", "The same call was sent twice at the same moment, and has already finished.", {
    suggestedFix: "Send it again.",
  });
}

/**
 * A client that lost its connection during the answer repeats the call within this time. A longer time would return old
 * results to new calls.
 */
export const HANDED_SECONDS = 60;

const RELEASE = statement({
  name: "approvals.release-one",
  text: "UPDATE parked_call SET open_key = NULL, handed_at = NULL WHERE project_id = $1 AND id = $2 AND NOT keyed AND open_key IS NOT NULL",
});

/** Makes the next equal call a new call. */
export async function releaseCall({ projectId, id }: ParkedCall): Promise<void> {
  await db.$transaction((tx) => changeIn(tx, RELEASE, [projectId, id]));
}

/**
 * The earlier row of the same call, if its result was not returned yet, or was returned a moment ago.
 * @param anew the caller knows that result, so that only waiting and running calls count
 */
export async function findOpenCall(
  { projectId, id: sessionId }: Pick<Session, "projectId" | "id">,
  openKey: string,
  { anew = false } = {},
): Promise<ParkedCall | null> {
  const row = await db.parkedCall.findFirst({ where: { projectId, sessionId, openKey } });
  if (!row?.handedAt) return row;
  if (!anew && row.handedAt.getTime() > now().getTime() - HANDED_SECONDS * 1000) return row;
  await releaseCall(row);
  return null;
}

export const unknownCall = (id: string): ApiError =>
  new ApiError("NotFound", `There is no call ${id.slice(0, 100)} that waits or waited for an approval.`, {
    suggestedFix: "List them with GET /api/v3/internal/patchbay/approvals.",
  });

/** Null for an unknown call, and for another project's. */
export const findCall = async (projectId: string, id: string): Promise<ParkedCall | null> =>
  id.length > 100 ? null : db.parkedCall.findFirst({ where: { projectId, id } });

/** @throws ApiError NotFound, for another project's too */
export async function requireCall(projectId: string, id: string): Promise<ParkedCall> {
  const row = await findCall(projectId, id);
  if (!row) throw unknownCall(id);
  return row;
}

const placeOf = ({ projectId, id }: ParkedCall, column: "call" | "result") => ({ projectId, rowId: id, column });

export const openCall = (row: ParkedCall): KeptCall => openJson(row.call, placeOf(row, "call")) as KeptCall;

export const openResult = (row: ParkedCall): KeptResult | null =>
  row.result === null ? null : (openJson(row.result, placeOf(row, "result")) as KeptResult);

export const sealResult = (row: ParkedCall, result: KeptResult): string => sealJson(result, placeOf(row, "result"));

/** The current state: a call whose time is over has expired, even if its row is not updated yet. */
export const stateOf = ({ state, expiresAt }: ParkedCall, time: Date): ApprovalState =>
  state === "waiting" && expiresAt <= time ? "expired" : (state as ApprovalState);

/** The condition for the rows of a state, as `stateOf` defines it. */
export function inState(state: ApprovalState, time: Date): Prisma.ParkedCallWhereInput {
  if (state === "waiting") return { state, expiresAt: { gt: time } };
  return state === "expired" ? { OR: [{ state }, { state: "waiting", expiresAt: { lte: time } }] } : { state };
}
