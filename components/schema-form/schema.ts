/**
 * Reads a JSON schema for a form: follows references, merges parts, handles null separately, and finds one shape per
 * field. Pure.
 */
import { TYPE_WORDS } from "@/lib/contract/display/type-words";
import { isObject } from "@/lib/kernel/text/is-object";

export type Schema = Readonly<Record<string, unknown>>;

export type Property = { name: string; schema: Schema; required: boolean };
export type Variant = { label: string; schema: Schema };

/** The kind of control of a field. `json` is for everything that no control fits. */
export type Shape =
  | { kind: "text"; long: boolean; secret: boolean }
  | { kind: "number"; integer: boolean }
  | { kind: "boolean" }
  | { kind: "date" }
  | { kind: "date-time" }
  /** A date and a time without a zone; another field or the app decides the zone. */
  | { kind: "local-time" }
  | { kind: "choice"; options: readonly unknown[] }
  | { kind: "constant"; value: unknown }
  | { kind: "object"; properties: readonly Property[]; extra: Schema | null }
  | { kind: "list"; items: Schema }
  | { kind: "map"; values: Schema }
  | { kind: "variants"; variants: readonly Variant[] }
  | { kind: "file" }
  | { kind: "json" };

const MAX_DEPTH = 20;
/** Longer texts than this get more than one line. */
const LONG_TEXT = 1000;
const LONG_NAME = /(^|_)(body|content|description|text|message|markdown|html|query|prompt|comment|notes?)$/i;

/** The target of `#/$defs/Name` inside the root schema; an empty schema if it does not exist. */
function follow(reference: string, root: Schema): Schema {
  if (!reference.startsWith("#")) return {};
  let node: unknown = root;
  for (const part of reference.slice(1).split("/").filter(Boolean)) {
    const name = decodeURIComponent(part).replace(/~1/g, "/").replace(/~0/g, "~");
    node = isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
  }
  return isObject(node) ? node : {};
}

function merge(into: Schema, part: Schema): Schema {
  const both = (name: string) =>
    [into[name], part[name]].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const properties = {
    ...(isObject(into.properties) && into.properties),
    ...(isObject(part.properties) && part.properties),
  };
  return {
    ...part,
    ...into,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(both("required").length > 0 && { required: [...new Set(both("required"))] }),
  };
}

/**
 * Resolves a schema that only refers to another or consists of parts (`$ref`, `allOf`). Keywords next to a reference
 * win.
 */
export function resolveSchema(schema: Schema, root: Schema, depth = 0): Schema {
  if (depth > MAX_DEPTH) return {};
  const { $ref, allOf, ...keywords } = schema;
  let resolved: Schema = keywords;
  if (typeof $ref === "string") resolved = merge(resolved, resolveSchema(follow($ref, root), root, depth + 1));
  if (Array.isArray(allOf))
    for (const part of allOf) if (isObject(part)) resolved = merge(resolved, resolveSchema(part, root, depth + 1));
  return resolved;
}

const typesOf = (schema: Schema): readonly string[] =>
  Array.isArray(schema.type) ? (schema.type as string[]) : typeof schema.type === "string" ? [schema.type] : [];

const isNull = (part: unknown): boolean =>
  isObject(part) &&
  (part.type === "null" ||
    part.const === null ||
    (Array.isArray(part.enum) && part.enum.length === 1 && part.enum[0] === null));

const choicesOf = (schema: Schema): readonly unknown[] =>
  (Array.isArray(schema.anyOf) ? schema.anyOf : Array.isArray(schema.oneOf) ? schema.oneOf : []) as unknown[];

/** Returns true if null is a permitted value. */
export const takesNull = (schema: Schema): boolean =>
  schema.nullable === true ||
  typesOf(schema).includes("null") ||
  choicesOf(schema).some((part) => isNull(part) || (isObject(part) && part.nullable === true)) ||
  (Array.isArray(schema.enum) && schema.enum.includes(null));

/**
 * The properties of an object: first the required properties in the order of `required`, then the rest in their own
 * order.
 */
export function toProperties(schema: Schema, root: Schema): Property[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  const allProperties = Object.entries(properties).flatMap(([name, property]) =>
    isObject(property) ? [{ name, schema: resolveSchema(property, root), required: required.includes(name) }] : [],
  );
  return [
    ...allProperties
      .filter((property) => property.required)
      .sort((a, b) => required.indexOf(a.name) - required.indexOf(b.name)),
    ...allProperties.filter((property) => !property.required),
  ];
}

/** Returns true if the alternatives accept any type; the only control is then JSON. */
const takesAnything = (parts: readonly Schema[]): boolean =>
  ["string", "number", "boolean", "object"].every((type) =>
    parts.some((part) => part.type === type && part.enum === undefined && part.properties === undefined),
  );

