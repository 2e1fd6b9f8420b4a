/** Checks a tool's schema against what the official clients parse: one bad tool would break their whole list. */
import { isObject } from "@/lib/kernel/text/is-object";
const TYPES = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array", "null"]);
const ARGUMENT_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const TEXTS = ["title", "description", "format", "pattern", "$ref"] as const;
const NUMBERS = [
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;
const LISTS = ["examples", "enum", "anyOf", "oneOf", "allOf"] as const;

/** Keywords that one of the model APIs refuses or reads differently; the compiler writes none of them. */
const UNSUPPORTED = [
  "$ref",
  "$defs",
  "definitions",
  "not",
  "if",
  "then",
  "else",
  "patternProperties",
  "propertyNames",
  "dependencies",
  "dependentSchemas",
  "prefixItems",
  "contains",
  "unevaluatedProperties",
] as const;
/** OpenAI allows 10 levels in its strict mode, and no model fills deeper levels. */
const MAX_DEPTH = 10;
const MAX_INPUT = 26_000;
const MAX_OUTPUT = 13_000;
const MAX_DESCRIPTION = 1024;

/**
 * Reasons for which the function-calling interfaces of OpenAI, Anthropic and Gemini refuse a tool, beyond
 * `schemaProblems`: names, lengths, arrays without items (Gemini), missing required names (Gemini), values without a
 * type and choices that are not strings (Gemini), unsupported keywords, depth.
 */
export function modelProblems(tool: {
  slug: string;
  description: string;
  inputSchema: unknown;
  outputSchema: unknown;
}): string[] {
  const problems: string[] = [];
  if (!/^[A-Z0-9_]{3,64}$/.test(tool.slug)) problems.push("the name is refused by the large models");
  if (tool.description.length > MAX_DESCRIPTION || tool.description === "")
    problems.push(`the description has ${tool.description.length} characters, not 1 to ${MAX_DESCRIPTION}`);
  const [input, output] = [JSON.stringify(tool.inputSchema).length, JSON.stringify(tool.outputSchema).length];
  if (input > MAX_INPUT) problems.push(`the input schema has ${input} bytes`);
  if (output > MAX_OUTPUT) problems.push(`the output schema has ${output} bytes`);
  walkForModels(tool.inputSchema, "", 0, problems);
  return problems;
}

function walkForModels(schema: unknown, path: string, depth: number, problems: string[]): void {
  if (!isObject(schema)) return;
  if (depth > MAX_DEPTH) problems.push(`${path}: deeper than ${MAX_DEPTH} levels`);
  for (const keyword of UNSUPPORTED)
    if (schema[keyword] !== undefined) problems.push(`${path}: ${keyword} is not supported by all models`);
  if (schema.type === "array" && !isObject(schema.items)) problems.push(`${path}: an array without items`);
  if (schema.type === undefined && !Array.isArray(schema.anyOf)) problems.push(`${path}: no type`);
  if (Array.isArray(schema.enum)) problems.push(...choiceProblems(schema.enum).map((problem) => `${path}: ${problem}`));
  const properties = isObject(schema.properties) ? schema.properties : {};
  const missing = Array.isArray(schema.required)
    ? schema.required.filter((name) => !Object.hasOwn(properties, String(name)))
    : [];
  if (missing.length > 0) problems.push(`${path}: requires ${JSON.stringify(missing[0])}, which it does not declare`);
  for (const [name, property] of Object.entries(properties))
    walkForModels(property, `${path}/properties/${name}`, depth + 1, problems);
  walkForModels(schema.items, `${path}/items`, depth + 1, problems);
  walkForModels(schema.additionalProperties, `${path}/additionalProperties`, depth + 1, problems);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts))
      parts.forEach((part, index) => walkForModels(part, `${path}/${keyword}/${index}`, depth, problems));
  }
}

/** Gemini takes texts only. */
function choiceProblems(choices: readonly unknown[]): string[] {
  return [
    ...(choices.length === 0 ? ["an empty enum"] : []),
    ...(choices.some((choice) => typeof choice !== "string") ? ["an enum with other values than texts"] : []),
    ...(new Set(choices).size < choices.length ? ["an enum that names a value twice"] : []),
  ];
}

/** The problems of a tool's input or output schema, each with its path; empty if every client accepts it. */
export function schemaProblems(schema: unknown): string[] {
  if (!isObject(schema)) return ["the root is not an object"];
  const problems: string[] = [];
  if (schema.type !== "object") problems.push('the root has no type "object"');
  for (const keyword of ["oneOf", "anyOf", "allOf", "$ref"])
    if (schema[keyword] !== undefined) problems.push(`the root has ${keyword}`);
  for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
    if (!ARGUMENT_NAME.test(name)) problems.push(`the name ${JSON.stringify(name)} is refused by the large models`);
  }
  walk(schema, "", problems);
  return problems;
}

function walk(schema: unknown, path: string, problems: string[]): void {
  if (!isObject(schema)) {
    problems.push(`${path}: ${JSON.stringify(schema)} is not a schema`);
    return;
  }
  keywordProblems(schema, path, problems);
  if (schema.properties !== undefined && !isObject(schema.properties))
    problems.push(`${path}/properties is not an object`);
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {}))
    walk(property, `${path}/properties/${name}`, problems);
  if (schema.items !== undefined) walk(schema.items, `${path}/items`, problems);
  if (isObject(schema.additionalProperties))
    walk(schema.additionalProperties, `${path}/additionalProperties`, problems);
  else if (schema.additionalProperties !== undefined && typeof schema.additionalProperties !== "boolean")
    problems.push(`${path}/additionalProperties is neither a flag nor a schema`);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) parts.forEach((part, index) => walk(part, `${path}/${keyword}/${index}`, problems));
  }
}

function keywordProblems(schema: Record<string, unknown>, path: string, problems: string[]): void {
  if (Array.isArray(schema.enum) && schema.enum.includes("")) problems.push(`${path}: an empty text in an enum`);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.type !== undefined && !types.every((type) => TYPES.has(type)))
    problems.push(`${path}: unknown type ${JSON.stringify(schema.type)}`);
  for (const keyword of TEXTS)
    if (schema[keyword] !== undefined && typeof schema[keyword] !== "string")
      problems.push(`${path}: ${keyword} is not a text`);
  for (const keyword of NUMBERS)
    if (schema[keyword] !== undefined && !Number.isFinite(schema[keyword]))
      problems.push(`${path}: ${keyword} is not a number`);
  for (const keyword of LISTS)
    if (schema[keyword] !== undefined && !Array.isArray(schema[keyword]))
      problems.push(`${path}: ${keyword} is not a list`);
  if (
    schema.required !== undefined &&
    !(Array.isArray(schema.required) && schema.required.every((name) => typeof name === "string"))
  )
    problems.push(`${path}: required is not a list of names`);
}
