/** Checks a tool's arguments before anything is sent, and repairs what is harmless. */
import type { ToolRun } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";
import { schemaCheck } from "@/lib/kernel/text/json-schema";
import { exampleOf, expectedShape, MAX_PROBLEMS, nearestName, shownName, toSentences } from "./argument-problems";
import { coerce } from "./coerce";

type Schema = Readonly<Record<string, unknown>>;

/** What the check needs of a tool. */
export type CheckedTool = { slug: string; inputSchema: Schema; run: ToolRun };

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Fills defaults where the request cannot be made without a value: required arguments, parts of the path, and composite
 * tools. Optional ones are left to the provider: a default in the description of an update (`private: false`) would
 * change what the caller never mentioned.
 */
function fillDefaults(tool: CheckedTool, args: Record<string, unknown>, properties: Record<string, unknown>): void {
  const required = new Set(Array.isArray(tool.inputSchema.required) ? (tool.inputSchema.required as string[]) : []);
  for (const parameter of tool.run.request?.parameters ?? []) if (parameter.in === "path") required.add(parameter.key);
  for (const [name, property] of Object.entries(properties)) {
    if (args[name] !== undefined || !isObject(property) || property.default === undefined || property.default === null)
      continue;
    if (tool.run.handler !== undefined || required.has(name)) args[name] = structuredClone(property.default);
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

/** As many unknown names as problems are told: looking for a near one costs more than reading it. */
function firstUnknown(args: Record<string, unknown>, properties: Record<string, unknown>): string[] {
  const unknown: string[] = [];
  for (const name in args) {
    if (!Object.hasOwn(args, name) || Object.hasOwn(properties, name)) continue;
    unknown.push(name);
    if (unknown.length === MAX_PROBLEMS) break;
  }
  return unknown;
}

/** Whether every text in a value consists of whole characters. Walks without recursion and without copies. */
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

/** Half of a surrogate pair has no UTF-8: JSON can escape it (RFC 8259, 8.2), everywhere else another character would be sent. */
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
 * The arguments as the tool takes them: harmless mismatches repaired, necessary defaults filled in.
 * @throws ApiError Unprocessable with one sentence a problem, each naming the path, the expected shape and an example
 */
export function prepareArguments(
  tool: CheckedTool,
  given: Readonly<Record<string, unknown>> | null | undefined,
): Record<string, unknown> {
  const properties = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const args = coerce({ ...given }, { type: "object", ...tool.inputSchema }) as Record<string, unknown>;
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
