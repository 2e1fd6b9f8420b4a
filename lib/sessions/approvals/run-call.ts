/** Runs a call of an app's tool in a session, at once or after an approval; both use the same code. */
import { cutText } from "@/lib/kernel/text/storable";
import type { ParkedCall } from "@/generated/prisma/client";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { requireChosenTool, type ChosenTool } from "@/lib/catalog/read/chosen-tool";
import { assertToolAllowed, chooseAccess } from "@/lib/execution/access/open-access";
import { declaredSecrets } from "@/lib/execution/access/secret-names";
import { executeChosenTool } from "@/lib/execution/execute-tool";
import { prepareArguments } from "@/lib/execution/request/arguments";
import type { CacheWish } from "@/lib/contract/cache-wish";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { shapeAnswer } from "@/lib/execution/shaping/shape-answer";
import type { Shape } from "@/lib/execution/shaping/shape";
import { ApiError } from "@/lib/kernel/errors";
import { ownValue } from "@/lib/kernel/text/own-value";
import { redact } from "@/lib/kernel/text/redact";
import type { Values } from "@/lib/kernel/text/is-object";
import { now } from "@/lib/kernel/time/clock";
import { sessionAccountRules } from "../rules/session-account-rules";
import { findGrant, tryDecide, type Decider, type DecisionInput } from "./decide-call";
import { handOver } from "./parked-call-lifecycle";
import { findOpenCall, parkCall, requireCall, stateOf } from "./parked-calls";
import { approversFor } from "../rules/may-decide";
import { policyOf } from "../rules/read-policy";
import type { Policy } from "../rules/policy";
import { fingerprintOf } from "./request-state";
import { judgeCall, type Judgment } from "../rules/judge-call";
import { findPolicyAsk } from "../rules/find-policy-ask";
import type { Session } from "../session";
import type { MetaCaller } from "../meta-tools/meta-call";
import { toAnswer, toEnding, toQuestion, type Answer } from "./answer";
import { carryOut } from "./carry-out";
import type { Responses } from "./responses";

export type Call = {
  caller: MetaCaller;
  session: Session;
  facts: ExecutionFacts;
  slug: string;
  arguments: Values;
  /** The account that the caller names for a toolkit, by id or alias. */
  accountOf: (toolkitSlug: string) => string | undefined;
  /** The function that makes the response smaller. */
  shape?: Shape | undefined;
  /** Whether an earlier answer of the call can come again. */
  cache?: CacheWish | null | undefined;
  /** The number of equal calls before it in the same request. */
  nth?: number;
  /** The caller's own name for the call, if it has one; the call is found again by it. */
  name?: string | undefined;
  /** For a repeated request: returns the id of the waiting call for its fingerprint. */
  repeats?: (fingerprint: string) => string | undefined;
  responses?: Responses | undefined;
  /** The caller has seen the result of the previous equal call, and wants a new call. */
  anew?: boolean | undefined;
};

const outside = (slug: string, rule: string) =>
  new ApiError("Forbidden", `The session does not allow ${slug}: ${rule}.`, {
    suggestedFix: "Use another tool, or change the session with PATCH /api/v3/tool_router/session/{session_id}.",
  });

const badResponse = (id: string, problem: string) =>
  new ApiError("Unprocessable", `The answer to ${id} cannot be read.`, {
    errors: [`input_responses.${id}.${problem}`],
    suggestedFix: "Send an action, and with accept a decision: approve, approve_for_session or deny.",
  });

const DECISIONS: Readonly<Record<string, DecisionInput["decision"]>> = {
  approve: "once",
  approve_for_session: "session",
  deny: "deny",
};

/** The client's decision about a call; null without a decision. */
function decisionIn(responses: Responses | undefined, id: string): DecisionInput | null {
  const response = ownValue(responses, id);
  if (!response) return null;
  if (response.action !== "accept") return { decision: "deny" };
  const decisionText = response.content?.decision ?? "approve";
  const decision = typeof decisionText === "string" ? ownValue(DECISIONS, decisionText) : undefined;
  if (!decision) throw badResponse(id, "content.decision: must be approve, approve_for_session or deny");
  const reason = response.content?.reason;
  return { decision, ...(typeof reason === "string" && { reason: cutText(reason, 500) }) };
}

/** Handles a call that waits or waited: asks again, executes it, or returns its result. */
async function answerOf(row: ParkedCall, { caller, session, facts, responses }: Call): Promise<Answer> {
  const decision = stateOf(row, now()) === "waiting" ? decisionIn(responses, row.id) : null;
  const actor = caller.actor ?? { id: "", name: null };
  const by: Decider = { ...actor, party: { kind: "app" }, record: facts.audit };
  if (decision) await tryDecide(row, decision, by, { byJob: false });
  const decided = decision ? await requireCall(row.projectId, row.id) : row;
  const after = decided.state === "approved" ? await carryOut(caller, decided, facts.requestId) : decided;
  const state = stateOf(after, now());
  if (state === "waiting") return toQuestion(after, session);
  // A client that has disconnected repeats the call.
  if (!facts.signal?.aborted) await handOver(after);
  return toEnding(after, state);
}

