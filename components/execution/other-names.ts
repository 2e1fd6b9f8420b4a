/** Other names of arguments, as the form and a run show them. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { OtherName } from "@/components/schema-form/editor-schema";

/** More in a line say no more. */
const SHOWN = 12;

/** Each argument with the names that may stand for it; a name that leads inside of it shows the way. */
export function toFieldNames(names: readonly OtherName[]): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  for (const { name, to } of names) {
    if (to === null) continue;
    const [field = to] = to.split(/[.[]/, 1);
    const known = fields.get(field) ?? [];
    if (known.length < SHOWN) known.push(field === to ? name : `${name} (${to})`);
    fields.set(field, known);
  }
  return fields;
}

/** Whether something was sent under a name that the tool's schema does not show. */
export const hasOtherNames = (schema: Readonly<Record<string, unknown>>, sent: Readonly<Record<string, unknown>>) => {
  const own = isObject(schema.properties) ? schema.properties : {};
  return Object.keys(sent).some((name) => !Object.hasOwn(own, name));
};
