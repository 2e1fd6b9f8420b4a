/** Executes one tool: the story of an execution, from its arguments to its row in the log. */
import type { z } from "zod";
import type { CatalogueTool as Tool, CatalogueToolkit as Toolkit } from "@/lib/catalog/catalogue";
import { requireTool } from "@/lib/catalog/tools";
import { requireToolkit } from "@/lib/catalog/toolkits";
import { OutboundError } from "@/lib/kernel/outbound";
import { prepareArguments } from "./arguments";
import { followPages, toBudget, type PageBudget } from "./auto-paginate";
import type { executionApi, ToolAnswer } from "./contract";
import { DryRun } from "./dry-run";
import { countEndUser } from "./end-user-limit";
import { executeOnce, isRepeatable } from "./execute-once";
import { answerSink, toFiledOutcome, withStoredFiles } from "./file-answers";
import { openFiles } from "./file-arguments";
import { toRequest } from "./http-tool";
import { assertToolAllowed, openAccess, type Access } from "./open-access";
import { runHandler } from "./run-handler";
import { declaredSecrets } from "./secret-places";
import { limitsOf, sendAuthorised, type SendLimits } from "./send-authorised";
import { findArguments } from "./text-arguments";
import { toUnreachable, type ToolOutcome } from "./tool-response";
import {
  afterSending,
  logExecution,
  startTrace,
  traceRequest,
  type ExecutionCaller,
  type ExecutionFacts,
  type Subject,
  type Trace,
} from "./trace";

export type ExecutionInput = z.output<typeof executionApi.executeTool.body>;

type Execution = {
  caller: ExecutionCaller;
  tool: Tool;
  toolkit: Toolkit;
  input: ExecutionInput;
  userId: string | undefined;
  subject: Subject;
  trace: Trace;
  budget: PageBudget | undefined;
};

/**
 * Executes a tool with a user's credentials. What the provider refuses, or a provider that cannot be reached, is an answer
 * with `successful: false`.
 * @throws ApiError NotFound for an unknown tool, Unprocessable for arguments that do not fit, BadRequest 1803 or 1812 for
 *   the account, Forbidden for a tool that the auth config leaves out; then nothing was sent. Conflict for an
 *   Idempotency-Key, as `executeOnce`
 */
export async function executeTool(
  caller: ExecutionCaller,
  slug: string,
  input: ExecutionInput,
  facts: ExecutionFacts,
): Promise<z.output<typeof ToolAnswer>> {
  const { projectId } = caller;
  const tool = await requireTool(projectId, slug, input.version ?? undefined);
  const toolkit = await requireToolkit(projectId, tool.toolkitSlug);
  const userId = input.user_id ?? input.entity_id ?? undefined;
  const subject = { toolSlug: tool.slug, toolkitSlug: tool.toolkitSlug, version: tool.version, kind: "tool" as const };
  const execution = {
    caller,
    tool,
    toolkit,
    input,
    userId,
    subject,
    trace: startTrace(facts),
    budget: toBudget(tool, input.auto_paginate),
  };
  if (input.dry_run || facts.idempotencyKey === undefined) return execute(execution, facts);
  return executeOnce(
    caller,
    execution.trace,
    facts,
    { request: [tool.slug, input], repeatable: isRepeatable(tool.run), subject, userId },
    (within) => execute(execution, within),
  );
}

async function execute(
  { caller, tool, toolkit, input, userId, subject, trace, budget }: Execution,
  facts: ExecutionFacts,
): Promise<z.output<typeof ToolAnswer>> {
  const { projectId } = caller;
  try {
    const given =
      input.arguments ?? (input.text ? await findArguments(projectId, tool, { text: input.text }, facts) : {});
    trace.arguments = given;
    trace.hidden = declaredSecrets(tool);
    const args = prepareArguments(tool, given);
    const access = await openAccess(projectId, toolkit, {
      userId,
      connectedAccountId: input.connected_account_id ?? undefined,
      connection: input.custom_connection_data,
      custom: input.custom_auth_params,
      renew: !input.dry_run,
      on: trace,
    });
    trace.access = access;
    assertToolAllowed(access.account, tool.slug);
    const counted = input.dry_run ? null : countEndUser(caller, userId ?? access.account?.userId);
    if (counted) await counted;
    trace.prepareMs = performance.now() - trace.began;
    const outcome = await runTool(tool, toolkit, args, access, trace, limitsOf(facts, input.dry_run ?? false), budget);
    logExecution(caller, subject, trace, facts, outcome, userId);
    return { ...outcome, log_id: trace.logId };
  } catch (error) {
    logExecution(
      caller,
      subject,
      trace,
      facts,
      { successful: false, error: error instanceof Error ? error.message : "unknown" },
      userId,
    );
    throw afterSending(error, trace);
  }
}

async function runTool(
  tool: Tool,
  toolkit: Toolkit,
  args: Record<string, unknown>,
  access: Access,
  trace: Trace,
  limits: SendLimits,
  budget: PageBudget | undefined,
): Promise<ToolOutcome> {
  try {
    const place = { projectId: access.projectId, toolkitSlug: toolkit.slug, toolSlug: tool.slug };
    if (tool.run.handler !== undefined)
      return await withStoredFiles(
        await runHandler(tool.run, args, toolkit, access, trace, limits),
        answerSink(place, trace),
      );
    const stored = tool.run.request;
    const files = await openFiles(access.projectId, stored, args);
    const sink = answerSink(place, trace, { binary: stored.binary ?? false });
    const made = {
      files,
      ...(access.baseUrl && { baseUrl: access.baseUrl }),
      variables: access.values,
      ...(access.body && { extraBody: access.body }),
    };
    const request = toRequest(stored, args, made);
    traceRequest(trace, request);
    const response = await sendAuthorised({ ...request, sink }, trace, access, limits);
    const outcome = await toFiledOutcome(toolkit.name, response, sink, {
      secrets: (trace.access ?? access).secrets,
      binary: stored.binary,
    });
    if (!budget || !outcome.successful || sink.file) return outcome;
    return await followPages(
      { tool, toolkit, args, access, trace, limits, toRequest: (changed) => toRequest(stored, changed, made) },
      request,
      { outcome, response },
      budget,
    );
  } catch (error) {
    if (error instanceof OutboundError) return toUnreachable(toolkit.name, error);
    if (error instanceof DryRun)
      return { data: { dry_run: true, request: trace.dryRun }, error: null, successful: true };
    throw error;
  }
}