type Question = { choice: ChosenTool; policy: Policy; judgment: Extract<Judgment, { kind: "asks" }> };
type CallKey = { fingerprint: string; openKey: string };

/** Makes the checks that are possible before an approval, so that nobody is asked about a call that cannot run. */
async function park(call: Call, { choice, policy, judgment }: Question, callKey: CallKey): Promise<ParkedCall> {
  const { tool, toolkit } = choice;
  const { session, facts, caller } = call;
  const args = prepareArguments(tool, call.arguments);
  const rules = sessionAccountRules(session, tool.toolkitSlug, call.accountOf(tool.toolkitSlug));
  const { account } = await chooseAccess(session.projectId, toolkit, { userId: session.userId, rules, on: facts });
  assertToolAllowed(account, tool);
  return parkCall({
    session,
    tool,
    ...callKey,
    keyed: call.name !== undefined,
    asked: judgment,
    account: account && { id: account.id, rule: account.rule },
    lifeSeconds: policy.lifeSeconds,
    approvers: approversFor(tool, policy, session),
    call: {
      name: tool.name,
      arguments: call.arguments,
      shown: redact(args, [], declaredSecrets(tool)) as Values,
      version: tool.version,
      tags: [...tool.tags],
      // The account that was shown for the approval, not another account that the user has by now.
      accountRules: account ? { ...rules, named: account.id } : rules,
      source: facts.source,
      ...(caller.by?.keyId && { keyId: caller.by.keyId }),
    },
  });
}

const printOf = (tool: CatalogTool, call: Call): string =>
  fingerprintOf([tool.slug, call.arguments, call.accountOf(tool.toolkitSlug) ?? null, call.nth ?? 0]);

const renamed = () =>
  new ApiError("Conflict", "This Idempotency-Key was used for another call of the session.", {
    slug: "IdempotencyKeyReused",
    suggestedFix: "Send a new key for a new call.",
    headers: { "x-should-retry": "false" },
  });

/** The earlier call that this call repeats; null for a new call. */
async function findRepeated(call: Call, { fingerprint, openKey }: CallKey): Promise<ParkedCall | null> {
  const repeated = call.repeats?.(fingerprint);
  if (repeated !== undefined) return requireCall(call.session.projectId, repeated);
  const row = await findOpenCall(call.session, openKey, { anew: call.anew });
  if (row && row.fingerprint !== fingerprint) throw renamed();
  return row;
}

/** The judgment by the session's rules, and then by the project's policies. */
async function judgeWithPolicies(call: Call, choice: ChosenTool, judgment: Judgment): Promise<Judgment> {
  if (judgment.kind === "denied" || (judgment.kind === "asks" && !judgment.once)) return judgment;
  const rule = await findPolicyAsk(call, choice);
  return rule === null ? judgment : { kind: "asks", rule, once: false };
}

/** @throws ApiError as `runCall` */
async function runChosen(call: Call, choice: ChosenTool): Promise<Answer> {
  const { caller, session, facts } = call;
  const { tool } = choice;
  const { projectId } = caller;
  const policy = await policyOf(projectId);
  const judgment = await judgeWithPolicies(call, choice, judgeCall(session, tool, policy));
  let isGranted = false;
  if (judgment.kind !== "runs" || !judgment.plain || call.repeats) {
    const fingerprint = printOf(tool, call);
    const callKey = { fingerprint, openKey: call.name === undefined ? fingerprint : fingerprintOf(["key", call.name]) };
    const row = await findRepeated(call, callKey);
    if (row) return answerOf(row, call);
    isGranted = judgment.kind === "asks" && (await findGrant(projectId, session.id, tool.slug));
    if (judgment.kind === "asks" && !isGranted)
      return answerOf(await park(call, { choice, policy, judgment }, callKey), call);
  }
  const accountRules = sessionAccountRules(session, tool.toolkitSlug, call.accountOf(tool.toolkitSlug));
  // Whole: `runCall` makes it smaller, also the answer of an approved call.
  const input = { arguments: call.arguments, user_id: session.userId, response: {}, cache: call.cache };
  // A denied call takes the same path, so that it has a row in the log.
  const refusal = judgment.kind === "denied" ? outside(tool.slug, judgment.rule) : undefined;
  const named = { calledAs: call.slug, ...choice };
  const granted = isGranted ? { isGranted } : undefined;
  const ruled: ExecutionFacts = Object.assign({}, facts, { accountRules }, granted, refusal && { refusal });
  return toAnswer(await executeChosenTool(caller, named, input, ruled));
}

/**
 * Executes the tool, or asks for an approval, or returns the result of an approved call.
 * @throws ApiError Forbidden with the rule for a tool that the session does not allow; as `executeTool`; BadRequest for
 *   the state of a different call
 */
export async function runCall(call: Call): Promise<Answer> {
  const { facts, slug, shape } = call;
  const { projectId } = call.caller;
  // The version that will run: other versions can have other tags.
  const choice = await requireChosenTool(projectId, slug, facts.versions ?? {});
  const answer = await runChosen(call, choice);
  const origin = { projectId, toolkitSlug: choice.tool.toolkitSlug, toolSlug: choice.tool.slug };
  return shapeAnswer(answer, shape, { origin, on: { requestId: facts.requestId } });
}
