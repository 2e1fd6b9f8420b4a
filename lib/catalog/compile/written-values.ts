/** The fixed values of arguments that a toolkit file writes out. */

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** `const: x` as every client reads it: a list with one value. */
export function withConstants(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withConstants);
  if (!isObject(schema)) return schema;
  const { const: constant, ...rest } = schema;
  const out: Record<string, unknown> = constant === undefined ? { ...rest } : { ...rest, enum: [constant] };
  for (const keyword of ["items", "additionalProperties", "anyOf", "oneOf", "allOf"])
    if (out[keyword] !== undefined) out[keyword] = withConstants(out[keyword]);
  if (isObject(out.properties))
    out.properties = Object.fromEntries(
      Object.entries(out.properties).map(([name, property]) => [name, withConstants(property)]),
    );
  return out;
}
