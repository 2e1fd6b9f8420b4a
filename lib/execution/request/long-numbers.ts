/**
 * Whole numbers beyond the range of a double, such as ids of 64 bits. Callers write them as texts of digits, which is
 * how answers give them; they stay texts until the request is made. Pure.
 */
import { isObject } from "@/lib/kernel/text/is-object";

type Schema = Readonly<Record<string, unknown>>;

/** Longer texts are no number of any provider. */
const MAX_DIGITS = 400;
const DIGITS = /^\s*-?\d{16,}\s*$/;

/** Whether a text is a whole number with more digits than a double holds. */
export const isLongNumber = (value: unknown): boolean =>
  typeof value === "string" && value.length <= MAX_DIGITS && DIGITS.test(value) && !Number.isSafeInteger(Number(value));

const typesOf = ({ type }: Schema): readonly unknown[] => [type].flat();
const isNumeric = (schema: Schema): boolean => /^(integer|number)$/.test(String(typesOf(schema)[0]));

const alternativesOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => {
  const all = anyOf ?? oneOf;
  return Array.isArray(all) ? all.filter(isObject) : undefined;
};

/** Whether a text of digits means a number: if the schema allows no text. */
function wantsNumber(schema: Schema): boolean {
  const types = typesOf(schema);
  if (types.includes("string")) return false;
  if (schema.type !== undefined) return isNumeric(schema);
  const alternatives = alternativesOf(schema) ?? [];
  return (
    alternatives.every((alternative) => !typesOf(alternative).includes("string")) && alternatives.some(wantsNumber)
  );
}

/** The alternative that a list or an object is of. */
function fitting(value: object, schema: Schema): Schema {
  const type = Array.isArray(value) ? "array" : "object";
  return (
    (schema.type === undefined && alternativesOf(schema)?.find((alternative) => typesOf(alternative).includes(type))) ||
    schema
  );
}

/** No schema of a tool is deeper. */
const MAX_DEPTH = 30;

/**
 * A copy of arguments in which `to` converts the digits of each long number; the arguments themselves without long
 * numbers.
 */
export function withLongNumbers(value: unknown, schema: Schema, to: (digits: string) => unknown, depth = 0): unknown {
  if (typeof value === "string") return isLongNumber(value) && wantsNumber(schema) ? to(value.trim()) : value;
  if (value === null || typeof value !== "object" || depth > MAX_DEPTH) return value;
  const { items, properties, additionalProperties } = fitting(value, schema);
  const change = (item: unknown, of: unknown) => (isObject(of) ? withLongNumbers(item, of, to, depth + 1) : item);
  if (Array.isArray(value)) {
    const copy = value.map((item: unknown) => change(item, items));
    return copy.some((item, index) => item !== value[index]) ? copy : value;
  }
  if (!isObject(value)) return value;
  const of = isObject(properties) ? properties : {};
  const copy = Object.entries(value).map(
    ([name, item]) => [name, change(item, Object.hasOwn(of, name) ? of[name] : additionalProperties)] as const,
  );
  return copy.some(([name, item]) => item !== value[name]) ? Object.fromEntries(copy) : value;
}
