/** Puts further keys into an answer, under which programs that were written for another list of tools look. Pure. */
import { stepsOf, type AnswerNames, type AnswerSource } from "@/lib/catalog/answers-file";
import type { Values } from "@/lib/kernel/text/is-object";

/** Characters of JSON that further keys repeat at most, so that a large answer does not become twice as large. */
export const MAX_REPEATED = 1024 * 1024;

/** The value at a path; undefined if it is missing. */
export function valueAt(data: Readonly<Values>, path: string): unknown {
  if (Object.hasOwn(data, path)) return data[path];
  let value: unknown = data;
  for (const step of stepsOf(path)) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, step)) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(step)) return undefined;
    value = (value as Values)[step];
  }
  return value;
}

function valueOf(source: AnswerSource, data: Readonly<Values>, args: Readonly<Values>): unknown {
  if (typeof source === "string") return valueAt(data, source);
  if (Array.isArray(source)) return source.map((path) => valueAt(data, path)).find((value) => value !== undefined);
  if ("argument" in source) return Object.hasOwn(args, source.argument) ? args[source.argument] : undefined;
  if ("value" in source) return source.value;
  const list = valueAt(data, source.count);
  return Array.isArray(list) ? list.length : undefined;
}

/**
 * The rest of a budget of characters after the JSON text of a value, approximately; stops once the budget is used up.
 */
function leftAfter(value: unknown, budget: number): number {
  const open: unknown[] = [value];
  let left = budget;
  while (open.length > 0 && left >= 0) {
    const next = open.pop();
    if (typeof next === "string") left -= next.length + 2;
    else if (next === null || typeof next !== "object") left -= String(next).length;
    else if (Array.isArray(next)) {
      left -= next.length + 2;
      if (left >= 0) for (const item of next) open.push(item);
    } else {
      left -= 2;
      for (const name in next) {
        left -= name.length + 4;
        if (left < 0) break;
        open.push((next as Values)[name]);
      }
    }
  }
  return left;
}

/**
 * Counts what values cost. Each value is counted once, because many keys can lead to it and a wide object takes long.
 */
function meter(): (value: unknown, left: number) => number {
  const costs = new Map<unknown, number>();
  return (value, left) => {
    const cost = costs.get(value);
    if (cost !== undefined) return left - cost;
    const after = leftAfter(value, left);
    // The budget never grows: a value that is too large now stays too large.
    if (value !== null && typeof value === "object") costs.set(value, after < 0 ? Infinity : left - after);
    return after;
  };
}

const placeText = (source: AnswerSource): string => {
  const path = Array.isArray(source) ? source[0] : source;
  return path === "$" ? "all of the answer" : String(path);
};

/**
 * The data of an answer with its further keys, which share their values with it. A key that the provider sends stays as
 * it is, and a key without a value is left out.
 */
export function withAnswerNames(
  names: AnswerNames,
  data: Readonly<Values>,
  args: Readonly<Values>,
  warn: (text: string) => void,
): Values {
  const further: [string, unknown][] = [];
  const leftWith = meter();
  let left = MAX_REPEATED;
  for (const [name, source] of Object.entries(names)) {
    if (Object.hasOwn(data, name)) continue;
    const value = valueOf(source, data, args);
    if (value === undefined) continue;
    const after = leftWith(value, left);
    if (after < 0) {
      warn(`data.${name} was left out, because the answer is large: ${placeText(source)} holds the same.`);
      continue;
    }
    left = after;
    further.push([name, value]);
  }
  // A copy of a wide answer takes long.
  return further.length === 0 ? data : { ...data, ...Object.fromEntries(further) };
}
