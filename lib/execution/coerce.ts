/** Repairs harmless mismatches between arguments and a tool's schema, as language models make them. Pure. */

type Schema = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

const typesOf = (schema: Schema): readonly string[] => (Array.isArray(schema.type) ? (schema.type as string[]) : typeof schema.type === "string" ? [schema.type] : []);

const fits = (value: unknown, type: string): boolean => {
  switch (type) {
    case "array": return Array.isArray(value);
    case "object": return isObject(value);
    case "integer": return Number.isInteger(value);
    case "null": return value === null;
    default: return typeof value === type;
  }
};

/** JSON that a model wrote as text, where a list or an object was asked for. */
function fromText(text: string, type: "array" | "object"): unknown {
  if (!(type === "array" ? /^\s*\[/ : /^\s*\{/).test(text) || text.length > 1_000_000) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return fits(value, type) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The value as `type`, or undefined where turning it would change its meaning. */
function toType(value: unknown, type: string): unknown {
  switch (type) {
    case "integer":
    case "number": {
      if (typeof value !== "string" || !/^\s*-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\s*$/.test(value)) return undefined;
      const number = Number(value);
      return Number.isFinite(number) && (type === "number" || Number.isSafeInteger(number)) ? number : undefined;
    }
    case "boolean":
      return value === "true" || value === "True" ? true : value === "false" || value === "False" ? false : undefined;
    case "string":
      return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
    case "object":
      return typeof value === "string" ? fromText(value, "object") : undefined;
    case "array":
      return (typeof value === "string" ? fromText(value, "array") : undefined) ?? [value];
    default:
      return undefined;
  }
}

/**
 * A copy of `value` in which "5" stands for 5 where a number is asked for, a single value became a list of one, JSON text
 * became what it says, and null was left out where an optional field may not be null. What cannot be repaired stays as
 * it is, for the check to name.
 */
export function coerce(value: unknown, schema: Schema, depth = 0): unknown {
  if (depth > 30) return value;
  const types = typesOf(schema);
  const wanted = types[0];
  const mismatched = wanted !== undefined && value !== undefined && !(value === null && schema.nullable === true) && !types.some((type) => fits(value, type));
  const repaired = mismatched && value !== null ? (toType(value, wanted) ?? value) : value;
  if (Array.isArray(repaired)) return isObject(schema.items) ? repaired.map((item) => coerce(item, schema.items as Schema, depth + 1)) : repaired;
  if (isObject(repaired) && isObject(schema.properties)) return coerceProperties(repaired, schema, schema.properties, depth);
  return repaired;
}

function coerceProperties(value: Record<string, unknown>, schema: Schema, properties: Record<string, unknown>, depth: number): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  const result: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!isObject(property)) result.push([name, item]);
    else if (item === null && !takesNull(property) && !required.includes(name)) continue;
    else result.push([name, coerce(item, property, depth + 1)]);
  }
  return Object.fromEntries(result);
}

/** Whether null means something here: it is allowed, or nothing is said about the type. */
function takesNull(schema: Schema): boolean {
  if (schema.nullable === true || typesOf(schema).includes("null")) return true;
  if (Array.isArray(schema.enum)) return schema.enum.includes(null);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.some((part) => isObject(part) && takesNull(part));
  return typesOf(schema).length === 0 && schema.properties === undefined;
}
