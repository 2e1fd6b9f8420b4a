/** Conditions of rules on values: compiled once, tested with each call. */
import type { Condition } from "./contract";
import { toComparable, toGlobs } from "./to-globs";
import { parsePath, type Path } from "./constants";
import { isAnywhere, leavesAt } from "./leaves-at";

export type Test = {
  /** Holds for any arguments or result, whatever their names: the condition looks at all values. */
  anywhere: boolean;
  /** It is about a part of a proxied request. */
  isOfRequest: boolean;
  /** @throws TooManyValues */
  holds: (value: unknown) => boolean;
};

/** The parts of a proxied request, which are its arguments for conditions. */
const REQUEST_PARTS: ReadonlySet<string> = new Set([
  "method",
  "endpoint",
  "host",
  "path",
  "query",
  "headers",
  "body",
] satisfies (keyof RequestParts)[]);

export type RequestParts = {
  method: string;
  /** As the caller wrote it. */
  endpoint: string;
  host: string;
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
};

type Leaves = readonly unknown[];

const textsOf = (leaves: Leaves): string[] =>
  leaves.flatMap((leaf) => (leaf === null ? [] : [toComparable(String(leaf))]));

/**
 * The domain behind each @ of a text. A domain that cannot be read is "", which is in no list.
 */
function domainsOf(text: string): string[] {
  const domains: string[] = [];
  for (let index = text.indexOf("@"); index >= 0; index = text.indexOf("@", index + 1)) {
    let end = index + 1;
    while (end < text.length && /[\p{L}\p{N}.-]/u.test(text[end] as string)) end++;
    domains.push(text.slice(index + 1, end).replace(/\.$/, ""));
  }
  return domains;
}

/** A value that is no number counts as beyond the limit: a call with it must not pass. */
const isBeyond =
  (beyond: (number: number) => boolean) =>
  (text: string): boolean => {
    const number = text === "" ? Number.NaN : Number(text);
    return Number.isNaN(number) || beyond(number);
  };

function testOf(condition: Condition): (leaves: Leaves) => boolean {
  if (condition.operator === "exists") return (leaves) => leaves.some((leaf) => leaf !== null);
  if (condition.operator === "missing") return (leaves) => leaves.every((leaf) => leaf === null);
  if ("number" in condition) {
    const { number: bound, operator } = condition;
    if (operator === "longer_than")
      return (leaves) => leaves.some((leaf) => leaf !== null && String(leaf).length > bound);
    const fits = isBeyond(operator === "greater_than" ? (number) => number > bound : (number) => number < bound);
    return (leaves) => textsOf(leaves).some(fits);
  }
  if (!("values" in condition)) throw new Error(`The operator ${String(condition.operator)} is not known.`);
  return ofValues(condition);
}

function ofValues({ operator, values }: Extract<Condition, { values: unknown }>): (leaves: Leaves) => boolean {
  const texts = values.map(String);
  const exact = new Set(texts.map(toComparable));
  const like = toGlobs(texts);
  const parts = [...exact];
  switch (operator) {
    case "equals":
      return (leaves) => textsOf(leaves).some((text) => exact.has(text));
    case "not_equals":
      return (leaves) => textsOf(leaves).some((text) => !exact.has(text));
    case "like":
      return (leaves) => textsOf(leaves).some(like);
    case "not_like":
      return (leaves) => textsOf(leaves).some((text) => !like(text));
    case "contains":
      return (leaves) => textsOf(leaves).some((text) => parts.some((part) => text.includes(part)));
    case "email_domain_in":
      return (leaves) => textsOf(leaves).some((text) => domainsOf(text).some(like));
    case "email_domain_not_in":
      return (leaves) => textsOf(leaves).some((text) => domainsOf(text).some((domain) => !like(domain)));
    default:
      throw new Error(`The operator ${String(operator)} is not known.`);
  }
}

/** @throws Error for a text that is no path */
export function toPath(text: string): Path {
  const path = parsePath(text);
  if (!path) throw new Error(`${text} is not a path.`);
  return path;
}

export function toTest(condition: Condition): Test {
  const path = toPath(condition.path);
  const test = testOf(condition);
  const isOfRequest = REQUEST_PARTS.has(path[0] ?? "");
  return { anywhere: isAnywhere(path), isOfRequest, holds: (value) => test(leavesAt(value, path)) };
}
