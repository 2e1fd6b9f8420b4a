/** One of several calls: an execution like any other, whose errors are texts, so that it harms no other call. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import type { ToolAnswer } from "@/lib/execution/contract";
import { executeTool } from "@/lib/execution/execute-tool";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { isObject } from "@/lib/kernel/text/is-object";
import { sessionAccountRules } from "@/lib/tool-router/accounts/session-accounts";
import { isMetaTool } from "@/lib/tool-router/rules/meta-tools";
import { executionRefusalOf } from "@/lib/tool-router/rules/approval";
import { ResponseShape } from "../contract";
import type { MetaCall } from "../meta-call";
import { readArguments } from "../read-arguments";
import { assertNotOwn } from "../search/own-tools";
import { shapeAnswer, toShape } from "../shaping/shape";
import { errorText } from "./error-text";

const Item = z.object({
  tool_slug: z.string().trim().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  account: z.string().trim().max(200).nullish(),
  response: ResponseShape.nullish(),
});

type Response = z.output<typeof ToolAnswer>;
export type ItemResult = { tool_slug: string; index: number; response: Response | null; error: string | null };

/** What the caller is told, and whether the user must connect an app first. */
export type ItemOutcome = { result: ItemResult; unconnected: boolean };

/** The documented code of a user without an account that works. */
const NO_ACCOUNT = 1803;

const FAILED =
  "The server failed, and it is not known whether the call was carried out. Look at the app before you repeat it.";

/** A key of its own for each, so that the call may go on after it was cut off. */
const keyOf = (key: string, index: number): string => createHash("sha256").update(`${key}:${index}`).digest("hex");

const nested = (slug: string) =>
  new ApiError("Unprocessable", `${slug} is a meta tool, which no other tool can run.`, {
    suggestedFix: "Call the meta tool itself; give other tools of apps alone.",
  });

const outside = (slug: string, rule: string) =>
  new ApiError("Forbidden", `This session may not execute ${slug}: ${rule}.`, {
    suggestedFix: "Use another tool, or change the session's rules.",
  });

/** The account that a whole call names, and the toolkit that it is of where that is known. */
export type DefaultAccount = { id: string; toolkitSlug?: string };

/** It is meant for tools of its own toolkit: those of others have accounts of their own. */
const accountFor = (toolkitSlug: string, one: DefaultAccount | undefined): string | undefined =>
  one && (one.toolkitSlug ?? toolkitSlug) === toolkitSlug ? one.id : undefined;

type ItemCall = Omit<MetaCall, "account"> & { defaultAccount: DefaultAccount | undefined };

async function execute(given: unknown, index: number, { caller, session, facts, defaultAccount }: ItemCall) {
  const item = readArguments(Item, isObject(given) ? given : {});
  const { onReplay: _, idempotencyKey: key, ...within } = facts;
  if (isMetaTool(item.tool_slug.toUpperCase())) throw nested(item.tool_slug);
  assertNotOwn(session, item.tool_slug);
  // In the version that will run: another one may have other tags, and some tools are in earlier versions only.
  const { tool } = await requireChosenTool(caller.projectId, item.tool_slug, facts.versions ?? {});
  const rule = executionRefusalOf(session, tool);
  if (rule !== null) throw outside(tool.slug, rule);
  const shape = toShape(item.response);
  const input = { arguments: item.arguments ?? {}, user_id: session.userId };
  const answer = await executeTool(caller, tool.slug, input, {
    ...within,
    sessionId: session.id,
    ...(key !== undefined && { idempotencyKey: keyOf(key, index) }),
    accountRules: sessionAccountRules(
      session,
      tool.toolkitSlug,
      item.account ?? accountFor(tool.toolkitSlug, defaultAccount),
    ),
    ...(shape && { meter: { told: (data: unknown) => shape(data).told, count: () => undefined } }),
  });
  const place = { projectId: caller.projectId, toolkitSlug: tool.toolkitSlug, toolSlug: tool.slug };
  return shapeAnswer(answer, shape, place, { requestId: facts.requestId });
}

/** Never throws. */
export async function runItem(given: unknown, index: number, call: ItemCall): Promise<ItemOutcome> {
  const named = isObject(given) ? given.tool_slug : undefined;
  const place = { tool_slug: typeof named === "string" ? named.slice(0, 200) : "", index };
  try {
    const response = await execute(given, index, call);
    const error = response.successful ? null : (response.error ?? "The app refused the call.");
    return { result: { ...place, response, error }, unconnected: false };
  } catch (error) {
    const known = error instanceof ApiError ? error : undefined;
    if (!known || known.status >= 500)
      log.error({ requestId: call.facts.requestId }, "one of several calls failed", { tool: place.tool_slug, error });
    const result = { ...place, response: null, error: known ? errorText(known) : FAILED };
    return { result, unconnected: known?.details.code === NO_ACCOUNT };
  }
}
