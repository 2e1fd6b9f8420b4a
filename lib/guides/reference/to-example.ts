/** A value that fits a JSON schema, for the code of an example: what must be sent, and nothing else. */
import { follow, type Definitions, type JsonSchema } from "./to-fields";

/** Values that a reader recognizes, by the name of the member. */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["user_id", "user_1"],
  ["toolkit_slug", "github"],
  ["tool_slug", "GITHUB_GET_THE_AUTHENTICATED_USER"],
  ["email", "ada@example.com"],
  ["url", "https://example.com/hook"],
  ["callback_url", "https://example.com/connected"],
]);
const MOST_DEPTH = 4;

/** A text for a member or a parameter with this name. */
export const exampleOf = (name: string): string => EXAMPLES.get(name) ?? `<${name}>`;

const firstOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema | undefined =>
  (anyOf ?? oneOf)?.find(({ type, const: value }) => type !== "null" && value !== null);

function objectOf({ properties = {}, required = [] }: JsonSchema, definitions: Definitions, depth: number): object {
  const names = required.filter((name) => Object.hasOwn(properties, name));
  return Object.fromEntries(names.map((name) => [name, valueOf(name, properties[name] ?? {}, definitions, depth + 1)]));
}

function valueOf(name: string, schema: JsonSchema, definitions: Definitions, depth: number): unknown {
  const followed = follow(schema, definitions);
  if (followed.const !== undefined) return followed.const;
  if (followed.default !== undefined) return followed.default;
  if (followed.enum) return followed.enum[0];
  const variant = firstOf(followed);
  if (variant && depth < MOST_DEPTH) return valueOf(name, variant, definitions, depth + 1);
  const [type] = [followed.type ?? (followed.properties ? "object" : "string")].flat();
  if (type === "object") return depth < MOST_DEPTH ? objectOf(followed, definitions, depth) : {};
  if (type === "array")
    return followed.items && depth < MOST_DEPTH ? [valueOf(name, followed.items, definitions, depth + 1)] : [];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return typeof followed.minimum === "number" ? followed.minimum : 1;
  return exampleOf(name);
}

/** @param schema as `z.toJSONSchema` writes it, with its definitions in it */
export const toExample = (schema: JsonSchema): unknown => valueOf("value", schema, schema.$defs ?? {}, 0);
