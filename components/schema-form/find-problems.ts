/** Finds what a server would surely refuse, before anything is sent: what is missing, of another type, or no choice. Pure. */
import { toPathText } from "./field-errors";
import type { Path } from "./field-value";
import { isObject, resolveSchema, takesNull, type Schema } from "./schema";

const MAX_DEPTH = 12;
const MAX_PROBLEMS = 20;

const isNumeric = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)));

/** The server repairs harmless mistakes ("5" for 5, OPEN for open), so they are none here. */
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

function problemOf(value: unknown, schema: Schema): string | undefined {
  if (Array.isArray(schema.enum) && !Array.isArray(value))
    return isChoice(value, schema.enum)
      ? undefined
      : `expected one of ${schema.enum
          .slice(0, 20)
          .map((option) => JSON.stringify(option))
          .join(", ")}`;
  return typeProblem(value, schema.type);
}

/**
 * Sentences as the server writes them ("labels[0].name: is required;"), so that one reader puts both beside their fields.
 * Where several kinds of values are possible, and names that the schema does not show may stand for others, the server judges.
 */
export function findProblems(schema: Schema, value: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  const known = isObject(schema.properties) ? schema.properties : {};
  const hasOthers = Object.keys(value).some((name) => !Object.hasOwn(known, name));
  const look = (item: unknown, given: Schema, path: Path): void => {
    const own = resolveSchema(given, schema);
    if (path.length > MAX_DEPTH || own.anyOf !== undefined || own.oneOf !== undefined || own.const !== undefined)
      return;
    if (own.file_uploadable === true) return;
    if (item === null ? takesNull(own) || own.type === undefined : Array.isArray(own.type)) return;
    const problem = path.length > 0 ? problemOf(item, own) : undefined;
    if (problem !== undefined) problems.push(`${toPathText(path)}: ${problem}`);
    else if (isObject(item)) lookInside(item, own, path);
    else if (Array.isArray(item) && isObject(own.items))
      for (const [at, one] of item.entries()) look(one, own.items, [...path, at]);
  };
  const lookInside = (item: Record<string, unknown>, own: Schema, path: Path): void => {
    const properties = isObject(own.properties) ? own.properties : {};
    const required = Array.isArray(own.required) ? (own.required as string[]) : [];
    for (const [name, property] of Object.entries(properties)) {
      if (!isObject(property)) continue;
      const isRequired = required.includes(name);
      const inner = Object.hasOwn(item, name) ? item[name] : undefined;
      if (inner === undefined) {
        const filled = path.length === 0 && property.default !== undefined && property.default !== null;
        if (isRequired && !filled && !hasOthers) problems.push(`${toPathText([...path, name])}: is required;`);
      } else if (inner !== null || isRequired) look(inner, property, [...path, name]);
    }
  };
  look(value, schema, []);
  return problems.slice(0, MAX_PROBLEMS);
}
