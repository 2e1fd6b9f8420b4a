/** Converts a schema into the form that the JSON editor's language service understands. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import { type Schema } from "./schema";

export type OtherName = { name: string; to: string | null };

const NESTED = ["items", "additionalProperties", "not"] as const;
const LISTS = ["anyOf", "oneOf", "allOf"] as const;
const MAPS = ["properties", "$defs", "definitions"] as const;

const allowNull = (schema: Record<string, unknown>): Record<string, unknown> => {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...(schema.anyOf as unknown[]), { type: "null" }] };
  if (Array.isArray(schema.oneOf)) return { ...schema, oneOf: [...(schema.oneOf as unknown[]), { type: "null" }] };
  const types = Array.isArray(schema.type)
    ? (schema.type as unknown[])
    : schema.type === undefined
      ? []
      : [schema.type];
  return {
    ...schema,
    ...(types.length > 0 && { type: [...new Set([...types, "null"])] }),
    ...(Array.isArray(schema.enum) && { enum: [...new Set([...(schema.enum as unknown[]), null])] }),
  };
};

/**
 * `nullable` is OpenAPI's keyword; JSON schema uses a type instead. Formats that the service does not know are
 * harmless.
 */
function convert(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { nullable, ...rest } = schema;
  const result: Record<string, unknown> = { ...rest };
  for (const name of NESTED) if (isObject(rest[name])) result[name] = convert(rest[name]);
  for (const name of LISTS) if (Array.isArray(rest[name])) result[name] = (rest[name] as unknown[]).map(convert);
  for (const name of MAPS)
    if (isObject(rest[name]))
      result[name] = Object.fromEntries(
        Object.entries(rest[name] as object).map(([key, item]) => [key, convert(item)]),
      );
  return nullable === true ? allowNull(result) : result;
}

/**
 * For a tool's input: marks names that the tool does not accept, since the server ignores or refuses them.
 * @param otherNames alternative names of arguments, each with its target
 */
export function toEditorSchema(schema: Schema, otherNames: readonly OtherName[] = []): Record<string, unknown> {
  const editorSchema: Record<string, unknown> = {
    type: "object",
    additionalProperties: false,
    ...(convert(schema) as Record<string, unknown>),
  };
  if (otherNames.length === 0) return editorSchema;
  const others = otherNames.map(({ name, to }) => [
    name,
    { description: to === null ? "Has no effect." : `Another name of ${to}.` },
  ]);
  // A required argument can be sent under another name, which JSON schema cannot express here.
  return {
    ...editorSchema,
    required: [],
    properties: {
      ...(Object.fromEntries(others) as object),
      ...(isObject(editorSchema.properties) ? editorSchema.properties : {}),
    },
  };
}
