/** Executes one tool: the steps of `run-execution` that are specific to tools. */
import type { z } from "zod";
import type { CatalogTool as Tool, CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { requireChosenTool, type ChosenTool } from "@/lib/catalog/read/chosen-tool";
import { toRetirementNotice } from "@/lib/catalog/tool-request";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { assertAllPlaced } from "@/lib/connected-accounts/credentials/placed-values";
import { type ApiError } from "@/lib/kernel/errors";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { prepareArguments } from "./request/arguments";
import { followPages, toBudget, type PageBudget } from "./paging/auto-paginate";
import type { executionApi, ToolAnswer } from "./contract";
import { answerSink, toFiledOutcome, withStoredFiles } from "./answer/file-answers";
import { withAnswerHeaders } from "./answer/with-answer-headers";
import { withAnswerNames } from "./answer/answer-names";
import { pickAnswer } from "./answer/pick-answer";
import { throughCache } from "./through-cache";
import { shapeAnswer } from "./shaping/shape-answer";
import { toShape } from "./shaping/shape";
import { openFiles } from "./request/file-arguments";
import { standIns } from "./request/stand-ins";
import { toRequest } from "./request/http-tool";
import { withLongNumbers } from "./request/long-numbers";
import { assertFixedStays } from "./access/assert-fixed-stays";
import { assertToolAllowed, assertUserAllowed, chooseAccess } from "./access/open-access";
import { isIdempotentMethod } from "./sending/retry";
import type { Obeyed } from "./obey-policies";
import { toPolicedCall } from "./to-policed-call";
import { nestedMetaTool } from "./nested-meta-tool";
import { runAtProvider } from "./run-execution";
import type { HookBlock } from "./hook-run";
import { runHandler, type HandlerRunFacts } from "./run-handler";
import { runMcpTool } from "./run-mcp-tool";
import { declaredSecrets } from "./access/secret-names";
import { isNotSent, timeLimitOf, type Sender } from "./sending/sender";
import { findArguments } from "./text-arguments";
import { refusedWithNote, withNote } from "./answer/version-note";
import { toDryRun, toUnreachable, type ToolOutcome } from "./answer/tool-response";
import type { ExecutionCaller, ExecutionFacts, Subject } from "./execution-facts";
import { addWarning, traceRequest, type Trace } from "./sending/trace";

export type ExecutionInput = z.output<typeof executionApi.executeTool.body>;

/** The facts of an execution that its tool gets. */
type RunFacts = HandlerRunFacts & Pick<ExecutionFacts, "onProgress" | "questioner">;

/** A tool with its checked arguments. */
type Call = { tool: Tool; toolkit: Toolkit; args: Record<string, unknown>; budget: PageBudget | undefined };

const toSubject = ({ slug, toolkitSlug, version }: Tool, called: string): Subject => ({
  toolSlug: slug,
  ...(called.toUpperCase() !== slug && { calledAs: called }),
  toolkitSlug,
  version,
  kind: "tool",
});

/**
 * Executes a tool with a user's credentials. If the provider refuses, or cannot be reached, the answer has
 * `successful: false`.
 * @throws ApiError before anything is sent: NotFound for an unknown tool, Unprocessable for invalid arguments,
 *   BadRequest 1803 or 1812 for the account, Forbidden for a tool that the auth config does not allow. Conflict for an
 *   Idempotency-Key, as `executeOnce`
 */
export async function executeTool(
  caller: ExecutionCaller,
  slug: string,
  input: ExecutionInput,
  facts: ExecutionFacts,
): Promise<z.output<typeof ToolAnswer>> {
  const { omitted, asOf, strict } = facts.versions ?? {};
  const choice = { asked: input.version ?? undefined, omitted, asOf, strict };
  const tool = await requireChosenTool(caller.projectId, slug, choice);
  return executeChosenTool(caller, { calledAs: slug, ...tool }, input, facts);
}

/**
 * Executes a tool that the caller has chosen already, in the version of `facts.versions` and `input.version`. The
 * answer is as small as `input.response` asks, or a default.
 * @throws ApiError as `executeTool`; Unprocessable for fields that are no paths
 */
export async function executeChosenTool(
  caller: ExecutionCaller,
  choice: ChosenTool & { calledAs: string },
  input: ExecutionInput,
  facts: ExecutionFacts,
): Promise<z.output<typeof ToolAnswer>> {
  const wish = input.response ?? facts.defaultResponse ?? caller.settings.defaultResponse;
  if (!wish) return executeWhole(caller, choice, input, facts);
  // An Idempotency-Key keeps the whole answer, so a repeat can ask for other parts of it.
  const { response: _, ...rest } = input;
  const shape = input.dry_run ? undefined : toShape(wish);
  const meter = shape && { meter: { ...facts.meter, toPart: shape.preview } };
  const answer = await executeWhole(caller, choice, rest, { ...facts, ...meter });
  const { slug: toolSlug, toolkitSlug } = choice.tool;
  const origin = { projectId: caller.projectId, toolkitSlug, toolSlug };
  return shapeAnswer(answer, shape, { origin, on: { requestId: facts.requestId } });
}

async function executeWhole(
  caller: ExecutionCaller,
  { tool, toolkit, missing, calledAs }: ChosenTool & { calledAs: string },
  input: ExecutionInput,
  facts: ExecutionFacts,
): Promise<z.output<typeof ToolAnswer>> {
  if (missing) facts.onMissingVersion?.(missing);
  // `lib/sessions/run-tool` takes calls of meta tools: one comes here only from within another call.
  if (tool.run.builtin !== undefined) throw nestedMetaTool(tool.slug);
  const userId = input.user_id ?? input.entity_id ?? undefined;
  const userOf = (account: ResolvedAccount | undefined) => userId ?? account?.userId;
  const subject = toSubject(tool, calledAs);
  const call: Call = { tool, toolkit, args: {}, budget: toBudget(tool, input.auto_paginate) };
  return runAtProvider(
    caller,
    {
      keyed: { request: toKeyed(tool, input, facts), repeatable: isRepeatable(tool) },
      dryRun: input.dry_run ?? false,
      returnsBusyAnswers: false,
      userId,
      subject: () => subject,
      subjectAfterCrash: async () => subject,
      choose: async (trace, within) => {
        // Before a word about the arguments: they are of another user's tool.
        if (userId !== undefined) assertUserAllowed(toolkit, userId);
        if (input.custom_auth_params) assertFixedStays(tool, input.custom_auth_params);
        call.args = await refusedWithNote(missing, readArguments(caller.projectId, tool, input, trace, within));
        return chooseAccess(caller.projectId, toolkit, {
          connection: input.custom_connection_data,
          custom: input.custom_auth_params,
          elsewhere: caller.settings.credentialsElsewhere,
          rules: within.accountRules,
          renew: !input.dry_run,
          on: trace,
          ...(userId !== undefined && { userId }),
          ...(input.connected_account_id && { connectedAccountId: input.connected_account_id }),
        });
      },
      assertAllowed: (account) => assertCallAllowed(call, userOf(account), account),
      policed: (account) => toPolicedCall(call, input, userOf(account), account?.id),
      obeyAgain,
      send: async (sender, trace, { signal, onProgress, questioner, ...within }, obeyed) => {
        const facts = { userId, signal, deadline: deadlineOf(trace, within), onProgress, questioner };
        const result = withNote(missing, await runCached(input, call, { caller, sender, trace }, facts));
        const outcome = obeyed?.withResult(result, {}) ?? result;
        return { answer: toAnswer(outcome, trace), outcome };
      },
      blocked: toBlocked,
    },
    facts.refusal ? withoutKey(facts) : facts,
  );
}

/** Runs the tool, or gives an earlier answer to a caller that asks for it. */
const runCached = (
  { cache }: ExecutionInput,
  call: Call,
  { caller, sender, trace }: { caller: ExecutionCaller; sender: Sender; trace: Trace },
  facts: RunFacts & { userId: string | undefined },
): Promise<ToolOutcome> =>
  throughCache(cache, call, { caller, sender, trace, userId: facts.userId }, () => runTool(call, sender, trace, facts));

const deadlineOf = ({ startedAt }: Trace, within: ExecutionFacts): number => startedAt.getTime() + timeLimitOf(within);

function assertCallAllowed({ tool, toolkit }: Call, userId: string | undefined, account: ResolvedAccount | undefined) {
  assertToolAllowed(account, tool);
  assertUserAllowed(toolkit, userId);
}

/** Without spreads: they would cost more than all the rest of the answer. */
const toAnswer = (
  { data, error, successful }: ToolOutcome,
  { logId, warnings, cached }: Trace,
): z.output<typeof ToolAnswer> => ({
  data,
  error,
  successful,
  log_id: logId,
  ...(warnings && { warnings }),
  ...(cached && { cached: { at: cached.since.toISOString(), age_seconds: Math.floor(cached.ageMs / 1000) } }),
});

/** The part of a request that repeats with the same key must share. */
const toKeyed = ({ slug }: Tool, input: ExecutionInput, { accountRules }: ExecutionFacts): unknown =>
  accountRules ? [slug, input, accountRules] : [slug, input];

const toBlocked = (block: HookBlock, logId: string) => {
  const outcome = { data: {}, error: block.message, successful: false };
  return { answer: { ...outcome, log_id: logId, ...block }, outcome };
};

/** An earlier answer as the policies leave it, with their warnings. */
function obeyAgain(answer: z.output<typeof ToolAnswer>, obeyed: Obeyed, trace: Trace): z.output<typeof ToolAnswer> {
  const outcome = obeyed.withResult(answer, {});
  const warnings = [...new Set([...(answer.warnings ?? []), ...(trace.warnings ?? [])])];
  return { ...outcome, ...(warnings.length > 0 && { warnings }) };
}

/** A call that a rule forbids now gets no answer of an earlier one. */
const withoutKey = ({ idempotencyKey: _, isRetry: __, ...facts }: ExecutionFacts): ExecutionFacts => facts;

/** Ends a call that a rule forbids; its row in the log contains the arguments. @throws the refusal */
function refuse(refusal: ApiError, tool: Tool, input: ExecutionInput, trace: Trace): never {
  trace.arguments = input.arguments ?? {};
  trace.hidden = declaredSecrets(tool);
  throw refusal;
}

/** Whether the tool can safely run twice. A composite tool can have several effects, so it cannot. */
const isRepeatable = ({ run }: Tool): boolean => run.request !== undefined && isIdempotentMethod(run.request.method);

/** The schema of all arguments that are sent, with those that the project has fixed. */
const wholeInput = ({ inputSchema, laidOver }: Tool) => laidOver?.inputSchema ?? inputSchema;

/** The checked arguments of a tool; a language model finds them if the caller sent text instead. */
async function readArguments(
  projectId: string,
  tool: Tool,
  input: ExecutionInput,
  trace: Trace,
  facts: ExecutionFacts,
): Promise<Record<string, unknown>> {
  if (facts.refusal) refuse(facts.refusal, tool, input, trace);
  const args = input.arguments ?? (input.text ? await findArguments(projectId, tool, { text: input.text }, facts) : {});
  trace.arguments = args;
  trace.hidden = declaredSecrets(tool);
  if (tool.run.retires) addWarning(trace, `${tool.slug}: ${toRetirementNotice(tool.run.retires)}`);
  const all = { ...args, ...standIns(tool, args, input.custom_auth_params) };
  return prepareArguments(tool, all, (text) => addWarning(trace, text));
}

/**
 * Runs a tool whose account is chosen: sends what it sends, and reads the answer. The answer also has the keys under
 * which other programs look. Without an answer of the provider, the outcome contains the reason.
 * @throws ApiError for arguments that make no request
 */
export async function runTool(call: Call, sender: Sender, trace: Trace, within: RunFacts): Promise<ToolOutcome> {
  const { tool, toolkit, args } = call;
  try {
    const outcome = await runAsWritten(call, sender, trace, within);
    if (!tool.run.answer || !outcome.successful || sender.dry) return outcome;
    const data = withAnswerNames(tool.run.answer, outcome.data, args, (text) => addWarning(trace, text));
    return { ...outcome, data };
  } catch (error) {
    if (error instanceof OutboundError) return toUnreachable(toolkit.name, error);
    throw error;
  }
}

async function runAsWritten(call: Call, sender: Sender, trace: Trace, within: RunFacts): Promise<ToolOutcome> {
  const { tool, toolkit, args } = call;
  if (tool.run.mcp) return runMcpTool({ tool, toolkit, mcp: tool.run.mcp, args }, sender, trace, within);
  if (tool.run.handler === undefined) return runRequest(call, sender, trace);
  const place = { projectId: sender.access.projectId, toolkitSlug: toolkit.slug, toolSlug: tool.slug };
  const outcome = await runHandler(tool.run, args, toolkit, sender, trace, within);
  return withStoredFiles(outcome, answerSink(place, trace, sender));
}

/** The request at the base URL of its toolkit, whatever that was when the tool was added. */
const atToolkit = (request: Tool["run"]["request"], { baseUrl, meta }: Toolkit): Tool["run"]["request"] =>
  request && baseUrl ? { ...request, baseUrl, headers: meta.headers } : undefined;

/** Runs a tool of one request, and reads further pages of its answer if there is a budget. */
async function runRequest(call: Call, sender: Sender, trace: Trace): Promise<ToolOutcome> {
  const { tool, toolkit, args, budget } = call;
  const { access } = sender;
  const toolRequest = tool.run.added ? atToolkit(tool.run.request, toolkit) : tool.run.request;
  if (!toolRequest) throw new Error(`${tool.slug} has neither a request nor a handler.`);
  const place = { projectId: access.projectId, toolkitSlug: toolkit.slug, toolSlug: tool.slug };
  if (access.placed)
    assertAllPlaced(access.placed, access.template ?? access.baseUrl ?? toolRequest.baseUrl, toolRequest.path);
  const files = await openFiles(access.projectId, toolRequest, args);
  const sink = answerSink(place, trace, sender, { binary: toolRequest.binary ?? false });
  const options = {
    files,
    variables: access.values,
    ...(access.baseUrl && { baseUrl: access.baseUrl }),
    ...(access.placed && { placed: access.placed }),
    ...(access.body && { extraBody: access.body }),
  };
  const toSent = (changed: Readonly<Record<string, unknown>>) =>
    toRequest(toolRequest, withLongNumbers(changed, wholeInput(tool), BigInt) as Record<string, unknown>, options);
  const request = toSent(args);
  traceRequest(trace, request);
  const response = await sender.send({ sink, ...request });
  if (isNotSent(response)) return toDryRun(response.notSent);
  const { secrets } = sender.access;
  const bodyOutcome = await toFiledOutcome(toolkit.name, response, sink, {
    secrets,
    binary: toolRequest.binary,
    failures: toolRequest.failures ?? toolkit.meta.refusals?.failures,
  });
  const outcome = withAnswerHeaders(bodyOutcome, toolRequest.answerHeaders ?? [], response, secrets);
  if (!outcome.successful || sink.file) return outcome;
  const paged = { tool, toolkit, args, sender, toRequest: toSent };
  const whole = budget ? await followPages(paged, request, { outcome, response }, budget) : outcome;
  return toolRequest.returns === undefined
    ? whole
    : pickAnswer(whole, toolRequest.returns, (text) => addWarning(trace, text));
}