function choiceShape(schema: Schema, root: Schema): Shape {
  // An alternative of an empty text means that the value can be cleared: the other alternative has the control.
  const parts = choicesOf(schema).filter((part) => isObject(part) && !isNull(part) && part.maxLength !== 0) as Schema[];
  if (takesAnything(parts)) return { kind: "json" };
  const { anyOf: _anyOf, oneOf: _oneOf, nullable: _nullable, ...outer } = schema;
  const resolved = parts.map((part) => resolveSchema(part, root));
  // Parts that only require other properties ("a or b is required") describe one object, which is rendered once.
  if (isObject(outer.properties) && resolved.every((part) => !isObject(part.properties) && part.type === undefined))
    return toShape(outer, root);
  const whole = resolved.map((part) =>
    isObject(outer.properties)
      ? merge(part, { type: outer.type, properties: outer.properties, required: outer.required })
      : part,
  );
  const [only] = whole;
  if (only && whole.length === 1) return toShape(only, root);
  if (whole.every((part) => Array.isArray(part.enum) || part.const !== undefined))
    return {
      kind: "choice",
      options: whole.flatMap((part) => (Array.isArray(part.enum) ? (part.enum as unknown[]) : [part.const])),
    };
  return whole.length === 0
    ? { kind: "json" }
    : { kind: "variants", variants: whole.map((part) => ({ label: toLabel(part, root), schema: part })) };
}

function objectShape(schema: Schema, root: Schema): Shape {
  const extra = isObject(schema.additionalProperties)
    ? resolveSchema(schema.additionalProperties, root)
    : schema.additionalProperties === true
      ? {}
      : null;
  const properties = toProperties(schema, root);
  if (properties.length > 0) return { kind: "object", properties, extra };
  return extra && Object.keys(extra).length > 0 ? { kind: "map", values: extra } : { kind: "json" };
}

/** A pattern that starts like "2026-01-31T". */
const LOCAL_TIME = /^\^\\d\{4\}-\\d\{2\}-\\d\{2\}T/;
const takesLocalTime = ({ pattern }: Schema): boolean => typeof pattern === "string" && LOCAL_TIME.test(pattern);

function textShape(schema: Schema, name: string): Shape {
  if (schema.format === "date") return { kind: "date" };
  if (schema.format === "date-time") return { kind: "date-time" };
  if (takesLocalTime(schema)) return { kind: "local-time" };
  const long =
    LONG_NAME.test(name) ||
    (typeof schema.maxLength === "number" && schema.maxLength > LONG_TEXT && schema.maxLength !== 5000);
  return { kind: "text", long, secret: schema.format === "password" };
}

/**
 * @param schema already resolved
 * @param name the property's name, which distinguishes long texts from short texts
 */
export function toShape(schema: Schema, root: Schema, name = ""): Shape {
  if (schema.file_uploadable === true || schema.format === "binary") return { kind: "file" };
  if (schema.const !== undefined) return { kind: "constant", value: schema.const };
  if (Array.isArray(schema.enum))
    return { kind: "choice", options: (schema.enum as unknown[]).filter((option) => option !== null) };
  if (choicesOf(schema).length > 0) return choiceShape(schema, root);
  const types = typesOf(schema).filter((type) => type !== "null");
  if (types.length > 1)
    return {
      kind: "variants",
      variants: types.map((type) => ({ label: toLabel({ ...schema, type }, root), schema: { ...schema, type } })),
    };
  const [type = isObject(schema.properties) ? "object" : isObject(schema.items) ? "array" : undefined] = types;
  switch (type) {
    case "string":
      return textShape(schema, name);
    case "integer":
    case "number":
      return { kind: "number", integer: type === "integer" };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      return isObject(schema.items) ? { kind: "list", items: resolveSchema(schema.items, root) } : { kind: "json" };
    case "object":
      return objectShape(schema, root);
    default:
      return { kind: "json" };
  }
}

/** Types of list items in the plural; others, such as a title, stay as they are. */
const PLURALS: Record<string, string> = {
  text: "texts",
  "whole number": "whole numbers",
  number: "numbers",
  object: "objects",
  list: "lists",
  file: "files",
  choice: "choices",
  date: "dates",
};

/** `text or object` is "texts or objects". */
const toPlural = (label: string): string =>
  label
    .split(" or ")
    .map((word) => (Object.hasOwn(PLURALS, word) ? (PLURALS[word] ?? word) : word))
    .join(" or ");

/** The type of a field in one or two words: `text`, `list of whole numbers`, `date`. */
export function toLabel(schema: Schema, root: Schema, depth = 0): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.file_uploadable === true || schema.format === "binary") return "file";
  if (Array.isArray(schema.enum)) return "choice";
  if (choicesOf(schema).length > 0) {
    const labels = choicesOf(schema).flatMap((part) =>
      isObject(part) && !isNull(part) && depth < 2 ? [toLabel(resolveSchema(part, root), root, depth + 1)] : [],
    );
    return [...new Set(labels)].slice(0, 3).join(" or ") || "JSON";
  }
  if (schema.format === "date") return "date";
  if (schema.format === "date-time" || takesLocalTime(schema)) return "date and time";
  const type =
    typesOf(schema).find((typeName) => typeName !== "null") ?? (isObject(schema.properties) ? "object" : undefined);
  if (type === "array" && isObject(schema.items) && depth < 2)
    return `list of ${toPlural(toLabel(resolveSchema(schema.items, root), root, depth + 1))}`;
  if (type === "object" && typeof schema.title === "string" && depth === 0) return schema.title;
  return type ? (TYPE_WORDS[type] ?? type) : "JSON";
}
