/** Checks a tool's arguments before anything is sent, and repairs harmless mistakes. */
import type { ToolRun } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";
import { schemaCheck } from "@/lib/kernel/text/json-schema";
import { underOwnNames } from "./argument-names";
import { exampleOf, expectedShape, MAX_PROBLEMS, nearestName, shownName, toSentences } from "./argument-problems";
import { coerce } from "./coerce";
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = Readonly<Record<string, unknown>>;

/** The parts of a tool that the check needs. */
export type CheckedTool = { slug: string; inputSchema: Schema; run: ToolRun };

/**
 * Fills in defaults if the request needs a value: for required arguments, parts of the path, and tools of code. Other
 * arguments are left to the provider: in an update, a default such as `private: false` would change something that the
 * caller never mentioned.
 */
function fillDefaults(tool: CheckedTool, args: Record<string, unknown>, properties: Record<string, unknown>): void {
  const required = new Set(Array.isArray(tool.inputSchema.required) ? (tool.inputSchema.required as string[]) : []);
  for (const parameter of tool.run.request?.parameters ?? []) if (parameter.in === "path") required.add(parameter.key);
  for (const [name, property] of Object.entries(properties)) {
    if (args[name] !== undefined || !isObject(property) || property.default === undefined || property.default === null)
      continue;
    if (!tool.run.request || required.has(name)) args[name] = structuredClone(property.default);
  }
}

function unknownNames(tool: CheckedTool, args: Record<string, unknown>, properties: Record<string, unknown>): string[] {
  if (tool.inputSchema.additionalProperties) return [];
  const known = Object.keys(properties);
  return firstUnknown(args, properties).map((given) => {
    const name = shownName(given);
    const near = nearestName(given, known);
    const schema = near === undefined ? undefined : properties[near];
    if (near !== undefined && isObject(schema))
      return `${name}: is not an argument of ${tool.slug}. Did you mean ${near} (${expectedShape(schema)}, for example ${JSON.stringify(exampleOf(schema))})?`;
    return `${name}: is not an argument of ${tool.slug}, which takes ${known.length === 0 ? "none" : known.slice(0, 30).join(", ")}.`;
  });
}

/** The first unknown names, at most as many as are reported: looking for a similar name takes time. */
function firstUnknown(args: Record<string, unknown>, properties: Record<string, unknown>): string[] {
  const unknown: string[] = [];
  for (const name in args) {
    if (!Object.hasOwn(args, name) || Object.hasOwn(properties, name)) continue;
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
        ? body.fields.map(({ key }) => key)
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
 * Checks the arguments, repairs harmless mistakes, and fills in necessary defaults.
 * @throws ApiError Unprocessable with one sentence per problem, each with the path, the expected type and an example
 */
export function prepareArguments(
  tool: CheckedTool,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> {
  const properties = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const named = underOwnNames(tool, given ?? {});
  const args = coerce(named, { type: "object", ...tool.inputSchema }) as Record<string, unknown>;
  fillDefaults(tool, args, properties);
  const errors = [
    ...unknownNames(tool, args, properties),
    ...toSentences(schemaCheck(tool.inputSchema)(args)),
    ...brokenTexts(tool, args),
  ].slice(0, MAX_PROBLEMS);
  if (errors.length === 0) return args;
  throw new ApiError("Unprocessable", `The arguments do not fit ${tool.slug}. ${errors[0]}`, {
    errors,
    suggestedFix: `Correct the arguments named in errors; GET /api/v3/tools/${tool.slug} shows all of them.`,
  });
}
