/** The types that values of a described schema can have, through its references, alternatives and parts. */
import type { JsonType } from "../../tool-schema";
import { dereference, type OpenApiDocument, type SourceSchema } from "../sources/openapi-document";

type ValueType = JsonType | "null";

const TYPES = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array", "null"]);
const MAX_DEPTH = 4;

/** The types of a schema besides null; an object if it has no type at all, because descriptions often omit that one. */
export function possibleTypes(
  document: OpenApiDocument,
  source: SourceSchema,
): { types: JsonType[]; nullable: boolean } {
  const all = typesIn(document, source, MAX_DEPTH);
  const types = [...all].filter((type) => type !== "null");
  return { types: types.length > 0 ? types : ["object"], nullable: all.has("null") };
}

const nonEmpty = (list: unknown): readonly SourceSchema[] =>
  Array.isArray(list) && list.length > 0 ? (list as SourceSchema[]) : [];

/** Empty for a schema without a type. */
function typesIn(document: OpenApiDocument, source: SourceSchema, depth: number): Set<ValueType> {
  const schema = dereference(document, source) ?? {};
  const types = new Set([schema.type].flat().filter((type) => TYPES.has(type)) as ValueType[]);
  if (types.size === 0 && schema.items) types.add("array");
  if (types.size === 0 && (schema.properties ?? schema.additionalProperties)) types.add("object");
  if (types.size === 0 && depth > 0) for (const type of typesBelow(document, schema, depth - 1)) types.add(type);
  if (schema.nullable === true) types.add("null");
  return types;
}

/** All types of the alternatives, or those of the first part that has any. */
function typesBelow(document: OpenApiDocument, schema: SourceSchema, depth: number): Iterable<ValueType> {
  const alternatives = [...nonEmpty(schema.oneOf), ...nonEmpty(schema.anyOf)];
  const sets = (alternatives.length > 0 ? alternatives : nonEmpty(schema.allOf)).map((part) =>
    typesIn(document, part, depth),
  );
  if (alternatives.length > 0) return sets.flatMap((types) => [...types]);
  return sets.find((types) => types.size > 0) ?? [];
}
