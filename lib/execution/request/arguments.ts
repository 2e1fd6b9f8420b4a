/** Checks a tool's arguments before anything is sent, and repairs harmless mistakes. */
import type { LaidOver } from "@/lib/catalog/overrides/tool-override";
import type { ToolRun } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { findArgumentTarget, underOwnNames } from "./argument-names";
import { exampleOf, expectedShape, MAX_PROBLEMS, shownName, toSentences } from "./argument-problems";
import { coerce } from "./coerce";
import { withoutFixed } from "./without-fixed";
import { withLongNumbers } from "./long-numbers";
import { wrapOf } from "./wrapped-arguments";
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = Readonly<Record<string, unknown>>;

/** The parts of a tool that the check needs. */
export type CheckedTool = {
  slug: string;
  inputSchema: Schema;
  run: ToolRun;
  tags?: readonly string[];
  laidOver?: LaidOver;
};

const WRITING_HINTS = new Set(["createHint", "updateHint", "destructiveHint"]);

/**
 * Whether a call of the tool changes something, by its hints, or by its method if it has no hints. A meta tool does
 * not: its inner calls are judged separately, and models send it more than it takes.
 */
function isWriting({ run, tags = [] }: CheckedTool): boolean {
  if (run.builtin !== undefined || tags.includes("readOnlyHint")) return false;
  if (tags.some((tag) => WRITING_HINTS.has(tag))) return true;
  return run.request !== undefined && !/^(GET|HEAD)$/.test(run.request.method);
}

/** Names the objects of the body in parameters that list them: a part that nobody mentioned would be emptied. */
function nameParts({ run: { request } }: CheckedTool, args: Record<string, unknown>): void {
  const fields = request?.body?.mode === "flat" ? request.body.fields : [];
  for (const { key, fromBody } of request?.parameters ?? []) {
    if (!fromBody || args[key] !== undefined) continue;
    const parts = fields.filter((field) => isObject(args[field.key])).map((field) => field.name);
    if (parts.length > 0) args[key] = parts;
  }
}

/**
 * Fills in defaults if the request needs a value: for what the provider requires, parts of the path, tools of code.
 * Other arguments are left to the provider: in an update, a default such as `private: false` would change something
 * that the caller never mentioned.
 */
function fillDefaults(tool: CheckedTool, args: Record<string, unknown>, properties: Record<string, unknown>): void {
  const required = new Set(Array.isArray(tool.inputSchema.required) ? (tool.inputSchema.required as string[]) : []);
  for (const name of tool.run.request?.defaulted ?? []) required.add(name);
  for (const parameter of tool.run.request?.parameters ?? []) if (parameter.in === "path") required.add(parameter.key);
  for (const [name, property] of Object.entries(properties)) {
    if (args[name] !== undefined || !isObject(property) || property.default === undefined || property.default === null)
      continue;
    if (!tool.run.request || required.has(name)) args[name] = structuredClone(property.default);
  }
}

type Unknown = { name: string; isMistake: boolean; text: string };

/**
 * The names that the tool does not have, and whether each is a mistake: a name like one of the tool's, a value that the
 * tool cannot take, or a tool that changes something, which would do half of the request.
 */
function unknownNames(
  tool: CheckedTool,
  args: Record<string, unknown>,
  properties: Record<string, unknown>,
): Unknown[] {
  if (tool.inputSchema.additionalProperties) return [];
  const names = Object.keys(properties);
  const wrap = wrapOf(tool.run);
  return firstUnknown(args, properties, () => unlistedNames(tool, args)).map((name) => {
    const label = shownName(name);
    if (name === wrap)
      return { name, isMistake: true, text: `${label}: expected an object, or its members as single arguments.` };
    const only = findArgumentTarget(tool, name);
    if (only?.way === undefined && only?.only) {
      const values = only.only.map((value) => JSON.stringify(value)).join(", ");
      return { name, isMistake: true, text: `${label}: can only be ${values} in ${tool.slug}.` };
    }
    const near = nearestName(name, names);
    const schema = near === undefined ? undefined : properties[near];
    if (near !== undefined && isObject(schema)) {
      const suggestion = `${near} (${expectedShape(schema)}, for example ${JSON.stringify(exampleOf(schema))})`;
      return {
        name,
        isMistake: true,
        text: `${label}: is not an argument of ${tool.slug}. Did you mean ${suggestion}?`,
      };
    }
    const nameList = names.length === 0 ? "none" : names.slice(0, 30).join(", ");
    // A client that writes every name, and null for what it leaves out, asks for nothing by it.
    return {
      name,
      isMistake: isWriting(tool) && args[name] !== null && args[name] !== undefined,
      text: `${label}: is not an argument of ${tool.slug}, which takes ${nameList}.`,
    };
  });
}

