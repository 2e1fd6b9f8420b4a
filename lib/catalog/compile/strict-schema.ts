/** Checks a tool's schema against what the official clients parse: one bad tool would break their whole list. */
const TYPES = new Set<unknown>(["string", "number", "integer", "boolean", "object", "array", "null"]);
const ARGUMENT_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const TEXTS = ["title", "description", "format", "pattern", "$ref"] as const;
const NUMBERS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"] as const;
const LISTS = ["examples", "enum", "anyOf", "oneOf", "allOf"] as const;

const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);

/** What is wrong with a tool's input or output schema, each with its place; empty when every client accepts it. */
export function schemaProblems(schema: unknown): string[] {
  if (!isObject(schema)) return ["the root is not an object"];
  const problems: string[] = [];
  if (schema.type !== "object") problems.push('the root has no type "object"');
  for (const keyword of ["oneOf", "anyOf", "allOf", "$ref"]) if (schema[keyword] !== undefined) problems.push(`the root has ${keyword}`);
  for (const name of Object.keys(isObject(schema.properties) ? schema.properties : {})) {
    if (!ARGUMENT_NAME.test(name)) problems.push(`the name ${JSON.stringify(name)} is refused by the large models`);
  }
  walk(schema, "", problems);
  return problems;
}

function walk(schema: unknown, at: string, problems: string[]): void {
  if (!isObject(schema)) {
    problems.push(`${at}: ${JSON.stringify(schema)} is not a schema`);
    return;
  }
  keywordProblems(schema, at, problems);
  if (schema.properties !== undefined && !isObject(schema.properties)) problems.push(`${at}/properties is not an object`);
  for (const [name, property] of Object.entries(isObject(schema.properties) ? schema.properties : {})) walk(property, `${at}/properties/${name}`, problems);
  if (schema.items !== undefined) walk(schema.items, `${at}/items`, problems);
  if (isObject(schema.additionalProperties)) walk(schema.additionalProperties, `${at}/additionalProperties`, problems);
  else if (schema.additionalProperties !== undefined && typeof schema.additionalProperties !== "boolean") problems.push(`${at}/additionalProperties is neither a flag nor a schema`);
  for (const keyword of ["anyOf", "oneOf", "allOf"] as const) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) parts.forEach((part, index) => walk(part, `${at}/${keyword}/${index}`, problems));
  }
}

function keywordProblems(schema: Record<string, unknown>, at: string, problems: string[]): void {
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.type !== undefined && !types.every((type) => TYPES.has(type))) problems.push(`${at}: unknown type ${JSON.stringify(schema.type)}`);
  for (const keyword of TEXTS) if (schema[keyword] !== undefined && typeof schema[keyword] !== "string") problems.push(`${at}: ${keyword} is not a text`);
  for (const keyword of NUMBERS) if (schema[keyword] !== undefined && !Number.isFinite(schema[keyword])) problems.push(`${at}: ${keyword} is not a number`);
  for (const keyword of LISTS) if (schema[keyword] !== undefined && !Array.isArray(schema[keyword])) problems.push(`${at}: ${keyword} is not a list`);
  if (schema.required !== undefined && !(Array.isArray(schema.required) && schema.required.every((name) => typeof name === "string"))) problems.push(`${at}: required is not a list of names`);
}
