/** A schema as the rows of a table: what a value is called, which type it has, what may be in it. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import { resolveSchema, takesNull, toProperties, type Property, type Schema } from "@/components/schema-form/schema";

const MAX_DEPTH = 8;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const variantsOf = (schema: Schema, root: Schema): Schema[] =>
  [...list(schema.anyOf), ...list(schema.oneOf)].filter(isObject).map((part) => resolveSchema(part, root));

/** `string`, `integer[]`, `string | object`, `string (date-time)`; null is shown next to it. */
export function toTypeName(schema: Schema, root: Schema, depth = 0): string {
  const name = bareType(schema, root, depth);
  return takesNull(schema) && !/(^|\| )null$/.test(name) && name !== "any" ? `${name} | null` : name;
}

function bareType(schema: Schema, root: Schema, depth: number): string {
  if (schema.file_uploadable === true) return "file";
  if (depth > 3) return "any";
  const variants = variantsOf(schema, root);
  if (variants.length > 0) {
    const names = [
      ...new Set(
        variants.map((part) => bareType(part, root, depth + 1)).filter((name) => name !== "null" && name !== "any"),
      ),
    ];
    if (names.length > 0) return names.slice(0, 4).join(" | ");
  }
  const types = [schema.type].flat().filter((type): type is string => typeof type === "string" && type !== "null");
  const [type = guessType(schema)] = types;
  if (types.length > 1) return types.join(" | ");
  if (type === "array") {
    const item = isObject(schema.items) ? bareType(resolveSchema(schema.items, root), root, depth + 1) : "any";
    return item.includes(" ") ? `(${item})[]` : `${item}[]`;
  }
  return typeof schema.format === "string" && type === "string" ? `string (${schema.format})` : type;
}

function guessType(schema: Schema): string {
  if (schema.type === "null") return "null";
  if (isObject(schema.properties)) return "object";
  const [first] = [schema.const, ...list(schema.enum)].filter((value) => value !== undefined && value !== null);
  return first === undefined ? "any" : typeof first;
}

/** The parts of a value: an object's properties, those of a list's items, those of all variants together. */
export function toChildren(schema: Schema, root: Schema, depth = 0): Property[] {
  if (depth > MAX_DEPTH) return [];
  const properties = toProperties(schema, root);
  if (properties.length > 0) return properties;
  if (isObject(schema.items)) return toChildren(resolveSchema(schema.items, root), root, depth + 1);
  const inside = variantsOf(schema, root).flatMap((part) => toChildren(part, root, depth + 1));
  const propertiesByName = new Map(inside.map((property) => [property.name, { ...property, required: false }]));
  return [...propertiesByName.values()];
}

export type ValueNote = { kind: "one of" | "default" | "example" | "always"; values: string[] };

const MAX_VALUES = 200;
const show = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Notes that help to fill a value in: its choices, its default, an example. */
export function toNotes(schema: Schema): ValueNote[] {
  const choices = [...list(schema.enum), ...(isObject(schema.items) ? list(schema.items.enum) : [])]
    .filter((value) => value !== null)
    .slice(0, MAX_VALUES);
  const example = schema.example ?? list(schema.examples)[0];
  return [
    ...(schema.const === undefined ? [] : [{ kind: "always" as const, values: [show(schema.const)] }]),
    ...(choices.length > 0 ? [{ kind: "one of" as const, values: choices.map(show) }] : []),
    ...(schema.default === undefined || schema.default === null
      ? []
      : [{ kind: "default" as const, values: [show(schema.default)] }]),
    ...(example === undefined || example === null || choices.length > 0
      ? []
      : [{ kind: "example" as const, values: [show(example)] }]),
  ];
}

/**
 * Arguments that show the shape of a call: required arguments, filled from examples, defaults and first choices, else
 * with a value of their type.
 */
export const exampleArguments = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    toProperties(schema, schema)
      .filter(({ required }) => required)
      .map(({ name, schema: property }) => [name, exampleOf(property, schema, name)]),
  );

function exampleOf(schema: Schema, root: Schema, name: string, depth = 0): unknown {
  const example = schema.const ?? schema.example ?? list(schema.examples)[0] ?? schema.default ?? list(schema.enum)[0];
  if (example !== undefined) return example;
  const [variant] = variantsOf(schema, root).filter((part) => part.type !== "null");
  if (variant && schema.type === undefined) return exampleOf(variant, root, name, depth + 1);
  const [type] = [schema.type ?? guessType(schema)].flat().filter((typeName) => typeName !== "null");
  switch (type) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? schema.minimum : 1;
    case "boolean":
      return true;
    case "array":
      return depth > MAX_DEPTH || !isObject(schema.items)
        ? []
        : [exampleOf(resolveSchema(schema.items, root), root, name, depth + 1)];
    case "object":
      return depth > MAX_DEPTH
        ? {}
        : Object.fromEntries(
            toProperties(schema, root)
              .filter(({ required }) => required)
              .map((property) => [property.name, exampleOf(property.schema, root, property.name, depth + 1)]),
          );
    default:
      return `<${name}>`;
  }
}
