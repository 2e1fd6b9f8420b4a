/** Executes the tool that a request names: a meta tool here, every other tool in `execution`. */
import type { z } from "zod";
import { requireTool } from "@/lib/catalog/read/find-tool";
import { DEFAULT_USER } from "@/lib/connected-accounts/accounts/accounts";
import type { ToolAnswer } from "@/lib/execution/contract";
import { executeTool, type ExecutionInput } from "@/lib/execution/execute-tool";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { findArguments } from "@/lib/execution/text-arguments";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { openWordSession } from "./store/open-word-session";
import { publishedName } from "./meta-tools/in-published-form";
import type { MetaCaller } from "./meta-tools/meta-call";
import { META_TOOLS, runMetaRequest } from "./meta-tools/run-meta-tool";

type Answer = z.output<typeof ToolAnswer>;

/** The published name of a meta tool, of any of its names and spellings; undefined for every other tool. */
export function toMetaSlug(slug: string): string | undefined {
  if (slug.length > 64 || !/^composio_/i.test(slug)) return undefined;
  const name = publishedName(slug.toUpperCase());
  return Object.hasOwn(META_TOOLS, name) ? name : undefined;
}

/** The name of the session to continue; undefined for a new session. */
export function wordOf({ session, session_id: id }: Values): string | undefined {
  const { id: inside, generate_id: isNew } = isObject(session) ? session : {};
  if (isNew === true) return undefined;
  return [inside, id].find((word): word is string => typeof word === "string" && word !== "");
}

/**
 * Executes a tool. A meta tool belongs to a session, which its arguments name, or to a new one.
 * @throws ApiError as `executeTool` and `runMetaTool`
 */
export function runTool(
  caller: MetaCaller,
  slug: string,
  input: ExecutionInput,
  facts: ExecutionFacts,
): Promise<Answer> {
  const meta = toMetaSlug(slug);
  return meta === undefined ? executeTool(caller, slug, input, facts) : runWithWord(caller, meta, input, facts);
}

async function runWithWord(
  caller: MetaCaller,
  slug: string,
  input: ExecutionInput,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { projectId } = caller;
  assertPlain(slug, input);
  const userId = input.user_id ?? input.entity_id ?? DEFAULT_USER;
  // Nobody can decide for the user in this request: waiting calls are decided on the page.
  const { asks: _, ...answer } = await runMetaRequest(slug, await givenOf(projectId, slug, input, facts), {
    caller,
    facts,
    userId,
    keyedTo: userId,
    ...(input.connected_account_id && { account: input.connected_account_id }),
    openSession: (args) => openWordSession(projectId, userId, wordOf(args)),
  });
  return answer;
}

async function givenOf(projectId: string, slug: string, input: ExecutionInput, facts: ExecutionFacts): Promise<Values> {
  if (input.arguments || !input.text) return input.arguments ?? {};
  return findArguments(projectId, await requireTool(projectId, slug), { text: input.text }, facts);
}

const NOT_FOR_META = [
  "dry_run",
  "auto_paginate",
  "response",
  "cache",
  "custom_auth_params",
  "custom_connection_data",
] as const;

/** Fields that only requests to a provider have. */
function assertPlain(slug: string, input: ExecutionInput): void {
  const names = NOT_FOR_META.filter((name) => input[name]);
  if (names.length === 0) return;
  throw new ApiError("Unprocessable", `${slug} sends no request of its own to a provider.`, {
    errors: names.map((name) => `${name}: is not for meta tools`),
    suggestedFix: `Leave out ${names.join(" and ")}, or execute the app's tool itself.`,
  });
}
