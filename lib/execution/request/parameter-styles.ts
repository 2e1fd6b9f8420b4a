/** The parameter styles of OpenAPI 3: https://spec.openapis.org/oas/v3.0.3#style-values */
import type { RequestParameter } from "@/lib/catalog/tool-request";
import { writeJson } from "@/lib/kernel/json/write-json";
import { isObject } from "@/lib/kernel/text/is-object";

/** The encoded name and value of a query or form field. */
export type Pair = readonly [name: string, value: string];

type Style = NonNullable<RequestParameter["style"]>;
type Encode = (text: string) => string;

/** A value as text, before encoding. Objects and lists, which a style cannot nest further, become JSON. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? writeJson(value) : String(value as string | number | bigint | boolean);
}

/** `encodeURIComponent` that also accepts half of a surrogate pair. */
export const encodeText: Encode = (text) => encodeURIComponent(text.toWellFormed());

/** Keeps the reserved characters of RFC 3986, except those that would end the query or the value. */
const encodeReserved: Encode = (text) =>
  encodeText(text).replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B|5B|5D)/g, (escape) => decodeURIComponent(escape));

/** Encodes a text for a path, which "?" and "#" would end. */
const encodeReservedPath: Encode = (text) =>
  encodeText(text).replace(/%(3A|2F|40|21|24|27|28|29|2A|2C|3B|3D)/g, (escape) => decodeURIComponent(escape));

const entries = (value: Record<string, unknown>): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);

const textsOf = (value: unknown, encode: Encode): string[] => {
  if (Array.isArray(value)) return value.map((item) => encode(plainText(item)));
  if (isObject(value)) return entries(value).flatMap(([name, item]) => [encode(name), encode(plainText(item))]);
  return [encode(plainText(value))];
};

const assigned = (value: Record<string, unknown>, encode: Encode): string[] =>
  entries(value).map(([name, item]) => `${encode(name)}=${encode(plainText(item))}`);

/** Each level repeats the names of all levels above it. No provider's form nests deeper. */
const MAX_LEVELS = 10;

type Deep = { pairs: [string, string][]; encode: Encode; numbered: boolean };

function addDeepPairs(deep: Deep, name: string, value: unknown, depth: number): void {
  const { encode, numbered } = deep;
  const inside = (key: string): string => `${name}${encode("[")}${encode(key)}${encode("]")}`;
  const isNested = value !== null && typeof value === "object" && depth < MAX_LEVELS;
  if (!isNested) deep.pairs.push([name, encode(plainText(value))]);
  else if (Array.isArray(value))
    value.forEach((item, index) => addDeepPairs(deep, inside(numbered ? String(index) : ""), item, depth + 1));
  else
    for (const [key, item] of entries(value as Record<string, unknown>))
      addDeepPairs(deep, inside(key), item, depth + 1);
}

/**
 * `name[a][b]=1`, and `name[0]=x` for lists, as Stripe, Rails and PHP read them. Deeper than ten levels, values are
 * JSON. Not `numbered`, lists are `name[]=x`, the only form that some servers made with Rails read as a list.
 * @param encode how names and values are written; a multipart form has them as they are
 */
export function deepPairs(name: string, value: unknown, numbered = true, encode: Encode = encodeText): Pair[] {
  const deep: Deep = { pairs: [], encode, numbered };
  addDeepPairs(deep, encode(name), value, 0);
  return deep.pairs;
}

const SEPARATOR: Partial<Record<Style, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/** The pairs of a query parameter or a form field. An empty list gives no pair. */
export function queryPairs(
  parameter: Pick<RequestParameter, "name" | "style" | "explode" | "allowReserved" | "json">,
  value: unknown,
): Pair[] {
  const encode = parameter.allowReserved ? encodeReserved : encodeText;
  const name = encodeText(parameter.name);
  if (parameter.json) return [[name, encode(writeJson(value))]];
  const style = parameter.style ?? "form";
  if (value === null || typeof value !== "object") return [[name, encode(plainText(value))]];
  if (style === "deepObject" || style === "brackets") return deepPairs(parameter.name, value, style === "deepObject");
  if (style === "dots" && isObject(value))
    return entries(value).map(([key, item]): Pair => [`${name}.${encode(key)}`, encode(plainText(item))]);
  if (parameter.explode ?? style === "form") {
    if (Array.isArray(value)) return value.map((item): Pair => [name, encode(plainText(item))]);
    return entries(value as Record<string, unknown>).flatMap(([key, item]): Pair[] =>
      (Array.isArray(item) ? item : [item]).map((text): Pair => [encode(key), encode(plainText(text))]),
    );
  }
  const parts = textsOf(value, encode);
  return parts.length === 0 ? [] : [[name, parts.join(SEPARATOR[style] ?? ",")]];
}

/** The text of a path parameter. */
export function pathText(
  parameter: Pick<RequestParameter, "name" | "style" | "explode" | "allowReserved" | "json">,
  value: unknown,
): string {
  const encode = parameter.allowReserved ? encodeReservedPath : encodeText;
  if (parameter.json) return encode(writeJson(value));
  const style = parameter.style ?? "simple";
  const explode = parameter.explode === true;
  const parts = explode && isObject(value) ? assigned(value, encode) : textsOf(value, encode);
  if (style === "label") return `.${parts.join(".")}`;
  if (style !== "matrix") return parts.join(",");
  const name = encode(parameter.name);
  if (explode && isObject(value)) return parts.map((part) => `;${part}`).join("");
  if (explode && Array.isArray(value)) return parts.map((part) => `;${name}=${part}`).join("");
  return parts.join(",") === "" ? `;${name}` : `;${name}=${parts.join(",")}`;
}

/** The text of a header: style "simple", not percent-encoded. */
export function headerText(parameter: Pick<RequestParameter, "explode" | "json">, value: unknown): string {
  if (parameter.json) return writeJson(value);
  const asIs: Encode = (text) => text;
  return (parameter.explode === true && isObject(value) ? assigned(value, asIs) : textsOf(value, asIs)).join(",");
}
