/** The part of a call that the handler of a hook sees. */
import { CannotLook, Opaque } from "@/lib/policies/opaque";

/**
 * A copy with the texts of a request's contents.
 * @param deepest the levels that the handler sees
 * @throws CannotLook for bytes and for further levels: a verdict about the rest would not be about all of it
 */
export function toShown(value: unknown, deepest: number): unknown {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Opaque) {
    if (value.text === undefined) throw new CannotLook("It has a content that cannot be read.");
    return value.text;
  }
  if (deepest <= 0) throw new CannotLook("The call is nested too deeply to be checked.");
  if (Array.isArray(value)) return value.map((inner) => toShown(inner, deepest - 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toShown(inner, deepest - 1)]));
}
