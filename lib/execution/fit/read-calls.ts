/** Calls of tools out of what existing programs have: lists, JSON lines, messages of models, logs. Pure. */
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { ANSWER_BOUNDS, readJson } from "@/lib/kernel/json/read-json";

/** `problem`: why the arguments could not be read. */
export type WrittenCall = { tool: string; arguments: Values; problem?: string };

const MAX_DEPTH = 100;
/** Calls stand in messages, these in choices, these in answers of an API. */
const MAX_WAY = 16;

const TOOL_NAMES = ["tool_slug", "toolSlug", "tool_name", "toolName", "tool", "slug", "action", "name"] as const;
const ARGUMENT_NAMES = ["arguments", "args", "input", "params", "parameters"] as const;
/** Two words at least; some clients put the name of their MCP server in front. */
const SLUG = /^(?:mcp__.{1,100}?__)?([A-Za-z0-9]+(?:_[A-Za-z0-9]+)+)$/;
/** It holds calls of other tools among its arguments. */
const HOLDS_CALLS = "COMPOSIO_MULTI_EXECUTE_TOOL";

const FORMS =
  "Expected JSON or JSON lines with calls such as " +
  '{"tool_slug": "GITHUB_GET_A_REPOSITORY", "arguments": {"owner": "acme", "repo": "app"}}, ' +
  "tool calls of OpenAI or Anthropic, or an export of the logs.";

const unreadable = (problem: string): ApiError =>
  new ApiError("Unprocessable", `Couldn't read the calls. ${problem}`, { errors: [problem], suggestedFix: FORMS });

/** The remaining number of values for all lines of the text and all arguments that are texts. */
type Room = { values: number; names: number };

function parse(text: string, place: string, room: Room): unknown {
  const read = readJson(text, { ...ANSWER_BOUNDS, depth: MAX_DEPTH, ...room });
  if (read.kind === "value") {
    room.values -= read.values;
    return read.value;
  }
  if (read.kind === "broken")
    throw unreadable(`${place} is not JSON: ${read.cause instanceof Error ? read.cause.message : String(read.cause)}`);
  if (read.excess === "depth") throw unreadable(`${place} nests deeper than ${MAX_DEPTH} levels.`);
  throw unreadable("The calls hold more values than are read at once; give them in parts.");
}

/** The values of a text: a single JSON value, or a value on each line. */
function valuesOf(text: string, room: Room): unknown[] {
  const lines = text.split("\n").map((line) => line.trim());
  const first = lines.findIndex((line) => line !== "");
  if (first < 0) throw unreadable("It is empty.");
  const isLines =
    /^[{[].*[}\]]$/.test(lines[first] ?? "") && lines.findIndex((line, index) => index > first && line !== "") > 0;
  if (!isLines) return [parse(text, "The text", room)];
  return lines.flatMap((line, index) => (line === "" ? [] : [parse(line, `Line ${index + 1}`, room)]));
}

const textOf = (value: Values, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const text = Object.hasOwn(value, name) ? value[name] : undefined;
    const slug = typeof text === "string" && text.length < 200 ? SLUG.exec(text)?.[1] : undefined;
    if (slug !== undefined) return slug;
  }
  return undefined;
};

const NO_JSON = "the arguments are a text that is not JSON";
const TOO_DEEP = "the arguments nest too deep";
const TOO_MANY = "the arguments hold more values than are read at once";

function callOf(tool: string, input: unknown, room: Room): WrittenCall {
  if (input === null || input === undefined || input === "") return { tool, arguments: {} };
  let value: unknown = input;
  if (typeof value === "string") {
    const read = readJson(value, { ...ANSWER_BOUNDS, depth: MAX_DEPTH, ...room });
    if (read.kind !== "value")
      return {
        tool,
        arguments: {},
        problem: read.kind === "broken" ? NO_JSON : read.excess === "depth" ? TOO_DEEP : TOO_MANY,
      };
    room.values -= read.values;
    value = read.value;
  }
  return isObject(value) ? { tool, arguments: value } : { tool, arguments: {}, problem: "the arguments are no object" };
}

/** The call that an object is; undefined for any other object. */
function readCall(value: Values, room: Room): WrittenCall | undefined {
  const { metadata, data } = value;
  if (isObject(metadata) && isObject(data) && isObject(data.request)) {
    const logged = textOf(metadata, ["tool_slug"]);
    if (logged !== undefined && isObject(data.request.arguments)) return callOf(logged, data.request.arguments, room);
  }
  const tool = textOf(value, TOOL_NAMES);
  if (tool === undefined) return undefined;
  const name = ARGUMENT_NAMES.find((candidate) => Object.hasOwn(value, candidate));
  if (name === undefined) return Object.keys(value).length === 1 ? callOf(tool, undefined, room) : undefined;
  return callOf(tool, value[name], room);
}

/**
 * The calls of a text, in its order.
 * @param most calls beyond this are refused
 * @throws ApiError Unprocessable for a text that is not JSON or JSON lines, that holds no call, or too many
 */
export function readCalls(text: string, most: number): WrittenCall[] {
  const calls: WrittenCall[] = [];
  const { values, names } = ANSWER_BOUNDS;
  const room: Room = { values, names };
  const look = (value: unknown, way: number): void => {
    if (value === null || typeof value !== "object" || way > MAX_WAY) return;
    const call = isObject(value) ? readCall(value, room) : undefined;
    if (call && calls.push(call) > most) throw unreadable(`There are more than ${most} calls; give them in parts.`);
    if (call && call.tool.toUpperCase() !== HOLDS_CALLS) return;
    for (const inner of Object.values(call?.arguments ?? value)) look(inner, way + 1);
  };
  for (const value of valuesOf(text, room)) look(value, 0);
  if (calls.length === 0) throw unreadable("There is no call of a tool in it.");
  return calls;
}
