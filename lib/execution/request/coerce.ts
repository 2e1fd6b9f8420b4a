/** Repairs harmless mismatches between arguments and a tool's schema, as language models make them. Pure. */
import { findInexactNumber } from "@/lib/kernel/text/exact-numbers";

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

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

const MAX_DEPTH = 100;
/** Longer texts are no choice of any list. */
const MAX_CHOICE_LENGTH = 1000;
/** Longer texts mean no number that a JavaScript number could carry. */
const MAX_NUMBER_LENGTH = 400;
/** Each sign can be read in one way only: a second way for digits would cost the square of their count. */
const NUMBER = /^\s*-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** More open brackets than any argument needs; brackets inside texts count too, which only leaves such a text alone. */
function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 91 || code === 123) {
      if (++depth > MAX_DEPTH) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

/** JSON that a model wrote as text, where a list or an object was asked for. */
function fromText(text: string, type: "array" | "object"): unknown {
  if (
    !(type === "array" ? /^\s*\[/ : /^\s*\{/).test(text) ||
    text.length > 1_000_000 ||
    nestsTooDeep(text) ||
    findInexactNumber(text) !== undefined
  )
    return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return fits(value, type) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value as `type`, or undefined where turning it would change its meaning. */
function toType(value: unknown, type: string): unknown {
  switch (type) {
    case "integer":
    case "number": {
      if (typeof value !== "string" || value.length > MAX_NUMBER_LENGTH || !NUMBER.test(value)) return undefined;
      const number = Number(value);
      return Number.isFinite(number) && (type === "number" || Number.isSafeInteger(number)) ? number : undefined;
    }
    case "boolean":
      return value === "true" || value === "True" ? true : value === "false" || value === "False" ? false : undefined;
    case "string":
      // A whole number beyond 53 bits may not be the one that was meant.
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
 * A copy of `value` in which "5" stands for 5 where a number is asked for, a single value became a list of one, JSON text
 * became what it says, and null was left out where an optional field may not be null. What cannot be repaired stays as
 * it is, for the check to name.
 */
export function coerce(value: unknown, schema: Schema, depth = 0): unknown {
  if (depth > 30) return value;
  const choices = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choices) && schema.type === undefined) return coerceChoice(value, choices.filter(isObject), depth);
  const types = typesOf(schema);
  const wanted = types[0];
  const mismatched =
    wanted !== undefined &&
    value !== undefined &&
    !(value === null && schema.nullable === true) &&
    !types.some((type) => fits(value, type));
  const repaired = mismatched && value !== null ? (toType(value, wanted) ?? value) : value;
  if (Array.isArray(repaired))
    return isObject(schema.items) ? repaired.map((item) => coerce(item, schema.items as Schema, depth + 1)) : repaired;
  if (typeof repaired === "string" && Array.isArray(schema.enum)) return asListed(repaired, schema.enum);
  if (isObject(repaired) && isObject(schema.properties))
    return coerceProperties(repaired, schema, schema.properties, depth);
  return repaired;
}

/** The values of a list by their small letters; null for letters that several of them share. Made once a schema. */
const spellings = new WeakMap<readonly unknown[], ReadonlyMap<string, string | null>>();

function spellingsOf(listed: readonly unknown[]): ReadonlyMap<string, string | null> {
  let known = spellings.get(listed);
  if (!known) {
    const made = new Map<string, string | null>();
    for (const item of listed) {
      const letters = typeof item === "string" ? item.toLowerCase() : undefined;
      if (letters !== undefined) made.set(letters, made.has(letters) ? null : (item as string));
    }
    spellings.set(listed, (known = made));
  }
  return known;
}

/** `OPEN` for `open` where the list has one such value and no other. */
function asListed(value: string, listed: readonly unknown[]): string {
  if (value.length > MAX_CHOICE_LENGTH) return value;
  return spellingsOf(listed).get(value.trim().toLowerCase()) ?? value;
}

/** Into the one alternative whose type the value has; else into the first that it can be turned into without becoming a list. */
function coerceChoice(value: unknown, choices: readonly Schema[], depth: number): unknown {
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

/** Whether null means something here: it is allowed, or nothing is said about the type. */
function takesNull(schema: Schema): boolean {
  if (schema.nullable === true || typesOf(schema).includes("null")) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((part) => isObject(part) && takesNull(part));
  return typesOf(schema).length === 0 && schema.properties === undefined;
}
