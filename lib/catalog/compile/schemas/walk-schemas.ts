/** Every schema inside a tool's schema, with its place as a reader would write it. */
import type { ToolSchema } from "../../tool-schema";

export function* walkSchemas(schema: ToolSchema, place = ""): Generator<[place: string, schema: ToolSchema]> {
  yield [place, schema];
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* walkSchemas(property, place === "" ? name : `${place}.${name}`);
  if (schema.items) yield* walkSchemas(schema.items, `${place}[]`);
  if (typeof schema.additionalProperties === "object") yield* walkSchemas(schema.additionalProperties, `${place}{}`);
  for (const part of schema.anyOf ?? []) yield* walkSchemas(part, place);
}
