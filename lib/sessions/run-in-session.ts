/** Executes a tool within a session: a meta tool, or a tool of an app that the session's rules allow. */
import type { z } from "zod";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { toShape } from "@/lib/execution/shaping/shape";
import { shapeFor } from "./answers/shape-for";
import { ApiError } from "@/lib/kernel/errors";
import type { Values } from "@/lib/kernel/text/is-object";
import { now } from "@/lib/kernel/time/clock";
import { fingerprintOf, openState, sealState, type RequestState } from "./approvals/request-state";
import { factsOf, type Session } from "./session";
import { recordSessionCost } from "./store/session-costs";
import { requireSession } from "./sessions";
import { toAnswer } from "./approvals/answer";
import { runCall } from "./approvals/run-call";
import type { metaApi } from "./meta-tools/contract";
import { mayDecide, type MetaCall, type MetaCaller } from "./meta-tools/meta-call";
import { keepLarge } from "./answers/keep-whole";
import { runMetaTool } from "./meta-tools/run-meta-tool";
import { toMetaSlug } from "./run-tool";
import { assertNotOwn } from "./meta-tools/search/own-tools";

type Body = z.output<typeof metaApi.executeInSession.body>;
type MetaBody = z.output<typeof metaApi.executeMeta.body>;
type Answer = z.input<typeof metaApi.executeInSession.response>;

/** Clients wait 60 s and then ask again: an answer that comes before saves a second execution. */
const TIMEOUT_MS = 55_000;

const misplaced = (why: string) =>
  new ApiError("BadRequest", `The request_state ${why}.`, {
    errors: [`request_state: ${why}`],
    suggestedFix: "Repeat the call with the tool, the arguments and the request_state of the answer that asked.",
    headers: { "x-should-retry": "false" },
  });

/** The state in the form that the call needs. */
function stateOf<Key extends "call" | "batch">(
  key: Key,
  session: Session,
  text: string,
  print: string,
): Extract<RequestState, Record<Key, string>> {
  const state = openState(session, text, print);
  if (key in state) return state as Extract<RequestState, Record<Key, string>>;
  throw misplaced("belongs to another call");
}

const undecided = () =>
  new ApiError("Forbidden", "This key cannot answer what a call waits for.", {
    suggestedFix:
      "Answer with a key of the project that has write access to sessions, or open the approval_url. Then repeat the call.",
  });

const unshaped = (slug: string) =>
  new ApiError("Unprocessable", `The answer of ${slug} can neither be made smaller nor come again.`, {
    errors: ["response, cache: are for tools of apps"],
    suggestedFix: "Leave them out; in COMPOSIO_MULTI_EXECUTE_TOOL, give them with each of the tools.",
  });

/** Runs a meta tool. Its inner calls can wait for an approval. */
async function metaInSession(
  meta: string,
  args: Values,
  { request_state: text, input_responses: responses }: Pick<Body, "request_state" | "input_responses">,
  call: MetaCall,
): Promise<Answer> {
  const { session } = call;
  const print = fingerprintOf([meta, args]);
  const repeated = text
    ? { state: stateOf("batch", session, text, print), responses: responses ?? undefined }
    : undefined;
  const { asks, ...answer } = await runMetaTool(meta, args, { ...call, ...(repeated && { repeated }) });
  if (!asks) return toAnswer(answer);
  const { batch, calls, ...answerParts } = asks;
  return {
    ...answer,
    ...answerParts,
    result_type: "input_required",
    request_state: sealState(session, { batch, since: repeated?.state.since ?? now().getTime(), print, calls }),
  };
}

/**
 * @param anew the caller has seen the result of the previous equal call, and wants a new call
 * @throws ApiError NotFound for an unknown session or tool; Forbidden with the rule for a tool outside the session's
 *   rules; as `executeTool` and `runMetaTool`
 */
export async function runInSession(
  caller: MetaCaller,
  sessionId: string,
  body: Body,
  facts: ExecutionFacts,
  { anew = false } = {},
): Promise<Answer> {
  const { projectId } = caller;
  const session = await requireSession(projectId, sessionId);
  const { tool_slug: slug, account, request_state: text, input_responses: responses } = body;
  const offloads = body.enable_auto_workbench_offload ?? undefined;
  if (responses && !mayDecide(caller)) throw undecided();
  if (responses && !text) throw misplaced("is missing: input_responses answer what it asked");
  const args = body.arguments ?? {};
  // Object.assign, because V8 adds each property after a spread by its slow path.
  const within: ExecutionFacts = Object.assign({}, facts, factsOf(session), { timeoutMs: TIMEOUT_MS });
  const meta = toMetaSlug(slug);
  if (meta !== undefined && (body.cache || toShape(body.response))) throw unshaped(meta);
  if (meta !== undefined)
    return metaInSession(meta, args, body, {
      ...{ caller, session, facts: within },
      ...(account && { account }),
      ...(offloads !== undefined && { offloads }),
    });
  assertNotOwn(session, slug, body.experimental);
  const shape = shapeFor(caller, session, body.response);
  const meter = {
    ...(shape && { toPart: shape.preview }),
    count: (tokens: number) => recordSessionCost(session, { calls: 1, results: tokens }),
  };
  const answer = await runCall({
    caller,
    session,
    facts: Object.assign({}, within, { meter }),
    slug,
    arguments: args,
    accountOf: () => account ?? undefined,
    shape,
    cache: body.cache,
    name: facts.idempotencyKey,
    responses: responses ?? undefined,
    anew,
    ...(text && { repeats: (print: string) => stateOf("call", session, text, print).call }),
  });
  if (!offloads || shape || !answer.successful) return answer;
  return { ...answer, data: await keepLarge(session, answer.data, { requestId: facts.requestId }) };
}

/** @throws ApiError BadRequest for a tool that is no meta tool; as `executeInSession` */
export async function runMetaInSession(
  caller: MetaCaller,
  sessionId: string,
  { slug, arguments: args, request_state, input_responses }: MetaBody,
  facts: ExecutionFacts,
): Promise<Answer> {
  if (toMetaSlug(slug) === undefined)
    throw new ApiError("BadRequest", `${slug.slice(0, 100)} is no meta tool.`, {
      errors: ["slug: must name a tool of the toolkit composio"],
      suggestedFix: "Execute tools of apps with POST /api/v3/tool_router/session/{session_id}/execute.",
    });
  return runInSession(caller, sessionId, { tool_slug: slug, arguments: args, request_state, input_responses }, facts);
}
