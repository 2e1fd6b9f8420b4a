/** A JSON schema as the rows of a table: one for each member, members of objects below their own. */

import { TYPE_WORDS } from "@/lib/contract/display/type-words";
import { countOf } from "@/lib/contract/count-of";
import type { Field } from "@/lib/contract/reference/operation-page";

export type JsonSchema = {
  [key: string]: unknown;
  type?: string | readonly string[];
  description?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  $ref?: string;
  $defs?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: JsonSchema | boolean;
};

/** Rows below are no help any more, and schemas that contain themselves have no end. */
const MOST_DEPTH = 3;
const MOST_ROWS = 150;
const MOST_VALUES = 12;

/** Schemas with a name of their own: `#/$defs/Name`. */
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** The schema that a reference names; other members next to the reference win. */
export function follow(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  if (name === undefined) return schema;
  const { $ref: _, ...rest } = schema;
  return { ...definitions[name], ...rest };
}

const variantsOf = ({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] => anyOf ?? oneOf ?? [];
const isNull = ({ type, const: value }: JsonSchema): boolean => type === "null" || value === null;

const valuesOf = (values: readonly unknown[]): string => {
  const texts = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  return values.length > MOST_VALUES ? `${texts.join(", ")} …` : texts.join(", ");
};

/** The type in words; each variant once, and null last. */
export function typeOf(schema: JsonSchema, definitions: Definitions, depth = 0): string {
  const followed = follow(schema, definitions);
  if (followed.const !== undefined) return JSON.stringify(followed.const);
  if (followed.enum) return valuesOf(followed.enum);
  const variants = variantsOf(followed);
  if (variants.length > 0 && depth <= MOST_DEPTH) {
    const words = variants.map((variant) => typeOf(variant, definitions, depth + 1));
    return [...new Set(words)].sort((left, right) => Number(left === "null") - Number(right === "null")).join(" or ");
  }
  const types = [followed.type ?? (followed.properties ? "object" : [])].flat();
  if (types.length === 0) return "any";
  return types
    .map((type) =>
      type === "array" && followed.items && depth <= MOST_DEPTH
        ? `list of ${typeOf(followed.items, definitions, depth + 1)}`
        : (TYPE_WORDS[type] ?? type),
    )
    .join(" or ");
}

const LIMITS: readonly [string, (limit: number) => string][] = [
  ["minimum", (limit) => `at least ${limit}`],
  ["maximum", (limit) => `at most ${limit}`],
  ["minLength", (limit) => `at least ${countOf(limit, "character")}`],
  ["maxLength", (limit) => `at most ${countOf(limit, "character")}`],
  ["minItems", (limit) => `at least ${countOf(limit, "entry", "entries")}`],
  ["maxItems", (limit) => `at most ${countOf(limit, "entry", "entries")}`],
];
/** JSON Schema's largest number for a whole number without a limit. */
const isLimit = (limit: unknown): limit is number =>
  typeof limit === "number" && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

/** The only variant besides null, if there is one. */
function soleOf(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const followed = follow(schema, definitions);
  const variants = variantsOf(followed).filter((variant) => !isNull(variant));
  const [sole] = variants;
  if (!sole || variants.length > 1) return followed;
  return { ...follow(sole, definitions), ...(followed.description && { description: followed.description }) };
}

/** What a reader must know besides the type, as sentences. */
function aboutOf(schema: JsonSchema, definitions: Definitions): string {
  const sole = soleOf(schema, definitions);
  const limits = LIMITS.flatMap(([name, toWords]) => {
    const limit = sole[name];
    return isLimit(limit) ? [toWords(limit)] : [];
  });
  const rest = [
    ...limits,
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} if left out`]),
  ].join(", ");
  const sentences = [sole.description, rest].filter((text) => text).map((text) => text?.replace(/\.$/, ""));
  return sentences.map((text) => `${text?.charAt(0).toUpperCase()}${text?.slice(1)}.`).join(" ");
}

/** The schema whose members are shown below a row: of an object, a list's entries, or the only variant besides null. */
function innerOf(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const sole = soleOf(schema, definitions);
  return sole.items ? soleOf(sole.items, definitions) : sole;
}

/**
 * The members of an object's schema, as rows.
 * @param schema as `z.toJSONSchema` writes it: JSON Schema 2020-12, with its definitions in it
 */
export function toFields(schema: JsonSchema): Field[] {
  const definitions = schema.$defs ?? {};
  const rows: Field[] = [];
  const add = (whole: JsonSchema, depth: number): void => {
    const { properties = {}, required = [] } = innerOf(whole, definitions);
    for (const [name, member] of Object.entries(properties)) {
      if (rows.length >= MOST_ROWS) return;
      const type = typeOf(member, definitions);
      rows.push({ name, depth, type, isRequired: required.includes(name), about: aboutOf(member, definitions) });
      if (depth < MOST_DEPTH) add(member, depth + 1);
    }
  };
  add(schema, 0);
  return rows;
}
