/** Alternative names of arguments, as the form and a run show them. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { OtherName } from "@/components/schema-form/editor-schema";

/** More names in a line are no longer useful. */
const MAX_NAMES = 12;

/** Maps each argument to its alternative names. A name for a value inside the argument is shown with the path. */
export function toFieldNames(names: readonly OtherName[]): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const { name, to } of names) {
    if (to === null) continue;
    const [field = to] = to.split(/[.[]/, 1);
    const fieldNames = fields.get(field) ?? [];
    if (fieldNames.length < MAX_NAMES) fieldNames.push(field === to ? name : `${name} (${to})`);
    fields.set(field, fieldNames);
  }
  return fields;
}

/** Returns whether an argument was sent under a name that is not in the tool's schema. */
export const hasOtherNames = (schema: Readonly<Record<string, unknown>>, input: Readonly<Record<string, unknown>>) => {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.keys(input).some((name) => !Object.hasOwn(properties, name));
};
