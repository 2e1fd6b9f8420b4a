/** Repairs harmless mistakes in arguments, such as language models make. Pure. */
import { readExactJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { isChanged } from "@/lib/kernel/json/number-digits";
import { isObject } from "@/lib/kernel/text/is-object";
import { toText } from "./to-text";
import { isLongNumber } from "./long-numbers";

type Schema = Readonly<Record<string, unknown>>;

const typesOf = (schema: Schema): readonly string[] =>
  Array.isArray(schema.type) ? (schema.type as string[]) : typeof schema.type === "string" ? [schema.type] : [];

const fits = (value: unknown, type: string): boolean => {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
};

const BOUNDS = { ...REQUEST_BOUNDS, depth: 100 };
/** Longer texts cannot be a value of an `enum`. */
const MAX_CHOICE_LENGTH = 1000;
/** Longer texts cannot be a JavaScript number. */
const MAX_NUMBER_LENGTH = 400;
/** Each character matches in one way only; otherwise the time could grow with the square of the length. */
const NUMBER = /^\s*-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** Parses a list or an object that a model wrote as JSON text; undefined if it is not exactly that. */
function fromText(text: string, type: "array" | "object"): unknown {
  if (!(type === "array" ? /^\s*\[/ : /^\s*\{/).test(text) || text.length > 1_000_000) return undefined;
  const read = readExactJson(text, BOUNDS);
  return read.kind === "value" && fits(read.value, type) ? read.value : undefined;
}

/** The value converted to `type`; undefined if that would change its meaning. */
function toType(value: unknown, type: string): unknown {
  switch (type) {
    case "integer":
    case "number": {
      if (typeof value !== "string" || value.length > MAX_NUMBER_LENGTH || !NUMBER.test(value)) return undefined;
      // Its digits are sent as they are; a fraction that would lose some is refused.
      if (isLongNumber(value)) return value;
      const number = Number(value);
      if (isChanged(value.trim())) return undefined;
      return Number.isFinite(number) && (type === "number" || Number.isSafeInteger(number)) ? number : undefined;
    }
    case "boolean":
      return value === "true" || value === "True" ? true : value === "false" || value === "False" ? false : undefined;
    case "string":
      // An integer above 53 bits can already have lost digits.
      return typeof value === "boolean" ||
        (typeof value === "number" && (Number.isSafeInteger(value) || !Number.isInteger(value)))
        ? String(value)
        : undefined;
    case "object":
      return typeof value === "string" ? fromText(value, "object") : undefined;
    case "array":
      return (typeof value === "string" ? fromText(value, "array") : undefined) ?? [value];
    default:
      return undefined;
  }
}

/**
 * A repaired copy of `value`: "5" becomes 5 if a number is expected, a single value becomes a list of one, JSON text is
 * parsed or written where the description asks for it, and null is left out of optional fields that may not be null.
 * What cannot be repaired stays, and the schema check reports it.
 */
export function coerce(value: unknown, schema: Schema, depth = 0): unknown {
  if (depth > 30) return value;
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && schema.type === undefined) return coerceChoice(value, choices.filter(isObject), depth);
  const types = typesOf(schema);
  const expectedType = types[0];
  const mismatched =
    expectedType !== undefined &&
    value !== undefined &&
    !(value === null && schema.nullable === true) &&
    !types.some((type) => fits(value, type));
  const asText = mismatched && expectedType === "string" ? toText(value, schema.description) : undefined;
  const repaired = mismatched && value !== null ? (asText ?? toType(value, expectedType) ?? value) : value;
  if (Array.isArray(repaired))
    return isObject(schema.items) ? repaired.map((item) => coerce(item, schema.items as Schema, depth + 1)) : repaired;
  if (typeof repaired === "string" && Array.isArray(schema.enum)) return asListed(repaired, schema.enum);
  if (isObject(repaired) && isObject(schema.properties))
    return coerceProperties(repaired, schema, schema.properties, depth);
  return repaired;
}

/** The values of an `enum` by their lower-case form; null if several values share it. Made once per schema. */
const spellings = new WeakMap<readonly unknown[], ReadonlyMap<string, string | null>>();

function spellingsOf(options: readonly unknown[]): ReadonlyMap<string, string | null> {
  let cached = spellings.get(options);
  if (!cached) {
    const map = new Map<string, string | null>();
    for (const item of options) {
      const letters = typeof item === "string" ? item.toLowerCase() : undefined;
      if (letters !== undefined) map.set(letters, map.has(letters) ? null : (item as string));
    }
    spellings.set(options, (cached = map));
  }
  return cached;
}

/**
 * The `enum` value that differs only in case, such as `OPEN` for `open`; `value` itself if there is not exactly one.
 */
function asListed(value: string, options: readonly unknown[]): string {
  if (value.length > MAX_CHOICE_LENGTH) return value;
  return spellingsOf(options).get(value.trim().toLowerCase()) ?? value;
}

/**
 * Coerces to the alternative of the value's own type; else to the first possible one, and to a list only as the last
 * resort.
 */
function coerceChoice(value: unknown, all: readonly Schema[], depth: number): unknown {
  const choices = value === "" ? all : all.filter(({ maxLength }) => maxLength !== 0);
  const fitting = choices.filter((choice) => typesOf(choice).some((type) => fits(value, type)));
  if (fitting.length > 1 || value === null || value === undefined) return value;
  if (fitting[0]) return coerce(value, fitting[0], depth + 1);
  if (choices.some((choice) => typesOf(choice).length === 0)) return value;
  for (const wantsList of [false, true]) {
    for (const choice of choices) {
      const [type] = typesOf(choice);
      if (type === undefined || (type === "array") !== wantsList || toType(value, type) === undefined) continue;
      return coerce(value, choice, depth + 1);
    }
  }
  return value;
}

function coerceProperties(
  value: Record<string, unknown>,
  schema: Schema,
  properties: Record<string, unknown>,
  depth: number,
): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const result: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isObject(property)) result.push([name, item]);
    else if (item === null && !takesNull(property) && !required.includes(name)) continue;
    else result.push([name, coerce(item, property, depth + 1)]);
  }
  return Object.fromEntries(result);
}

/** Whether null is allowed here, or the schema gives no type. */
function takesNull(schema: Schema): boolean {
  if (schema.nullable === true || typesOf(schema).includes("null")) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((part) => isObject(part) && takesNull(part));
  return typesOf(schema).length === 0 && schema.properties === undefined;
}
