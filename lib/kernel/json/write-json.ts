/** Writes JSON whose whole numbers can have any length. Pure. */
import { randomUUID } from "node:crypto";

/** Whether a value holds a `bigint`. Uses no recursion, as the value may be deep. */
function holdsLong(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "bigint") return true;
    if (next === null || typeof next !== "object") continue;
    for (const item of Array.isArray(next) ? next : Object.values(next))
      if (typeof item === "bigint" || typeof item === "object") waiting.push(item);
  }
  return false;
}

/**
 * As `JSON.stringify`, and a `bigint` becomes a number with all of its digits, which a number of JavaScript would lose.
 */
export function writeJson(value: unknown): string {
  if (!holdsLong(value)) return JSON.stringify(value);
  // Not every Node that we run on has `JSON.rawJSON`. Nobody can write a text with a mark that is made now.
  const mark = randomUUID();
  const text = JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? `${mark}${item}` : item));
  return text.replace(new RegExp(`"${mark}(-?\\d+)"`, "g"), "$1");
}
