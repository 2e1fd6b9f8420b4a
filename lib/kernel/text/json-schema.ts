/** Holds values against JSON schemas that come from data: compiled once, few kept, patterns that could hang left out. */
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import ajvFormats from "ajv-formats";
import { LRUCache } from "lru-cache";
import { processMemory } from "../process-memory";
import { allowMatching, toMatcher } from "./safe-pattern";

/** One way in which a value does not fit. */
export type SchemaProblem = {
  /** JSON pointer to the value (RFC 6901), "" for the whole. */
  path: string;
  keyword: string;
  params: Record<string, unknown>;
  /** The schema that the value at `path` was held against. */
  schema: Record<string, unknown>;
  message: string;
};

export type SchemaCheck = (value: unknown) => SchemaProblem[];

const MAX_PROBLEMS = 50;
const KEPT = 500;

/** An object's fields in one order, so that equal objects give equal texts. */
const inOrder = (_: string, value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;

/** Whether no two items are equal. Ajv compares each with each, which takes the square of their count. */
function areDistinct(items: readonly unknown[]): boolean {
  const seen = new Set<unknown>();
  const texts = new Set<string>();
  for (const item of items)
    if (item !== null && typeof item === "object") texts.add(JSON.stringify(item, inOrder));
    else seen.add(item);
  return seen.size + texts.size === items.length;
}

/**
 * An instance a schema: one shared by all would remember the values and names of every schema that it ever compiled.
 * @param allErrors false ends the check at the first problem
 */
function newAjv(allErrors: boolean): Ajv {
  const engine = Object.assign(toMatcher, { code: "new RegExp" });
  const made = new Ajv({
    strict: false,
    allErrors,
    verbose: true,
    logger: false,
    meta: false,
    addUsedSchema: false,
    validateSchema: false,
    code: { regExp: engine },
  });
  ajvFormats.default(made, { mode: "fast", formats: ["date", "email", "uuid", "ipv4", "ipv6", "time"] });
  made.removeKeyword("uniqueItems");
  made.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    error: { message: "must NOT have duplicate items" },
    validate: (wanted: unknown, items: unknown[]) => wanted !== true || areDistinct(items),
  });
  // Providers accept times without a zone and plain dates where their own description says date-time (RFC 3339).
  made.addFormat("date-time", /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?)?$/);
  return made;
}

/** Of one schema: naming every problem, made at once, and only the first one, made when a value is large. */
type Compiled = { all: ValidateFunction; first?: ValidateFunction };

const compiled = () => processMemory("json-schema.compiled", () => new LRUCache<object, Compiled>({ max: KEPT }));

const toProblem = (error: ErrorObject): SchemaProblem => ({
  path: error.instancePath,
  keyword: error.keyword,
  params: error.params as Record<string, unknown>,
  schema: (error.parentSchema ?? {}) as Record<string, unknown>,
  message: error.message ?? "does not fit",
});

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * OpenAPI 3.0 says `nullable` beside `type`; descriptions say it beside `anyOf` or nothing too, where Ajv gives up on the
 * whole schema. There it becomes one more alternative, or goes, as a schema without a type takes null anyway.
 */
function withPlainNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withPlainNull);
  if (!isObject(schema)) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      name === "enum" || name === "const" || name === "default" ? value : withPlainNull(value),
    ]),
  );
  if (typeof copy.nullable !== "boolean" || copy.type !== undefined) return copy;
  const { nullable, ...rest } = copy;
  for (const name of ["anyOf", "oneOf"])
    if (nullable && Array.isArray(rest[name])) rest[name] = [...(rest[name] as unknown[]), { type: "null" }];
  return rest;
}

/** Schemas carry ids and dialects of their sources, which Ajv would look up or keep for ever. */
function withoutIdentity(schema: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = withPlainNull(schema) as Record<string, unknown>;
  for (const name of ["$id", "id", "$schema"]) delete copy[name];
  return copy;
}

/**
 * The check of a schema, compiled at its first use and kept while it is among the 500 used last. The schema object itself
 * is the key: pass the one that its owner holds, unchanged, and two tenants' schemas of one name stay apart. Of a value with
 * more than 2,000 parts only the first problem is named.
 * A schema that cannot be compiled accepts everything: a fault in a description must not stop a tool.
 */
export function schemaCheck(schema: Readonly<Record<string, unknown>>): SchemaCheck {
  let found = compiled().get(schema);
  if (!found) {
    found = { all: compile(schema, true) };
    compiled().set(schema, found);
  }
  const kept = found;
  return (value) => {
    const check = isLarge(value) ? (kept.first ??= compile(schema, false)) : kept.all;
    allowMatching();
    return check(value) ? [] : (check.errors ?? []).slice(0, MAX_PROBLEMS).map(toProblem);
  };
}

/** Each wrong part of a larger value would become an object of its own. */
const LARGE = 2000;

/** Whether a value consists of more parts than a person would write. */
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
