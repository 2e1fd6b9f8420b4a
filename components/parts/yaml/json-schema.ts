/** The part of JSON Schema (draft 7) that editors of YAML read. Pure. */
import { isMap, isScalar, type YAMLMap } from "yaml";

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  definitions?: Record<string, JsonSchema>;
};

/** References and alternatives inside of each other; a schema that refers to itself ends here. */
const MOST_LEVELS = 10;
const DEFINITIONS = "#/definitions/";

/** The schema with what it refers to; words next to a reference are used instead of those behind it. */
function openReference(root: JsonSchema, { $ref, allOf, ...schema }: JsonSchema): JsonSchema {
  const target = $ref?.startsWith(DEFINITIONS) ? root.definitions?.[$ref.slice(DEFINITIONS.length)] : undefined;
  return Object.assign({}, target, ...(allOf ?? []), schema) as JsonSchema;
}

/** All alternatives of a schema, without references and alternatives inside. */
export function listBranches(root: JsonSchema, schema: JsonSchema, level = 0): JsonSchema[] {
  if (level > MOST_LEVELS) return [];
  if (schema.$ref !== undefined || schema.allOf) return listBranches(root, openReference(root, schema), level + 1);
  const { oneOf, anyOf, ...rest } = schema;
  const alternatives = oneOf ?? anyOf;
  if (!alternatives) return [schema];
  const { description } = rest;
  return alternatives
    .flatMap((alternative) => listBranches(root, alternative, level + 1))
    .map((branch) => (description === undefined ? branch : { ...branch, description }));
}

const typesOf = ({ type }: JsonSchema): string[] => (type === undefined ? [] : [type].flat());

/** Whether the schema allows values of a type; one without a type allows all. */
export function allowsType(schema: JsonSchema, type: string): boolean {
  const types = typesOf(schema);
  return types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
}

/** The type of a value as JSON Schema calls it. */
export const typeOfValue = (value: unknown): string =>
  value === null || value === undefined ? "null" : Number.isInteger(value) ? "integer" : typeof value;

export const TYPE_WORDS: Readonly<Record<string, string>> = {
  object: "keys with values",
  array: "a list",
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
};

/** What a value can be, in words: "text or a list". */
export const describeTypes = (branches: readonly JsonSchema[]): string =>
  [...new Set(branches.flatMap(typesOf).map((type) => TYPE_WORDS[type] ?? type))].join(" or ");

/** The values that are allowed, where they are listed. */
export const listValues = (schema: JsonSchema): unknown[] =>
  schema.const !== undefined
    ? [schema.const]
    : (schema.enum ?? (typesOf(schema).join() === "boolean" ? [true, false] : []));

/** The value of a key of a map in the text; undefined if it is no simple value. */
export function readValue(map: YAMLMap, key: string): unknown {
  const node: unknown = map.get(key, true);
  return isScalar(node) ? node.value : undefined;
}

/** The key by which the alternatives of an object differ, such as a mode. */
export function findDiscriminator(branches: readonly JsonSchema[]): string | undefined {
  const [first] = branches;
  if (branches.length < 2 || !first) return undefined;
  return Object.keys(first.properties ?? {}).find((key) =>
    branches.every(({ properties }) => properties?.[key]?.const !== undefined),
  );
}

/** The alternatives that a map in the text can mean: all objects as long as its mode is not known. */
export function chooseBranches(branches: readonly JsonSchema[], map: unknown): JsonSchema[] {
  const objects = branches.filter((branch) => allowsType(branch, "object"));
  const key = findDiscriminator(objects);
  if (key === undefined || !isMap(map)) return objects;
  const matches = objects.filter(({ properties }) => properties?.[key]?.const === readValue(map, key));
  return matches.length > 0 ? matches : objects;
}

/** The alternatives of a key's value. */
export const listBranchesOfKey = (root: JsonSchema, branches: readonly JsonSchema[], key: string): JsonSchema[] =>
  branches.flatMap(({ properties, additionalProperties }) => {
    const property = properties && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    return typeof property === "object" ? listBranches(root, property) : [];
  });
