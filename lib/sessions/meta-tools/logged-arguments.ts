/**
 * The logged arguments of a meta tool's call: without links, and without the data that inner calls log themselves.
 * Pure.
 */
import { findJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { redactEndpoint } from "@/lib/kernel/text/redact";

type Parts = { args: (args: Values) => Values; data: (data: Values) => Values };

const pick = (from: unknown, names: readonly string[]): unknown =>
  isObject(from) ? Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name]]] : []))) : from;

const isStructure = (value: unknown): boolean => typeof value === "object" && value !== null;

const each = (list: unknown, change: (item: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.map(change) : list;

/** Longer texts are not read. */
const MAX_TEXT = 100_000;
/** Enough names to show the caller's intention. */
const MOST_NAMES = 20;

/** A list or an object that a model wrote as text; the text itself if it is neither. */
function unwritten(value: unknown): unknown {
  if (typeof value !== "string" || value.length > MAX_TEXT || !/^\s*[[{]/.test(value)) return value;
  return findJson(value, REQUEST_BOUNDS) ?? value;
}

/** The tool and the account of a call. Without a tool's name, the names of the fields that the call has instead. */
function callOf(value: unknown): unknown {
  const call = unwritten(value);
  if (typeof call === "string") return `[text of ${call.length} characters]`;
  if (!isObject(call)) return Array.isArray(call) ? `[list of ${call.length}]` : call;
  const summary = pick(call, ["tool_slug", "account"]) as Values;
  return typeof summary.tool_slug === "string"
    ? summary
    : { ...summary, "[fields]": Object.keys(call).slice(0, MOST_NAMES).join(", ") };
}

/** The value that was sent in place of a list. */
function callsOf(value: unknown): unknown {
  const calls = unwritten(value);
  return Array.isArray(calls) ? calls.map(callOf) : callOf(calls);
}

/** Fields in which a model describes its work. */
const WORDS = new Set(["memory", "session"]);

/** The calls can be in a field of any name. */
const executed = (name: string, value: unknown): unknown => {
  if (name !== "tools" && (WORDS.has(name) || !isStructure(unwritten(value)))) return value;
  return callsOf(value);
};

/**
 * Without file addresses, which open the file to every reader, and without arguments and answers of the inner calls:
 * only their own tools know which values are secret.
 */
const EXECUTE: Parts = {
  args: (args) => Object.fromEntries(Object.entries(args).map(([name, value]) => [name, executed(name, value)])),
  data: (data) => ({
    ...data,
    remote_file_info: pick(data.remote_file_info, ["file_path", "size"]),
    results: each(data.results, (result) =>
      isObject(result)
        ? { ...result, response: result.response && pick(result.response, ["successful", "error", "log_id"]) }
        : result,
    ),
  }),
};

const PROXY: Parts = {
  args: (args) => ({
    ...(pick(args, ["toolkit_slug", "method", "account"]) as Values),
    ...(typeof args.endpoint === "string" && { endpoint: redactEndpoint(args.endpoint) }),
  }),
  data: (data) => pick(data, ["status"]) as Values,
};

/** Anybody who has a link can connect an account with it. */
const MANAGE: Parts = {
  args: (args) => args,
  data: (data) => ({
    ...data,
    results: isObject(data.results)
      ? Object.fromEntries(
          Object.entries(data.results).map(([toolkit, result]) => {
            if (!isObject(result)) return [toolkit, result];
            const { redirect_url: _, instruction: __, ...rest } = result;
            return [toolkit, rest];
          }),
        )
      : data.results,
  }),
};

const PARTS: Readonly<Record<string, Parts>> = {
  COMPOSIO_MULTI_EXECUTE_TOOL: EXECUTE,
  COMPOSIO_PROXY_EXECUTE: PROXY,
  COMPOSIO_MANAGE_CONNECTIONS: MANAGE,
};

export const loggedArguments = (slug: string, args: Values): Values => PARTS[slug]?.args(args) ?? args;
export const loggedData = (slug: string, data: Values): Values => PARTS[slug]?.data(data) ?? data;
