/** Turns schema errors into sentences with the path, the expected value and an example. Pure. */
import type { SchemaProblem } from "@/lib/kernel/text/schema-check";
import { isObject } from "@/lib/kernel/text/is-object";
import { nearestName } from "@/lib/kernel/text/nearest-name";

type Schema = Readonly<Record<string, unknown>>;

/** The most problems that one answer lists. */
export const MAX_PROBLEMS = 20;

/** A name from the caller, short enough for an error message. */
export const shownName = (name: string): string => (name.length > 100 ? `${name.slice(0, 97)}...` : name);

/** `/labels/0/name` to `labels[0].name`. */
export function readablePath(pointer: string): string {
  const parts = pointer
    .split("/")
    .slice(1)
    .map((part) => shownName(part.replace(/~1/g, "/").replace(/~0/g, "~")));
  return parts.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join("");
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "";
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
};

/** What a schema expects, in a few words. */
export function expectedShape(schema: Schema): string {
  if (schema.const !== undefined) return short(schema.const);
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum
      .slice(0, 20)
      .map((item) => JSON.stringify(item))
      .join(", ")}`;
  const type = Array.isArray(schema.type)
    ? schema.type.join(" or ")
    : typeof schema.type === "string"
      ? schema.type
      : undefined;
  if (type === "array" && isObject(schema.items) && schema.items.type) return `array of ${expectedShape(schema.items)}`;
  if (type) return `${type}${typeof schema.format === "string" ? ` (${schema.format})` : ""}`;
  return Array.isArray(schema.anyOf)
    ? schema.anyOf
        .slice(0, 4)
        .map((part) => expectedShape(part as Schema))
        .join(" or ")
    : "another value";
}

const BY_TYPE: Record<string, unknown> = { string: "text", integer: 1, number: 1.5, boolean: true };
const BY_FORMAT: Record<string, unknown> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  email: "person@example.com",
  uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
  uri: "https://example.com",
};

/** A valid value, taken from the schema's own example if it has one. */
export function exampleOf(schema: Schema, depth = 0): unknown {
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.anyOf) && isObject(schema.anyOf[0]) && depth < 4)
    return exampleOf(schema.anyOf[0], depth + 1);
  const type = Array.isArray(schema.type) ? (schema.type as string[])[0] : schema.type;
  if (type === "array") return isObject(schema.items) && depth < 4 ? [exampleOf(schema.items, depth + 1)] : [];
  if (type === "object" || isObject(schema.properties)) return exampleObject(schema, depth);
  if (typeof schema.format === "string" && Object.hasOwn(BY_FORMAT, schema.format)) return BY_FORMAT[schema.format];
  if (type === "integer" || type === "number")
    return typeof schema.minimum === "number" ? schema.minimum : BY_TYPE[type];
  return BY_TYPE[String(type)] ?? "text";
}

function exampleObject(schema: Schema, depth: number): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? (schema.required as string[]) : [];
  return Object.fromEntries(
    required
      .slice(0, 6)
      .flatMap((name) =>
        isObject(properties[name]) && depth < 3 ? [[name, exampleOf(properties[name], depth + 1)]] : [],
      ),
  );
}

/** @param root the name of the checked value; "" leaves it out in front of its fields */
function sentence(problem: SchemaProblem, root: string): string {
  const way = readablePath(problem.path);
  const path = [root, way].filter(Boolean).join(".") || "arguments";
  const before = root === "" && way === "" ? "" : `${path}.`;
  const { schema, params } = problem;
  const example = `for example ${short(exampleOf(schema))}`;
  switch (problem.keyword) {
    case "required": {
      const name = String(params.missingProperty);
      const properties = isObject(schema.properties) ? schema.properties : {};
      const property = isObject(properties[name]) ? properties[name] : {};
      return `${before}${name}: is required; expected ${expectedShape(property)}, for example ${short(exampleOf(property))}.`;
    }
    case "additionalProperties":
      return unknownField(
        before,
        String(params.additionalProperty),
        isObject(schema.properties) ? schema.properties : {},
      );
    case "type":
    case "enum":
    case "const":
    case "anyOf":
    case "oneOf":
      return `${path}: expected ${expectedShape(schema)}, ${example}.`;
    case "format":
    case "pattern":
      return (
        `${path}: expected ` +
        `${problem.keyword === "format" ? String(params.format) : `text like ${String(params.pattern)}`}, ${example}.`
      );
    default:
      return `${path}: ${problem.message}; expected ${expectedShape(schema)}, ${example}.`;
  }
}

function unknownField(prefix: string, name: string, properties: Record<string, unknown>): string {
  const names = Object.keys(properties);
  const near = nearestName(name, names);
  const schema = near === undefined ? undefined : properties[near];
  if (near !== undefined && isObject(schema))
    return (
      `${prefix}${shownName(name)}: is not a field here. ` +
      `Did you mean ${near} (${expectedShape(schema)}, for example ${short(exampleOf(schema))})?`
    );
  return `${prefix}${shownName(name)}: is not a field here, which takes ${names.length === 0 ? "none" : names.slice(0, 30).join(", ")}.`;
}

/** Whether a problem belongs to a branch of a failed `anyOf` or `oneOf`, which is reported itself. */
const isBranch = (problem: SchemaProblem, choices: readonly SchemaProblem[]): boolean =>
  choices.some(
    (choice) => choice !== problem && (problem.path === choice.path || problem.path.startsWith(`${choice.path}/`)),
  );

/**
 * The problems as sentences: at most 20, without repeats.
 * @param root the field that holds the checked value, for instance `trigger_config`; none for the arguments of a tool
 */
export function toSentences(problems: readonly SchemaProblem[], root = ""): string[] {
  const choices = problems.filter(({ keyword }) => keyword === "anyOf" || keyword === "oneOf");
  const sentences = new Set<string>();
  for (const problem of problems) {
    if (!isBranch(problem, choices)) sentences.add(sentence(problem, root));
    if (sentences.size === MAX_PROBLEMS) break;
  }
  return [...sentences];
}
