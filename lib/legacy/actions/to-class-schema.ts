/**
 * The schema of an action's arguments as the Python packages for LangChain and CrewAI can make a class of it. They end
 * at an object without a title, at a list of types, and at a choice of more than three or of what has no type.
 */
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = Record<string, unknown>;

const TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "number", "boolean", "array", "object"]);
const MOST_CHOICES = 3;

const typeOfValue = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value);

/** The type that a schema allows, or the first of several; undefined if it names none. */
function typeOf(schema: Schema): string | undefined {
  const { type, enum: values, properties, items } = schema;
  const types = Array.isArray(type) ? (type as unknown[]) : [type];
  const named = types.find((word) => TYPES.has(word));
  if (named !== undefined) return named as string;
  if (Array.isArray(values) && values.length > 0) return typeOfValue(values[0]);
  if ("const" in schema) return typeOfValue(schema.const);
  return properties ? "object" : items ? "array" : undefined;
}

const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === "null";

/** @returns the choices, each as a class needs it, or undefined where the packages could not read them */
function toChoices(choices: unknown, title: string): Schema[] | undefined {
  if (!Array.isArray(choices)) return undefined;
  const schemas = choices.filter((choice) => !isNull(choice));
  if (schemas.length === 0 || schemas.length > MOST_CHOICES) return undefined;
  return schemas.map((choice) => toClassSchema(choice, title));
}

/** The first choice describes the value where the packages cannot read all choices. */
function firstChoice({ anyOf, oneOf, allOf }: Schema): Schema {
  const choices = [anyOf, oneOf, allOf].find(Array.isArray) as unknown[] | undefined;
  const first = choices?.find((choice) => isObject(choice) && !isNull(choice));
  return isObject(first) ? first : {};
}

/** Words of Python that cannot name an argument. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global " +
    "if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const isPythonName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !KEYWORDS.has(name);

const toProperties = (properties: Schema, title: string): Schema =>
  Object.fromEntries(Object.entries(properties).map(([name, item]) => [name, toClassSchema(item, `${title}_${name}`)]));

/**
 * @param schema of a value, at any depth
 * @param title of an object that has none
 */
export function toClassSchema(schema: unknown, title: string): Schema {
  const whole = isObject(schema) ? schema : {};
  const { anyOf, oneOf, allOf: _, ...rest } = whole;
  const choices = toChoices(anyOf ?? oneOf, title);
  const plain: Schema = choices ? { ...rest, anyOf: choices } : { ...firstChoice(whole), ...rest };
  const type = typeOf(plain) ?? (choices?.[0] && typeOf(choices[0])) ?? "string";
  return {
    ...plain,
    type,
    title: typeof plain.title === "string" && plain.title !== "" ? plain.title : title,
    ...(isObject(plain.properties) && { properties: toProperties(plain.properties, title) }),
    ...(isObject(plain.items) && { items: toClassSchema(plain.items, `${title}_item`) }),
  };
}

/**
 * The schema of all arguments of an action, without those that are optional and that no function of Python can have,
 * because they would leave the whole list of actions unreadable.
 */
export function toClassArguments(schema: Schema, title: string): Schema {
  const { properties, required } = schema;
  const names: ReadonlySet<unknown> = new Set(Array.isArray(required) ? required : []);
  const entries = Object.entries(isObject(properties) ? properties : {});
  const usable = entries.filter(([name]) => names.has(name) || isPythonName(name));
  return toClassSchema({ ...schema, properties: Object.fromEntries(usable) }, title);
}
