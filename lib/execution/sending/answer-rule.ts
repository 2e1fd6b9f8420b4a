/** Looks at an answer as the rules of its provider say (`toolkits/refusals.yaml`). Pure. */
import type { EndedRule } from "@/lib/catalog/refusals-file";
import { isObject } from "@/lib/kernel/text/is-object";

/** Members that a `*` looks at. */
const MAX_MEMBERS = 200;
/** How much of a text is looked at. */
export const MAX_TEXT = 2000;

/** The values at a way; several behind a `*`. */
export function valuesAt(value: unknown, way: string): unknown[] {
  let current: unknown[] = [value];
  if (way === "") return current;
  for (const part of way.split(".")) {
    current = current.flatMap((one) => {
      if (part === "*")
        return (Array.isArray(one) ? one : isObject(one) ? Object.values(one) : []).slice(0, MAX_MEMBERS);
      if (Array.isArray(one)) return /^\d{1,4}$/.test(part) ? [one[Number(part)] as unknown] : [undefined];
      return [isObject(one) && Object.hasOwn(one, part) ? one[part] : undefined];
    });
    if (current.length > MAX_MEMBERS) current.length = MAX_MEMBERS;
  }
  return current;
}

/** Whether there is something: no null, no false, no 0, no empty text, list or object. */
export const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value);

/** A value as rules compare it; undefined for a list, an object or nothing. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" || typeof value === "bigint"
    ? String(value).slice(0, MAX_TEXT).trim().toLowerCase()
    : undefined;

type Test = Omit<EndedRule, "status">;

function fits({ is, not, has, begins, filled }: Test, value: unknown): boolean {
  if (filled) return isFilled(value);
  const word = wordOf(value);
  if (word === undefined) return false;
  const isOne = (words: Test["is"], holds: (one: string) => boolean): boolean =>
    words !== undefined && words.some((one) => holds(String(one).toLowerCase()));
  if (not) return !isOne(not, (one) => one === word);
  return (
    isOne(is, (one) => one === word) ||
    isOne(has, (one) => word.includes(one)) ||
    isOne(begins, (one) => word.startsWith(one))
  );
}

/** Whether what a rule says of an answer is so. */
export function holds(rule: Test, body: unknown): boolean {
  const values = valuesAt(body, rule.at);
  return values.length > 0 && values.every((value) => fits(rule, value));
}
