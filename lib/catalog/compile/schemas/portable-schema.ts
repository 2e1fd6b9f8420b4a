/**
 * Writes schemas in the form that the function calls of OpenAI, Anthropic and Gemini all accept: choices are non-empty
 * strings, each value of the arguments has a type, and a default has its type. Every value that a caller could send
 * before remains valid. Pure.
 */
import { isObject } from "@/lib/kernel/text/is-object";
import type { CompiledTool } from "../../compiled-toolkit";
import type { JsonType, ToolSchema } from "../../tool-schema";
import { withNumberWords } from "./with-number-words";
import { OF_THE_WHOLE, withSoleAlternatives } from "./with-sole-alternatives";

type Side = "input" | "output";

/** A value of any type. One list for all, so that it is known again; validation takes null and lists there, too. */
export const ANYTHING: ToolSchema[] = [
  { type: "string", nullable: true },
  { type: "number" },
  { type: "boolean" },
  { type: "object", additionalProperties: true },
];
const EMPTY_TEXT: ToolSchema = { type: "string", maxLength: 0, description: "An empty text: no value" };

/** Gives tools portable schemas. */
export function makePortable(tools: readonly CompiledTool[]): void {
  const caches = { input: new Map<ToolSchema, ToolSchema>(), output: new Map<ToolSchema, ToolSchema>() };
  for (const tool of tools) {
    tool.inputSchema = portableSchema(tool.inputSchema, "input", caches.input);
    tool.outputSchema = portableSchema(tool.outputSchema, "output", caches.output);
  }
}

/**
 * @param cache what was made of schemas before: they are shared between tools, and what is made of them is, too
 */
export function portableSchema<T extends ToolSchema>(
  schema: T,
  side: Side,
  cache = new Map<ToolSchema, ToolSchema>(),
): T {
  const cached = cache.get(schema);
  if (cached) return cached as T;
  const whole = withParts(withListChoices(schema), (part) => portableSchema(part, side, cache));
  const typed = withoutOpenChoice(withType(whole, side));
  const sole = side === "input" ? withSoleAlternatives(typed) : typed;
  const mended = withoutEmptyText(withDefault(withChoices(sole, side)));
  cache.set(schema, mended);
  return mended as T;
}

/** Choices of a list are those of its items. */
function withListChoices(schema: ToolSchema): ToolSchema {
  if (schema.type !== "array" || !schema.enum || schema.enum.some(Array.isArray)) return schema;
  const { enum: choices, items = {}, ...rest } = schema;
  return { ...rest, items: items.enum || items.properties ? items : { ...items, enum: choices } };
}

function withParts(schema: ToolSchema, mend: (part: ToolSchema) => ToolSchema): ToolSchema {
  const { properties, items, additionalProperties: others, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, mend(part)])),
    }),
    ...(items && { items: mend(items) }),
    ...(isObject(others) && { additionalProperties: Object.keys(others).length === 0 ? true : mend(others) }),
    ...(anyOf && { anyOf: anyOf.map(mend) }),
  };
}

function typeOfValues(values: readonly unknown[]): JsonType | undefined {
  const choices = values.filter((value) => value !== null);
  if (choices.length === 0) return undefined;
  if (choices.every((value) => typeof value === "string")) return "string";
  if (choices.every((value) => typeof value === "boolean")) return "boolean";
  if (choices.every(Number.isInteger)) return "integer";
  return choices.every((value) => typeof value === "number") ? "number" : undefined;
}

/** The type that the other keywords imply. */
function toldType(schema: ToolSchema): JsonType | undefined {
  const { enum: choices, const: constant, properties, items, additionalProperties, anyOf } = schema;
  if (choices ?? constant) return typeOfValues(choices ?? [constant]);
  if (properties) return "object";
  if (items) return "array";
  if (anyOf) return undefined;
  if (additionalProperties !== undefined) return "object";
  if (schema.minimum !== undefined || schema.maximum !== undefined) return "number";
  const ofText = [schema.format, schema.pattern, schema.minLength, schema.maxLength];
  return ofText.some((keyword) => keyword !== undefined) ? "string" : undefined;
}

