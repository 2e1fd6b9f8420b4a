/** Describes the faults of a value that a contract refuses, in the words of tools about their arguments. Pure. */
import { z } from "zod";
import { isObject } from "./is-object";
import { nearestName } from "./nearest-name";

type RawIssue = Parameters<z.core.$ZodErrorMap>[0];

const MOST_VALUES = 20;
const MOST_FIELDS = 30;
const LONGEST = 500;

const TYPES: Readonly<Record<string, string>> = {
  record: "object",
  map: "object",
  tuple: "array",
  set: "array",
  int: "integer",
  safeint: "integer",
  bool: "boolean",
};

const typeName = (expected: string): string => TYPES[expected] ?? expected;

function givenType(input: unknown): string {
  if (input === null) return "null";
  if (Array.isArray(input)) return "array";
  if (typeof input === "number" && !Number.isInteger(input)) return Number.isFinite(input) ? "a fraction" : `${input}`;
  return typeof input;
}

/** The expected type, and the actual type or "nothing". */
const expectation = (expected: string, input: unknown): string =>
  input === undefined ? `is required; expected ${expected}.` : `expected ${expected}, not ${givenType(input)}.`;

const short = (name: string): string => (name.length > 100 ? `${name.slice(0, 97)}...` : name);

/** ` Did you mean x?` for a name that is similar to a known name, otherwise nothing. */
function suggestion(input: unknown, names: readonly string[]): string {
  const near = typeof input === "string" && input !== "" ? nearestName(input, names) : undefined;
  return near === undefined ? "" : ` Did you mean ${near}?`;
}

function oneOf(values: readonly unknown[], input: unknown): string {
  const options = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value) ?? String(value));
  const more = values.length > MOST_VALUES ? ` and ${values.length - MOST_VALUES} more` : "";
  const expected = values.length === 1 ? options[0] : `one of ${options.join(", ")}${more}`;
  if (input === undefined) return `is required; expected ${expected}.`;
  const near = suggestion(
    input,
    values.filter((value) => typeof value === "string"),
  );
  return `expected ${expected}.${near}`;
}

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["item", "items"],
  set: ["item", "items"],
  map: ["entry", "entries"],
};

function bound(words: string, limit: unknown, origin: string): string {
  const unit = UNITS[origin]?.[Number(limit) === 1 ? 0 : 1];
  return `expected ${words} ${String(limit)}${unit ? ` ${unit}` : ""}.`;
}

const FORMATS: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  uuid: "a UUID",
  datetime: "a time such as 2026-01-31T12:00:00Z",
  date: "a date such as 2026-01-31",
};

/** The names of the fields of an object's schema. */
function fieldsOf(schema: unknown): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The sentence about a field that a schema does not have. */
const unknownField = (name: string, fields: readonly string[], of: string): string => {
  const near = suggestion(name, fields);
  const fieldList = fields.length > 0 ? `, which takes ${fields.slice(0, MOST_FIELDS).join(", ")}` : "";
  return near ? `is not a field ${of}.${near}` : `is not a field ${of}${fieldList}.`;
};

/**
 * A choice of schemas: what each expects, if all refuse the value itself; otherwise what the nearest one misses in it.
 */
function ofUnion(issue: Extract<RawIssue, { code: "invalid_union" }>): string | undefined {
  const { errors, input, discriminator } = issue as typeof issue & { discriminator?: string };
  const options = (issue as { options?: unknown[] }).options;
  if (discriminator !== undefined && options) return oneOf(options, isObject(input) ? input[discriminator] : undefined);
  const firsts = errors.flatMap((branch) => branch.slice(0, 1));
  const expected = firsts.map((issue) => {
    if (issue.path.length > 0) return undefined;
    if (issue.code === "invalid_type") return typeName(issue.expected);
    return issue.code === "invalid_value" ? issue.values.map((value) => JSON.stringify(value)).join(" or ") : undefined;
  });
  const whole = expected.filter((text) => text !== undefined);
  if (firsts.length > 0 && whole.length === firsts.length) return expectation([...new Set(whole)].join(" or "), input);
  const inner = firsts.find((_, index) => expected[index] === undefined);
  if (!inner) return undefined;
  return inner.path.length > 0 ? `${inner.path.join(".")} ${inner.message}` : inner.message;
}

/**
 * The words of one issue, given to a schema's `parse` as `error`; a message that the contract itself gives comes first.
 * Undefined leaves an issue to the library's words.
 */
export function sayIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return expectation(typeName(String(issue.expected)), issue.input);
    case "invalid_value":
      return oneOf(issue.values, issue.input);
    case "too_small":
      return bound(issue.inclusive === false ? "more than" : "at least", issue.minimum, issue.origin);
    case "too_big":
      return bound(issue.inclusive === false ? "less than" : "at most", issue.maximum, issue.origin);
    case "invalid_format":
      return Object.hasOwn(FORMATS, issue.format) ? `expected ${FORMATS[issue.format]}.` : undefined;
    case "unrecognized_keys":
      return unknownField(short(issue.keys[0] ?? ""), fieldsOf(issue.inst), "here");
    case "invalid_union":
      return ofUnion(issue);
    default:
      return undefined;
  }
}

/** Where an issue is; an unknown field is its own place. */
const placeOf = (issue: z.core.$ZodIssue): string =>
  (issue.code === "unrecognized_keys" ? [...issue.path, short(issue.keys[0] ?? "")] : issue.path).join(".");

/**
 * One sentence an issue: where, and what.
 * @param whole what stands for the value itself
 */
export const issueSentences = (error: z.ZodError, whole: string, most: number): string[] =>
  error.issues.slice(0, most).map((issue) => `${placeOf(issue) || whole}: ${issue.message}`.slice(0, LONGEST));