/** The names of what the request sends and the schema does not show. */
function unlistedNames({ run }: CheckedTool, args: Record<string, unknown>): ReadonlySet<string> {
  const { request } = run;
  const wrap = wrapOf(run);
  const fields = request?.body?.mode === "flat" ? request.body.fields : [];
  const unlisted = [...(request?.parameters ?? []), ...fields].flatMap((field) => (field.unlisted ? [field.key] : []));
  return new Set(wrap !== undefined && isObject(args[wrap]) ? [...unlisted, wrap] : unlisted);
}

/** The first unknown names, at most as many as are reported: looking for a similar name takes time. */
function firstUnknown(args: object, properties: object, sentNames: () => ReadonlySet<string>): string[] {
  const unknown: string[] = [];
  let hiddenNames: ReadonlySet<string> | undefined;
  for (const name in args) {
    if (!Object.hasOwn(args, name) || Object.hasOwn(properties, name) || (hiddenNames ??= sentNames()).has(name))
      continue;
    unknown.push(name);
    if (unknown.length === MAX_PROBLEMS) break;
  }
  return unknown;
}

/** Whether every text in a value is well-formed Unicode. Uses no recursion, as the value may be deep. */
function isWhole(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "string") {
      if (!next.isWellFormed()) return false;
    } else if (Array.isArray(next)) {
      for (const item of next) if (typeof item === "string" || typeof item === "object") waiting.push(item);
    } else if (next !== null && typeof next === "object")
      for (const name in next) {
        if (!name.isWellFormed()) return false;
        waiting.push((next as Record<string, unknown>)[name]);
      }
  }
  return true;
}

/**
 * Half of a surrogate pair cannot be encoded in UTF-8. JSON can escape it (RFC 8259, 8.2); elsewhere it would be
 * replaced.
 */
function brokenTexts({ run: { request } }: CheckedTool, args: Record<string, unknown>): string[] {
  const { body } = request ?? {};
  const inJson = new Set(
    body?.mode === "json"
      ? [body.key]
      : body?.mode === "flat" && /json/i.test(body.contentType)
        ? [...body.fields.map(({ key }) => key), ...(body.wrap === undefined ? [] : [body.wrap])]
        : [],
  );
  return Object.keys(args)
    .filter((name) => !inJson.has(name) && !isWhole(args[name]))
    .map(
      (name) =>
        `${shownName(name)}: holds half of a surrogate pair, which is no character; expected whole characters, for example "text".`,
    );
}

/**
 * Checks the arguments, repairs harmless mistakes, and fills in necessary defaults. A name that the tool does not have
 * is a mistake if it is like one of the tool's, if there are many, or in a tool that changes something; any other name
 * is left out with a warning. Arguments that the project has fixed are added.
 * @param warn receives the names that were left out, unless the call is refused
 * @throws ApiError Unprocessable with one sentence per problem, each with the path, the expected type and an example
 */
export function prepareArguments(
  tool: CheckedTool,
  input: Readonly<Record<string, unknown>> | null | undefined,
  warn?: (text: string) => void,
): Record<string, unknown> {
  const { laidOver } = tool;
  if (!laidOver) return checkArguments(tool, input, warn);
  const args = checkArguments(tool, withoutFixed(tool, laidOver, input ?? {}, warn), warn);
  return { ...args, ...structuredClone(laidOver.fixed) };
}

function checkArguments(
  tool: CheckedTool,
  input: Readonly<Record<string, unknown>> | null | undefined,
  warn?: (text: string) => void,
): Record<string, unknown> {
  const properties = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const named = underOwnNames(tool, input ?? {}, warn);
  const unknown = unknownNames(tool, named, properties);
  for (const { name } of unknown) delete named[name];
  const args = coerce(named, { type: "object", ...tool.inputSchema }) as Record<string, unknown>;
  fillDefaults(tool, args, properties);
  nameParts(tool, args);
  // Code of a tool counts with its numbers; a request only passes them on.
  const checked = tool.run.request ? withLongNumbers(args, tool.inputSchema, Number) : args;
  const problems = [...toSentences(schemaCheck(tool.inputSchema)(checked)), ...brokenTexts(tool, args)];
  if (problems.length === 0 && unknown.length < MAX_PROBLEMS && !unknown.some(({ isMistake }) => isMistake)) {
    for (const { text } of unknown) warn?.(`${text} It was ignored.`);
    return args;
  }
  const errors = [...unknown.map(({ text }) => text), ...problems].slice(0, MAX_PROBLEMS);
  throw new ApiError("Unprocessable", `Invalid arguments for ${tool.slug}. ${errors[0]}`, {
    errors,
    suggestedFix: `Correct the arguments named in errors; GET /api/v3/tools/${tool.slug} shows all of them.`,
  });
}
