/** Fields of a body that its operation does not know, at any depth that the schema describes. */
import type { z } from "zod";
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes["_zod"]["def"];
/** Where a field stands in what was sent, such as `experimental.fast`, and its value. */
export type UnknownField = { path: string; value: unknown };

const defOf = (schema: Schema): Def => schema._zod.def as Def;

/** An honest body has a few; of a body with thousands the first are enough. */
const MOST = 100;

function walk(schema: Schema, value: unknown, path: string, fields: UnknownField[]): void {
  if (fields.length >= MOST || value === undefined || value === null) return;
  const def = defOf(schema);
  if (def.type === "object") {
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const inner = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
      const place = path === "" ? name : `${path}.${name}`;
      if (inner) walk(inner, member, place, fields);
      else if (fields.length < MOST) fields.push({ path: place, value: member });
    }
  } else if (def.type === "array") {
    if (Array.isArray(value))
      for (const [index, member] of value.entries()) walk(def.element, member, `${path}.${index}`, fields);
  } else if ("innerType" in def) walk(def.innerType, value, path, fields);
}

/**
 * The fields that a schema does not describe, a hundred at most. Unions and maps are passed over: which of its forms a
 * union means is not known, and the keys of a map are the caller's own.
 */
export function unknownFields(schema: Schema | undefined, body: unknown): UnknownField[] {
  const fields: UnknownField[] = [];
  if (schema) walk(schema, body, "", fields);
  return fields;
}
