/**
 * Parses the parts of a received request into values, by the serialization rules of OpenAPI 3: the reverse of the
 * executor.
 */
import {
  dereference,
  type OpenApiDocument,
  type SourceParameter,
  type SourceSchema,
} from "@/lib/catalog/compile/sources/openapi-document";

export type Pair = { name: string; value: string };

/** The pairs of a query or a form: https://url.spec.whatwg.org/#concept-urlencoded-parser */
export const readPairs = (text: string): Pair[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }));

/** Whether a schema (or one of its parts) is of this type. */
export function isOfType(
  document: OpenApiDocument,
  schema: SourceSchema | undefined,
  type: "array" | "object",
  depth = 0,
): boolean {
  const target = dereference(document, schema);
  if (!target || depth > 8) return false;
  if (
    target.type === type ||
    (Array.isArray(target.type) && target.type.includes(type)) ||
    (target.type === undefined && (type === "array" ? target.items : target.properties) !== undefined)
  )
    return true;
  return [target.allOf, target.anyOf, target.oneOf].some(
    (parts) => Array.isArray(parts) && parts.some((part) => isOfType(document, part, type, depth + 1)),
  );
}

/** `a[b][0]` as a path. */
const segmentsOf = (name: string): string[] => [...name.matchAll(/\[([^\]]*)\]/g)].map(([, segment]) => segment ?? "");

/** `name[a][b]=1` and `name[0]=x` as nested values. */
function nested(pairs: readonly { path: string[]; value: string }[]): unknown {
  if (pairs.every(({ path }) => path.length === 0)) return pairs.at(-1)?.value;
  const groups = new Map<string, { path: string[]; value: string }[]>();
  pairs.forEach(({ path: [first = "", ...rest], value }, index) => {
    const key = first === "" ? String(index) : first;
    groups.set(key, [...(groups.get(key) ?? []), { path: rest, value }]);
  });
  const isList = [...groups.keys()].every((key, index) => key === String(index));
  return isList
    ? [...groups.values()].map(nested)
    : Object.fromEntries([...groups].map(([key, group]) => [key, nested(group)]));
}

export type Reading = {
  name: string;
  schema?: SourceSchema | undefined;
  style?: string | undefined;
  explode?: boolean | undefined;
  json?: boolean | undefined;
};

const SEPARATOR: Record<string, string> = { spaceDelimited: " ", pipeDelimited: "|" };

const toPairs = (parts: string[]): Record<string, string> =>
  Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? ""]] : [])));

/** The value of one field among the pairs; undefined if it was not sent. Removes the pairs that it read from `left`. */
export function readField(
  document: OpenApiDocument,
  reading: Reading,
  pairs: readonly Pair[],
  left: Set<string>,
): unknown {
  const { name, schema, style = "form" } = reading;
  const explode = reading.explode ?? style === "form";
  const take = (pair: Pair): Pair => {
    left.delete(pair.name);
    return pair;
  };
  const exact = pairs.filter((pair) => pair.name === name);
  const inside = pairs.filter((pair) => pair.name.startsWith(`${name}[`));
  if (exact.length === 0 && inside.length > 0)
    return nested(
      inside.map(take).map((pair) => ({ path: segmentsOf(pair.name.slice(name.length)), value: pair.value })),
    );
  const values = exact.map(take).map(({ value }) => value);
  const first = values[0];
  if (reading.json && first !== undefined) return JSON.parse(first) as unknown;
  if (
    isOfType(document, schema, "array") &&
    first !== undefined &&
    (values.length > 1 || first !== "" || dereference(document, schema)?.type === "array")
  )
    return explode ? values : first.split(SEPARATOR[style] ?? ",");
  if (!isOfType(document, schema, "object")) return first;
  if (explode && first === undefined) {
    const members = Object.keys(dereference(document, schema)?.properties ?? {});
    const fields = pairs.filter((pair) => members.includes(pair.name)).map(take);
    return fields.length > 0 ? Object.fromEntries(fields.map((pair) => [pair.name, pair.value])) : undefined;
  }
  // An exploded object is never sent under its own name, so this is the plain text that the schema also allows.
  return first === undefined || explode ? first : toPairs(first.split(SEPARATOR[style] ?? ","));
}

/** The value of a path parameter or a header; its style is `simple` unless the description names another. */
export function readSimple(
  document: OpenApiDocument,
  parameter: SourceParameter,
  raw: string,
  decode: (text: string) => string,
): unknown {
  const text =
    parameter.style === "label"
      ? raw.replace(/^\./, "")
      : parameter.style === "matrix"
        ? raw.replace(/^;[^=]*=/, "")
        : raw;
  if (parameter.content) return JSON.parse(decode(text)) as unknown;
  if (isOfType(document, parameter.schema, "array"))
    return text.split(parameter.style === "label" ? "." : ",").map(decode);
  if (!isOfType(document, parameter.schema, "object")) return decode(text);
  const parts = text.split(",").map(decode);
  return parameter.explode
    ? Object.fromEntries(parts.map((part) => part.split("=", 2) as [string, string]))
    : toPairs(parts);
}

export type FormPart = Pair & { isFile: boolean; isJson: boolean };

/** Parses a form by RFC 7578, as far as a test sends it. */
export function readMultipart(body: Buffer, boundary: string): FormPart[] {
  const parts = body.toString("latin1").split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [head = "", ...rest] = part.replace(/^\r\n/, "").split("\r\n\r\n");
    const value = Buffer.from(rest.join("\r\n\r\n").replace(/\r\n$/, ""), "latin1").toString("utf8");
    return {
      name: Buffer.from(/name="([^"]*)"/.exec(head)?.[1] ?? "", "latin1").toString("utf8"),
      value,
      isFile: /filename="/.test(head),
      isJson: /application\/json/i.test(head),
    };
  });
}

/** The names of the members that a body can have; undefined if any name is allowed. */
export function memberNames(
  document: OpenApiDocument,
  schema: SourceSchema | undefined,
  depth = 0,
): Set<string> | undefined {
  const target = dereference(document, schema);
  if (
    !target ||
    depth > 8 ||
    target.additionalProperties === true ||
    (typeof target.additionalProperties === "object" && target.additionalProperties !== null)
  )
    return undefined;
  const names = new Set(Object.keys(target.properties ?? {}));
  for (const parts of [target.allOf, target.anyOf, target.oneOf])
    for (const part of Array.isArray(parts) ? parts : []) {
      const more = memberNames(document, part, depth + 1);
      const isPlain =
        dereference(document, part)?.properties === undefined && dereference(document, part)?.required !== undefined;
      if (!more && !isPlain) return undefined;
      for (const name of more ?? []) names.add(name);
    }
  return names;
}

/** A member of a form by its name, wherever the schema declares it. */
export function memberSchema(
  document: OpenApiDocument,
  schema: SourceSchema | undefined,
  name: string,
  depth = 0,
): SourceSchema | undefined {
  const target = dereference(document, schema);
  if (!target || depth > 8) return undefined;
  const propertySchema =
    target.properties && Object.hasOwn(target.properties, name) ? target.properties[name] : undefined;
  return (
    propertySchema ??
    [target.allOf, target.anyOf, target.oneOf]
      .flatMap((parts) => (Array.isArray(parts) ? parts : []))
      .map((part) => memberSchema(document, part, name, depth + 1))
      .find(Boolean)
  );
}