/** Adds a missing type. Only arguments need one everywhere: models do not receive output schemas. */
function withType(schema: ToolSchema, side: Side): ToolSchema {
  if (schema.type !== undefined) return schema;
  const type = toldType(schema);
  if (type !== undefined) return { ...schema, type };
  return side === "input" && schema.anyOf === undefined ? { ...schema, anyOf: ANYTHING } : schema;
}

/** An alternative that takes anything makes the others meaningless. */
function withoutOpenChoice(schema: ToolSchema): ToolSchema {
  if (!schema.anyOf?.some((part) => part.anyOf === ANYTHING)) return schema;
  const { anyOf: _anyOf, ...rest } = schema;
  return rest.type === undefined ? { ...rest, anyOf: ANYTHING } : rest;
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/** A value as its type writes it; undefined where it cannot be one. */
function asType(value: unknown, type: JsonType): unknown {
  if (type === "array") return Array.isArray(value) ? value : undefined;
  if (type === "object") return isObject(value) ? value : undefined;
  if (isObject(value) || Array.isArray(value) || value === null) return undefined;
  if (type === "string") return String(value);
  if (type === "boolean")
    return typeof value === "boolean"
      ? value
      : ({ true: true, false: false } as Record<string, boolean>)[String(value)];
  const number = typeof value === "string" && NUMBER.test(value) ? Number(value) : value;
  return (type === "integer" ? Number.isSafeInteger(number) : Number.isFinite(number)) ? number : undefined;
}

/** A text of digits is a text where both are possible. */
function asOneOf(value: unknown, types: ToolSchema["type"]): unknown {
  if (!Array.isArray(types)) return types === undefined ? value : asType(value, types);
  return types.some((type) => asType(value, type) === value) ? value : undefined;
}

function withChoices(schema: ToolSchema, side: Side): ToolSchema {
  const { enum: choices, const: constant, ...rest } = schema;
  if (!choices) return typeof constant === "string" ? { ...rest, enum: [constant] } : schema;
  const values = new Set(choices.map((value) => (value === null ? null : asOneOf(value, schema.type))));
  values.delete(undefined);
  const isNullable = values.has(null);
  if (side === "output") return values.size > 0 ? { ...schema, enum: [...values] } : rest;
  // Model APIs accept only strings as choices: `nullable` replaces null, limits and words replace other values.
  values.delete(null);
  const base: ToolSchema = { ...rest, ...(isNullable && { nullable: true }) };
  const texts = [...values].filter((value) => typeof value === "string");
  if (texts.length > 0) return { ...base, enum: texts };
  return withNumberWords(base, [...values]);
}

function withDefault(schema: ToolSchema): ToolSchema {
  if (schema.default === undefined || schema.default === null) return schema;
  const { default: value, ...rest } = schema;
  const typed = asOneOf(value, schema.type);
  return typed === undefined ? rest : { ...rest, default: typed };
}

/** An empty text stays possible as an alternative: among the choices, a model API refuses the whole request for it. */
function withoutEmptyText(schema: ToolSchema): ToolSchema {
  if (!schema.enum?.includes("")) return schema;
  const { enum: enumValues, ...rest } = schema;
  const choices = enumValues.filter((value) => value !== "");
  if (choices.every((value) => value === null))
    return { ...rest, ...EMPTY_TEXT, description: rest.description ?? EMPTY_TEXT.description ?? "" };
  if (rest.anyOf) return { ...rest, enum: choices };
  const entries = Object.entries(rest);
  const [whole, ofChoice] = [true, false].map((isWhole) =>
    Object.fromEntries(entries.filter(([keyword]) => OF_THE_WHOLE.has(keyword) === isWhole)),
  );
  return { ...whole, anyOf: [{ ...ofChoice, enum: choices }, EMPTY_TEXT] };
}
