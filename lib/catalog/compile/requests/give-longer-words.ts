/** Gives arguments the words for which a schema that had to be cut still has room. */
import type { RootSchema } from "../../tool-schema";

/** Begins the names of the members that an argument lost at a cut, behind its words. */
const NAMES = ". Members: ";

/** The longer words, followed by the names of members that follow the short words. */
function lengthen(short: string, long: string): string {
  const end = short.indexOf(NAMES);
  if (end < 0) return long.length > short.length ? long : short;
  return long.length > end ? `${long.replace(/[.…\s]+$/, "")}${short.slice(end)}` : short;
}

/**
 * @param longer schemas of the same arguments with longer words, those with the shortest words first, so that no
 *   argument takes the room of all others
 * @param room characters that the schema can grow by; required arguments come first
 */
export function giveLongerWords(schema: RootSchema, longer: readonly RootSchema[], room: number): RootSchema {
  const properties = { ...schema.properties };
  const isRequired = (name: string): number => Number(schema.required?.includes(name) ?? false);
  const names = Object.keys(properties).sort((a, b) => isRequired(b) - isRequired(a));
  let left = room;
  for (const { properties: wide } of longer)
    for (const name of names) {
      const [property, long] = [properties[name], wide[name]?.description];
      if (!property?.description || !long) continue;
      const description = lengthen(property.description, long);
      const growth = description.length - property.description.length;
      if (growth <= 0 || growth > left) continue;
      properties[name] = { ...property, description };
      left -= growth;
    }
  return { ...schema, properties };
}
