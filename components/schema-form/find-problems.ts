/**
 * Finds values that a server would surely refuse, before anything is sent: missing, of the wrong type, not among the
 * choices, or beyond a limit. Pure.
 */
import { countOf } from "@/lib/contract/count-of";
import { isObject } from "@/lib/kernel/text/is-object";
import { toPathText } from "./field-errors";
import type { Path } from "./field-value";
import { resolveSchema, takesNull, type Schema } from "./schema";

const MAX_DEPTH = 12;
const MAX_PROBLEMS = 20;

const isNumeric = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)));

/** The server repairs harmless mistakes ("5" for 5, OPEN for open), so they are not reported here. */
function typeProblem(value: unknown, type: unknown): string | undefined {
  switch (type) {
    case "integer":
      return isNumeric(value) && Number.isInteger(Number(value)) ? undefined : "expected a whole number";
    case "number":
      return isNumeric(value) ? undefined : "expected a number";
    case "boolean":
      return typeof value === "boolean" || /^([Tt]rue|[Ff]alse)$/.test(String(value))
        ? undefined
        : "expected true or false";
    case "string":
      return value !== null && typeof value === "object" ? "expected text" : undefined;
    case "object":
      return isObject(value) || (typeof value === "string" && value.trim().startsWith("{"))
        ? undefined
        : "expected an object";
    default:
      return undefined;
  }
}

const letters = (value: unknown): string =>
  (typeof value === "string" ? value : JSON.stringify(value)).trim().toLowerCase();

const isChoice = (value: unknown, options: readonly unknown[]): boolean =>
  options.some((option) => letters(option) === letters(value));

const numberOf = (schema: Schema, name: string): number | undefined =>
  typeof schema[name] === "number" ? schema[name] : undefined;

/** The limits of a schema on the size of a number, a text or a list of the right type. */
function limitProblem(value: unknown, schema: Schema): string | undefined {
  const limit = (name: string) => numberOf(schema, name);
  const isNumber = schema.type === "integer" || schema.type === "number";
  const [least, most, size, what] = isNumber
    ? [limit("minimum"), limit("maximum"), Number(value), String]
    : schema.type === "string" && typeof value === "string"
      ? [limit("minLength"), limit("maxLength"), [...value].length, (count: number) => countOf(count, "character")]
      : Array.isArray(value)
        ? [limit("minItems"), limit("maxItems"), value.length, (count: number) => countOf(count, "item")]
        : [undefined, undefined, 0, String];
  if (least !== undefined && size < least) return `use at least ${what(least)}`;
  return most !== undefined && size > most ? `use at most ${what(most)}` : undefined;
}

function problemOf(value: unknown, schema: Schema): string | undefined {
  if (Array.isArray(schema.enum) && !Array.isArray(value))
    return isChoice(value, schema.enum)
      ? undefined
      : `expected one of ${schema.enum
          .slice(0, 20)
          .map((option) => JSON.stringify(option))
          .join(", ")}`;
  return typeProblem(value, schema.type) ?? limitProblem(value, schema);
}

/**
 * Errors in the server's format ("labels[0].name: is required;"), so that one reader assigns both kinds to their
 * fields. If several kinds of values are possible, only the server checks. If the value contains a name that is not in
 * the schema, the server checks everything: the name can be an alternative name, and all errors must be reported at the
 * same time.
 */
export function findProblems(schema: Schema, value: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  const knownProperties = isObject(schema.properties) ? schema.properties : {};
  if (Object.keys(value).some((name) => !Object.hasOwn(knownProperties, name))) return [];
  const look = (item: unknown, itemSchema: Schema, path: Path): void => {
    const resolvedSchema = resolveSchema(itemSchema, schema);
    if (
      path.length > MAX_DEPTH ||
      resolvedSchema.anyOf !== undefined ||
      resolvedSchema.oneOf !== undefined ||
      resolvedSchema.const !== undefined
    )
      return;
    if (resolvedSchema.file_uploadable === true) return;
    if (
      item === null
        ? takesNull(resolvedSchema) || resolvedSchema.type === undefined
        : Array.isArray(resolvedSchema.type)
    )
      return;
    const problem = path.length > 0 ? problemOf(item, resolvedSchema) : undefined;
    if (problem !== undefined) problems.push(`${toPathText(path)}: ${problem}`);
    else if (isObject(item)) lookInside(item, resolvedSchema, path);
    else if (Array.isArray(item) && isObject(resolvedSchema.items))
      for (const [index, entry] of item.entries()) look(entry, resolvedSchema.items, [...path, index]);
  };
  const lookInside = (item: Record<string, unknown>, objectSchema: Schema, path: Path): void => {
    const properties = isObject(objectSchema.properties) ? objectSchema.properties : {};
    const required = Array.isArray(objectSchema.required) ? (objectSchema.required as string[]) : [];
    for (const [name, property] of Object.entries(properties)) {
      if (!isObject(property)) continue;
      const isRequired = required.includes(name);
      const inner = Object.hasOwn(item, name) ? item[name] : undefined;
      if (inner === undefined) {
        const hasDefault = path.length === 0 && property.default !== undefined && property.default !== null;
        if (isRequired && !hasDefault) problems.push(`${toPathText([...path, name])}: is required;`);
      } else if (inner !== null || isRequired) look(inner, property, [...path, name]);
    }
  };
  look(value, schema, []);
  return problems.slice(0, MAX_PROBLEMS);
}
