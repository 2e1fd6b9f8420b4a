/**
 * The body of a partial change (PATCH, RFC 5789) without defaults. A description shares one schema with the creation;
 * clients that fill in defaults would reset every member that a caller leaves out.
 */
import type { ToolSchema } from "../../tool-schema";

/** Names a type in Microsoft's and Google's descriptions, and changes nothing. */
const isTypeName = (value: unknown): boolean => typeof value === "string" && value.includes("#");

type Schemas = Map<ToolSchema, ToolSchema>;

/** Schemas can be shared, so that they are copied. */
function copied(schema: ToolSchema, isRequired: boolean, copies: Schemas): ToolSchema {
  const { default: usual, properties, items, anyOf, additionalProperties, ...rest } = schema;
  const within = (member: ToolSchema) => withoutDefaults(member, true, copies);
  return {
    ...rest,
    ...(usual !== undefined && (isRequired || isTypeName(usual)) && { default: usual }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [
          name,
          withoutDefaults(member, schema.required?.includes(name) ?? false, copies),
        ]),
      ),
    }),
    ...(items && { items: within(items) }),
    ...(anyOf && { anyOf: anyOf.map(within) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === "object" ? within(additionalProperties) : additionalProperties,
    }),
  };
}

/**
 * A schema whose optional members have no defaults, at any depth. A required member keeps its default: it is sent in
 * place of a value that nobody gave.
 * @param isRequired whether the schema itself keeps its default
 */
export function withoutDefaults(schema: ToolSchema, isRequired = true, copies: Schemas = new Map()): ToolSchema {
  const earlier = isRequired ? copies.get(schema) : undefined;
  if (earlier) return earlier;
  const copy = copied(schema, isRequired, copies);
  if (isRequired) copies.set(schema, copy);
  return copy;
}
