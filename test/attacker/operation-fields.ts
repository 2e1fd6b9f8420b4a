/** Every place in an operation's input that accepts a text, according to its schema. */
import { z } from "zod";
import type { Operation } from "@/lib/contract/operation";

export type Part = "params" | "query" | "body";
export type Field = {
  part: Part;
  /** Names from the outside in; `[]` steps into a list. */
  path: string[];
  /** The innermost name. */
  name: string;
  /** The values that the schema allows, where it lists them. */
  options?: readonly string[];
};

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

/** Schemas that contain themselves add no further names; their content is free-form. */
function walk(schema: Schema, root: Schema, path: string[], visit: (path: string[], leaf: Schema) => void): void {
  if (schema.$ref) return walk(root.$defs?.[schema.$ref.split("/").at(-1) ?? ""] ?? {}, root, path, visit);
  const forms = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  for (const form of forms) walk(form, root, path, visit);
  if (schema.items) walk(schema.items, root, [...path, "[]"], visit);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) walk(inner, root, [...path, name], visit);
  if (forms.length === 0 && !schema.items && !schema.properties) visit(path, schema);
}

/** A value that is no text, by its type, can be no id. */
const mayBeText = ({ type, const: only }: Schema): boolean =>
  only === undefined && (type === undefined || [type].flat().includes("string"));

export function fieldsOf(op: Operation): Field[] {
  const fields = new Map<string, Field>();
  for (const part of ["params", "query", "body"] as const) {
    const type = op[part];
    if (!type) continue;
    const root = z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema;
    walk(root, root, [], (path, leaf) => {
      if (!mayBeText(leaf)) return;
      const name = path.filter((step) => step !== "[]").at(-1) ?? "";
      const options = leaf.enum?.map(String);
      fields.set([part, ...path].join("."), { part, path, name, ...(options && { options }) });
    });
  }
  return [...fields.values()];
}
