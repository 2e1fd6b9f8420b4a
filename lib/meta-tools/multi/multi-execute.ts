/** Executes several tools at the same time: each as a call of its own, so that one that fails leaves the others right. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { findTool } from "@/lib/catalog/read/tools";
import { executeTool } from "@/lib/execution/execute-tool";
import { ApiError } from "@/lib/kernel/errors";
import { sessionAccountRules } from "@/lib/tool-router/accounts/session-accounts";
import { isMetaTool } from "@/lib/tool-router/rules/meta-tools";
import { refusalOf } from "@/lib/tool-router/rules/rules";
import type { MetaCall, MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";

const Args = z.looseObject({ tools: z.array(z.unknown()).min(1).max(50) });
const Item = z.object({
  tool_slug: z.string().trim().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  account: z.string().trim().max(200).nullish(),
});
type Response = Awaited<ReturnType<typeof executeTool>>;
type Result = { tool_slug: string; index: number; response: Response | null; error: string | null };

/** A key of its own for each, so that the call may be repeated after it was cut off. */
const keyOf = (key: string, index: number): string => createHash("sha256").update(`${key}:${index}`).digest("hex");

async function executeItem(given: unknown, index: number, { session, ...call }: MetaCall): Promise<Response> {
  const item = readArguments(Item, (given ?? {}) as Record<string, unknown>);
  const { onReplay: _, idempotencyKey: key, ...facts } = call.facts;
  const slug = item.tool_slug;
  if (isMetaTool(slug.toUpperCase()))
    throw new ApiError("Unprocessable", `${slug} is a meta tool, which no other tool can run.`, {
      suggestedFix: "Call the meta tool itself.",
    });
  const tool = await findTool(call.caller.projectId, slug);
  const refusal = tool ? refusalOf(session, tool) : null;
  if (refusal !== null) throw new ApiError("Forbidden", `This session may not execute ${slug}: ${refusal}.`);
  const account = item.account ?? call.account;
  return executeTool(
    call.caller,
    slug,
    { arguments: item.arguments ?? {}, user_id: session.userId },
    {
      ...facts,
      sessionId: session.id,
      ...(key !== undefined && { idempotencyKey: keyOf(key, index) }),
      ...(tool && { accountRules: sessionAccountRules(session, tool.toolkitSlug, account ?? undefined) }),
    },
  );
}

function wordsOf(error: ApiError): string {
  const { errors = [], suggestedFix } = error.details;
  return [error.message, ...errors.slice(0, 10), suggestedFix].filter(Boolean).join(" ");
}

async function resultOf(given: unknown, index: number, call: MetaCall): Promise<Result> {
  const named = (given as { tool_slug?: unknown } | null)?.tool_slug;
  const place = { tool_slug: typeof named === "string" ? named.slice(0, 200) : "", index };
  try {
    const response = await executeItem(given, index, call);
    return { ...place, response, error: response.successful ? null : response.error };
  } catch (error) {
    const words = error instanceof ApiError ? wordsOf(error) : "This server failed to execute the tool.";
    return { ...place, response: null, error: words };
  }
}

/** COMPOSIO_MULTI_EXECUTE_TOOL */
export const multiExecute: MetaTool = async (args, call) => {
  const { tools } = readArguments(Args, args);
  const results = await Promise.all(tools.map((given, index) => resultOf(given, index, call)));
  const failed = results.filter(({ error, response }) => error !== null || !response?.successful).length;
  const counts = { total_count: results.length, success_count: results.length - failed, error_count: failed };
  return { data: { results, ...counts, remote_file_info: null, next_steps: null }, error: null, successful: true };
};
