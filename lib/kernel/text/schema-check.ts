/**
 * Checks values against JSON schemas from toolkits: compiled once, the last used checks cached, dangerous patterns
 * ignored.
 */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { LRUCache } from "lru-cache";
import { processMemory } from "../process-memory";
import { allowMatching, toMatcher } from "./safe-pattern";
import { isObject } from "./is-object";

/** One error of a schema check. */
export type SchemaProblem = {
  /** JSON pointer to the value (RFC 6901), "" for the whole. */
  path: string;
  keyword: string;
  params: Record<string, unknown>;
  /** The schema for the value at `path`. */
  schema: Record<string, unknown>;
  message: string;
};

export type SchemaCheck = (value: unknown) => SchemaProblem[];

const MAX_PROBLEMS = 50;
const MAX_CHECKS = 500;

/** A JSON replacer that sorts fields, so that equal objects give equal texts. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Whether no two items are equal. Ajv would compare each pair, in quadratic time. */
function areDistinct(items: readonly unknown[]): boolean {
  const earlier = new Set<unknown>();
  const texts = new Set<string>();
  for (const item of items)
    if (item !== null && typeof item === "object") texts.add(JSON.stringify(item, inOrder));
    else earlier.add(item);
  return earlier.size + texts.size === items.length;
}

/**
 * A new Ajv for each schema: a shared one would keep the values and names of every schema that it ever compiled.
 * @param allErrors false ends the check at the first problem
 */
function newAjv(allErrors: boolean): Ajv {
  const engine = Object.assign(toMatcher, { code: "new RegExp" });
  const compiler = new Ajv({
    strict: false,
    allErrors,
    verbose: true,
    logger: false,
    meta: false,
    addUsedSchema: false,
    validateSchema: false,
    code: { regExp: engine },
  });
  ajvFormats.default(compiler, { mode: "fast", formats: ["date", "email", "uuid", "ipv4", "ipv6", "time"] });
  compiler.removeKeyword("uniqueItems");
  compiler.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    error: { message: "must NOT have duplicate items" },
    validate: (unique: unknown, items: unknown[]) => unique !== true || areDistinct(items),
  });
  // Providers also accept times without a zone, and dates, for the format date-time (RFC 3339).
  compiler.addFormat("date-time", /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/);
  return compiler;
}

/** The validators of a schema: `all` reports every problem; `first` only one, and is made when a value is large. */
type Compiled = { all: ValidateFunction; first?: ValidateFunction };

const compiled = () => processMemory("json-schema.compiled", () => new LRUCache<object, Compiled>({ max: MAX_CHECKS }));

const toProblem = (error: ErrorObject): SchemaProblem => ({
  path: error.instancePath,
  keyword: error.keyword,
  params: error.params as Record<string, unknown>,
  schema: (error.parentSchema ?? {}) as Record<string, unknown>,
  message: error.message ?? "does not fit",
});

const ANY_TYPES = ["string", "number", "boolean", "object"];
const SAYS_NOTHING = new Set(["type", "nullable", "description", "title"]);

/**
 * Whether alternatives name all types without a limit: places without a type are published like that, because some
 * model APIs want a type everywhere.
 */
function takesAnything(alternatives: readonly unknown[]): boolean {
  const open = alternatives.flatMap((alternative) =>
    isObject(alternative) &&
    Object.entries(alternative).every(
      ([name, value]) => SAYS_NOTHING.has(name) || (name === "additionalProperties" && value === true),
    )
      ? [alternative.type]
      : [],
  );
  return ANY_TYPES.every((type) => open.includes(type));
}

/**
 * OpenAPI 3.0 allows `nullable` only together with `type`; with `anyOf` or without a type, Ajv refuses the whole
 * schema. There it becomes one more alternative, or is removed, as a schema without a type accepts null anyway.
 */
function withPlainNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainNull);
  if (!isObject(schema)) return schema;
  if (Array.isArray(schema.anyOf) && takesAnything(schema.anyOf)) return {};
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "enum" || name === "const" || name === "default" ? value : withPlainNull(value),
    ]),
  );
  // The model APIs take texts only in `enum`, so null stands in `nullable` alone.
  if (copy.nullable === true && Array.isArray(copy.enum) && !copy.enum.includes(null))
    copy.enum = [...(copy.enum as unknown[]), null];
  if (typeof copy.nullable !== "boolean" || copy.type !== undefined) return copy;
  const { nullable, ...rest } = copy;
  for (const name of ["anyOf", "oneOf"])
    if (nullable && Array.isArray(rest[name])) rest[name] = [...(rest[name] as unknown[]), { type: "null" }];
  return rest;
}

/** Removes ids and dialects of a schema, which Ajv would look up or keep for ever. */
function withoutIdentity(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = withPlainNull(schema) as Record<string, unknown>;
  for (const name of ["$id", "id", "$schema"]) delete copy[name];
  return copy;
}

/**
 * The check for a schema, compiled at its first use; the 500 last used checks are cached. The schema object itself is
 * the cache key, so always pass the same object; schemas of two tenants never mix. For a value with more than 2,000
 * parts only the first problem is reported. A schema that cannot be compiled accepts everything, so that the tool still
 * works.
 */
export function schemaCheck(schema: Readonly<Record<string, unknown>>): SchemaCheck {
  let compiledCheck = compiled().get(schema);
  if (!compiledCheck) {
    compiledCheck = { all: compile(schema, true) };
    compiled().set(schema, compiledCheck);
  }
  const current = compiledCheck;
  return (value) => {
    const check = isLarge(value) ? (current.first ??= compile(schema, false)) : current.all;
    allowMatching();
    return check(value) ? [] : (check.errors ?? []).slice(0, MAX_PROBLEMS).map(toProblem);
  };
}

/** Above this, only the first problem is reported: each problem needs memory. */
const LARGE = 2000;

/** Whether a value has more than LARGE parts. */
function isLarge(value: unknown): boolean {
  const waiting: unknown[] = [value];
  for (let count = 0; waiting.length > 0; count++) {
    const next = waiting.pop();
    if (next === null || typeof next !== "object") continue;
    const inner = Array.isArray(next) ? next : Object.values(next);
    if (count + waiting.length + inner.length > LARGE) return true;
    waiting.push(...(inner as unknown[]));
  }
  return false;
}

function compile(schema: Readonly<Record<string, unknown>>, allErrors: boolean): ValidateFunction {
  try {
    return newAjv(allErrors).compile(withoutIdentity(schema));
  } catch {
    return newAjv(allErrors).compile({});
  }
}
