/** Executes a tool within a session: a meta tool, or a tool of an app that the session's rules allow. */
import type { z } from "zod";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import type { ToolAnswer } from "@/lib/execution/contract";
import { executeTool } from "@/lib/execution/execute-tool";
import type { ExecutionFacts } from "@/lib/execution/sending/trace";
import { ApiError } from "@/lib/kernel/errors";
import { sessionAccountRules } from "@/lib/tool-router/accounts/session-accounts";
import { executionRefusalOf } from "@/lib/tool-router/rules/approval";
import { recordSessionCost } from "@/lib/tool-router/sessions/session-costs";
import { requireSession } from "@/lib/tool-router/sessions/sessions";
import type { metaApi } from "./contract";
import type { MetaCaller } from "./meta-call";
import { runMetaTool } from "./run-meta-tool";
import { toMetaSlug } from "./run-tool";
import { shapeAnswer, toShape } from "./shaping/shape";
import { assertNotOwn } from "./search/own-tools";

type Body = z.output<typeof metaApi.executeInSession.body>;
type MetaBody = z.output<typeof metaApi.executeMeta.body>;
type Answer = z.input<typeof metaApi.executeInSession.response>;

/** Clients wait 60 s and then ask again: an answer that comes before saves a second execution. */
const TIMEOUT_MS = 55_000;

const toAnswer = (answer: z.output<typeof ToolAnswer>): Answer => ({
  ...answer,
  result_type: answer.successful ? "completed" : "failed",
});

const outside = (slug: string, rule: string) =>
  new ApiError("Forbidden", `The session does not allow ${slug}: ${rule}.`, {
    suggestedFix: "Use another tool, or change the session with PATCH /api/v3/tool_router/session/{session_id}.",
  });

const unshaped = (slug: string) =>
  new ApiError("Unprocessable", `The answer of ${slug} cannot be made smaller.`, {
    errors: ["response: is for tools of apps"],
    suggestedFix: "Leave it out; in COMPOSIO_MULTI_EXECUTE_TOOL, give it with each of the tools.",
  });

/**
 * @throws ApiError NotFound for a session or tool that there is not; Forbidden with the rule for a tool outside the
 *   session's rules; as `executeTool` and `runMetaTool`
 */
export async function executeInSession(
  caller: MetaCaller,
  sessionId: string,
  body: Body,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { projectId } = caller;
  const session = await requireSession(projectId, sessionId);
  const { tool_slug: slug, account } = body;
  const given = body.arguments ?? {};
  const within: ExecutionFacts = { ...facts, sessionId: session.id, timeoutMs: TIMEOUT_MS };
  const meta = toMetaSlug(slug);
  const shape = toShape(body.response);
  if (meta !== undefined && shape) throw unshaped(meta);
  if (meta !== undefined)
    return toAnswer(await runMetaTool(meta, given, { caller, session, facts: within, ...(account && { account }) }));
  assertNotOwn(session, slug, body.experimental);
  // In the version that will run: another one may have other tags.
  const { tool } = await requireChosenTool(projectId, slug, facts.versions ?? {});
  const rule = executionRefusalOf(session, tool);
  if (rule !== null) throw outside(tool.slug, rule);
  const accountRules = sessionAccountRules(session, tool.toolkitSlug, account ?? undefined);
  const input = { arguments: given, user_id: session.userId };
  const meter = {
    ...(shape && { told: (data: unknown) => shape(data).told }),
    count: (tokens: number) => recordSessionCost(session, { calls: 1, results: tokens }),
  };
  const answer = await executeTool(caller, tool.slug, input, { ...within, accountRules, meter });
  const place = { projectId, toolkitSlug: tool.toolkitSlug, toolSlug: tool.slug };
  return toAnswer(await shapeAnswer(answer, shape, place, { requestId: facts.requestId }));
}

/** @throws ApiError BadRequest for a tool that is no meta tool; as `executeInSession` */
export async function executeMetaInSession(
  caller: MetaCaller,
  sessionId: string,
  { slug, arguments: given }: MetaBody,
  facts: ExecutionFacts,
): Promise<Answer> {
  if (toMetaSlug(slug) === undefined)
    throw new ApiError("BadRequest", `${slug.slice(0, 100)} is no meta tool.`, {
      errors: ["slug: must name a tool of the toolkit composio"],
      suggestedFix: "Execute tools of apps with POST /api/v3/tool_router/session/{session_id}/execute.",
    });
  return executeInSession(caller, sessionId, { tool_slug: slug, arguments: given }, facts);
}
