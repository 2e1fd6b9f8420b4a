/** A logged call as code that repeats it. Pure. */
import { toSnippet, type SnippetLanguage } from "@/components/catalog/snippets";
import type { ResultOf } from "@/lib/contract/client";
import type { logsApi } from "@/generated/addresses/logs";
import { toLogFields } from "./log-fields";

export type Log = ResultOf<typeof logsApi.getToolLog>;

/** Meta tools work only within their session. */
const META_TOOLKIT = "composio";

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The stored arguments; undefined if the log has none, or is of a request that no tool sent. */
function argumentsOf({ type, data: { request } }: Log): Record<string, unknown> | undefined {
  if (type !== "tool_execution" || !isObject(request)) return undefined;
  return isObject(request.arguments) ? request.arguments : undefined;
}

/** @returns undefined for a log that no code can repeat */
export function toLogCode(log: Log, language: SnippetLanguage, origin: string): string | undefined {
  const input = argumentsOf(log);
  const { tool, toolkit, version, userId, accountId } = toLogFields(log);
  if (input === undefined || toolkit === "" || toolkit === META_TOOLKIT) return undefined;
  return toSnippet(language, {
    origin,
    toolkit,
    tool,
    version: version ?? "latest",
    user: userId ?? "",
    ...(accountId && { account: accountId }),
    arguments: input,
  });
}
