/** No text, list, or record that a caller may send is without a limit of its own. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operations } from "./api";

type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  patternProperties?: Record<string, Schema>;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** Formats whose texts zod itself holds to a fixed length. */
const SHORT = new Set(["uuid", "date", "time", "ipv4", "ipv6"]);

const isBounded = ({ enum: values, const: constant, maxLength, format }: Schema): boolean =>
  values !== undefined || constant !== undefined || maxLength !== undefined || SHORT.has(format ?? "");

/** The places of texts without a maximum, and of lists without one. */
function unbounded(
  schema: Schema | boolean | undefined,
  root: Schema,
  path: string,
  ancestors: ReadonlySet<Schema>,
): string[] {
  if (typeof schema !== "object" || ancestors.has(schema)) return [];
  const within = new Set([...ancestors, schema]);
  const go = (inner: Schema | boolean | undefined, place: string) => unbounded(inner, root, place, within);
  if (schema.$ref) return go(schema.$ref === "#" ? root : root.$defs?.[schema.$ref.split("/").at(-1) ?? ""], path);
  const types = [schema.type ?? []].flat();
  return [
    ...(types.includes("string") && !isBounded(schema) ? [`${path}: text`] : []),
    ...(types.includes("array") && schema.maxItems === undefined && !schema.prefixItems ? [`${path}[]: list`] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => go(inner, `${path}.${name}`)),
    ...go(schema.additionalProperties, `${path}.*`),
    ...Object.values(schema.patternProperties ?? {}).flatMap((inner) => go(inner, `${path}.*`)),
    ...go(schema.items, `${path}[]`),
    ...(schema.prefixItems ?? []).flatMap((inner, place) => go(inner, `${path}[${place}]`)),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((inner) => go(inner, path)),
  ];
}

/** The schemas of the accepted and of the parsed value: some schemas contain their bounds on one side only. */
const toSchemas = (type: z.ZodType): Schema[] =>
  (["input", "output"] as const).map((io) => z.toJSONSchema(type, { io, unrepresentable: "any" }) as Schema);

describe("what a caller may send", () => {
  it("has a limit in each place of each operation", () => {
    const open = operations.flatMap(({ id, params, query, body }) =>
      Object.entries({ params, query, body }).flatMap(([part, type]) => {
        if (!type) return [];
        return toSchemas(type).flatMap((schema) => unbounded(schema, schema, `${id} ${part}`, new Set()));
      }),
    );
    expect([...new Set(open)]).toEqual([]);
  });
});
