/**
 * The published schemas of providers' answers. A number that a double cannot represent arrives as a text of its digits
 * (`lib/kernel/json`), so the schema of such a number accepts that text, too. Pure.
 */
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = Readonly<Record<string, unknown>>;

/** Formats whose numbers a double holds. */
const SMALL_FORMAT = /^(u?int(8|16|32)|float|unix-time|seconds)$/i;
/** Some descriptions use the general number type for ids. */
const NAMES_ID = /(?:^|_)ids?$|I[dD]s?$/;

const typesOf = ({ type }: Schema): readonly unknown[] => [type].flat();

/** Whether the schema bounds its numbers to those of 53 bits, or lists them. */
const isSmall = ({ format, maximum, enum: values, const: only }: Schema): boolean =>
  (typeof format === "string" && SMALL_FORMAT.test(format)) ||
  (typeof maximum === "number" && maximum <= Number.MAX_SAFE_INTEGER) ||
  values !== undefined ||
  only !== undefined;

/** The type with "string" added to a type of long numbers; undefined if nothing changes. */
function widerType(schema: Schema, name: string): unknown[] | undefined {
  const types = typesOf(schema);
  const isLong = types.includes("integer") || (types.includes("number") && NAMES_ID.test(name));
  return !isLong || types.includes("string") || isSmall(schema) ? undefined : [...types, "string"];
}

const KEYWORDS = ["anyOf", "oneOf", "allOf"];

/** One of these alternatives is a text already. */
const takesText = (alternatives: unknown): boolean =>
  Array.isArray(alternatives) &&
  alternatives.some((alternative) => isObject(alternative) && typesOf(alternative).includes("string"));

function changeOf(schema: Schema, name: string, keyword: string): unknown {
  const value = schema[keyword];
  if (keyword === "type") return widerType(schema, name) ?? value;
  if (keyword === "items" || keyword === "additionalProperties") return isObject(value) ? widened(value, name) : value;
  if (keyword === "properties" && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [key, isObject(member) ? widened(member, key) : member] as const),
    );
  if (KEYWORDS.includes(keyword) && Array.isArray(value) && !takesText(value))
    return value.map((item: unknown) => (isObject(item) ? widened(item, name) : item));
  return value;
}

function widened(schema: Schema, name: string): Record<string, unknown> {
  // The size of a file that this server stores is its own number.
  if (schema.file_downloadable === true) return schema;
  return Object.fromEntries(Object.keys(schema).map((keyword) => [keyword, changeOf(schema, name, keyword)]));
}

/** Computed once for each stored schema. */
const cache = new WeakMap<Schema, Record<string, unknown>>();

/** The schema of what a provider sends, which allows the digits of long numbers as texts. */
export function withLongNumbers(schema: Schema): Record<string, unknown> {
  let cached = cache.get(schema);
  if (!cached) cache.set(schema, (cached = widened(schema, "")));
  return cached;
}
