/** Applies the rules of a provider to its answers (`toolkits/refusals.yaml`). Pure. */
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
    current = current.flatMap((value) => {
      if (part === "*")
        return (Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []).slice(0, MAX_MEMBERS);
      if (Array.isArray(value)) return /^\d{1,4}$/.test(part) ? [value[Number(part)] as unknown] : [undefined];
      return [isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined];
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

function fits({ is, not, has, begins, filled: isFilledTest }: Test, value: unknown): boolean {
  if (isFilledTest) return isFilled(value);
  const word = wordOf(value);
  if (word === undefined) return false;
  const isOne = (words: Test["is"], holds: (text: string) => boolean): boolean =>
    words !== undefined && words.some((entry) => holds(String(entry).toLowerCase()));
  if (not) return !isOne(not, (text) => text === word);
  return (
    isOne(is, (text) => text === word) ||
    isOne(has, (text) => word.includes(text)) ||
    isOne(begins, (text) => word.startsWith(text))
  );
}

/** Whether a rule matches an answer. */
export function holds(rule: Test, body: unknown): boolean {
  const values = valuesAt(body, rule.at);
  return values.length > 0 && values.every((value) => fits(rule, value));
}
