/** A list or an object as the text that an argument describes: JSON, or values with commas between. Pure. */
import { writeJson } from "@/lib/kernel/json/write-json";
import { isObject } from "@/lib/kernel/text/is-object";

const JSON_TEXT =
  /\bjson[- ](?:encoded|string|based|array|object|format|formatted|serialized|text|payload)|\bstringified json|\b(?:as|in) json\b/i;
const WITH_COMMAS = /\bcomma[- ]?sepe?a?rated\b|\bcomma[- ]?delimited\b|\bseparated by commas?\b/i;

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && !value.includes(","));

/**
 * The text of a list or an object, if the argument's description defines one; undefined for other values, and for items
 * that contain a comma themselves.
 */
export function toText(value: unknown, description: unknown): string | undefined {
  if (typeof description !== "string" || !(Array.isArray(value) || isObject(value))) return undefined;
  if (JSON_TEXT.test(description)) return writeJson(value);
  return Array.isArray(value) && WITH_COMMAS.test(description) && value.every(isPlain) ? value.join(",") : undefined;
}
