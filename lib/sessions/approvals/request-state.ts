/**
 * The text that a client returns with a repeated call: the id of the waiting call, sealed against forgery and bound to
 * the project, the session, the tool and its arguments.
 */
import { createHash } from "node:crypto";
import { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import { isObject } from "@/lib/kernel/text/is-object";
import { now } from "@/lib/kernel/time/clock";
import type { Session } from "../session";

type Bound = Pick<Session, "id" | "projectId">;

/**
 * A single call; or the waiting calls of one request by their positions, with the key of the whole batch and its start
 * in ms.
 */
const State = z.union([
  z.object({ call: z.string(), print: z.string() }),
  z.object({ batch: z.string(), since: z.number(), print: z.string(), calls: z.record(z.string(), z.string()) }),
]);
export type RequestState = z.infer<typeof State>;
export type BatchState = Extract<RequestState, { batch: string }>;

/** Names of executions are kept for a day: after that, a repeated request would execute its other calls again. */
const BATCH_HOURS = 23;

/** JSON with sorted fields: a client can send them in another order when it repeats a call. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  ) ?? "null";

/** SHA-256 of what a call does: the same for equal calls, whatever the order of their fields. */
export const fingerprintOf = (call: readonly unknown[]): string =>
  createHash("sha256").update(canonical(call)).digest("hex");

const placeOf = ({ id, projectId }: Bound) => ({ projectId, rowId: id, column: "request_state" });

export const sealState = (session: Bound, state: RequestState): string => sealJson(state, placeOf(session));

const foreign = (why: string) =>
  new ApiError("BadRequest", `The request_state ${why}.`, {
    errors: [`request_state: ${why}`],
    suggestedFix: "Repeat the call with the tool, the arguments and the request_state of the answer that asked.",
    headers: { "x-should-retry": "false" },
  });

const tooOld = () =>
  new ApiError("BadRequest", `The request_state is older than ${BATCH_HOURS} hours.`, {
    errors: [`request_state: is older than ${BATCH_HOURS} hours`],
    suggestedFix: "Nothing was executed. Send the calls that are still to be done as a new request.",
    headers: { "x-should-retry": "false" },
  });

function readSealed(session: Bound, text: string): RequestState | null {
  try {
    return State.safeParse(openJson(text, placeOf(session))).data ?? null;
  } catch {
    return null; // sealed elsewhere, or changed
  }
}

/**
 * Opens a state that was made for this session and this call.
 * @throws ApiError BadRequest for any other text, for a state of another call, and for a batch of calls that is too old
 */
export function openState(session: Bound, text: string, fingerprint: string): RequestState {
  const state = readSealed(session, text);
  if (!state) throw foreign("is none that this session gave");
  if (state.print !== fingerprint) throw foreign("belongs to another call: the tool or its arguments are others");
  if ("batch" in state && now().getTime() - state.since > BATCH_HOURS * 3_600_000) throw tooOld();
  return state;
}
