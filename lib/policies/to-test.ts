/** Conditions of rules on values: compiled once, tested with each call. */
import type { Condition } from "./rules.contract";
import { toComparable, toGlobs } from "./to-globs";
import { parsePath, type Path } from "./constants";
import { isAnywhere } from "./leaves-at";
import { Part } from "./part-list";
import type { Leaves, Reading } from "./reading";

export type Test = {
  /** Holds for any arguments or result, whatever their names: the condition looks at all values. */
  anywhere: boolean;
  /** It is about a part of a proxied request. */
  isOfRequest: boolean;
  /** If the condition looks for texts: the values must contain at least one. */
  parts?: readonly Part[];
  /** @throws TooManyValues */
  holds: (reading: Reading) => boolean;
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
  /** With the method that a header or a parameter names in its place. */
  method: string | string[];
  /** The path and the query, as they are sent. */
  endpoint: string;
  host: string;
  /** Decoded, and without dot segments. */
  path: string;
  query: Record<string, unknown>;
  headers: Record<string, string>;
  body: unknown;
};

/** Operators that look at the names of members too, where all values are looked at. */
const OF_NAMES: ReadonlySet<string> = new Set(["detects", "email_domain_in", "email_domain_not_in"]);

/** Letters, digits, and the symbols that names of hosts can have; servers read the full stop of Chinese as a dot. */
const DOMAIN = /(?:[\p{L}\p{N}\p{M}.\u3002\u00b7\u0375\u05f3\u05f4\u30fb_-]|(?![ -~])\p{S})+/uy;

/**
 * The domain behind each @ of a text. A domain that cannot be read is "", which is in no list. A domain with characters
 * that few servers allow counts with them and without them.
 */
function domainsOf(text: string): string[] {
  const domains: string[] = [];
  for (let index = text.indexOf("@"); index >= 0; index = text.indexOf("@", index + 1)) {
    DOMAIN.lastIndex = index + 1;
    const whole = (DOMAIN.exec(text)?.[0] ?? "").replaceAll("\u3002", ".").replace(/[._]+$/, "");
    const usual = (/^[\p{L}\p{N}.-]*/u.exec(whole)?.[0] ?? "").replace(/\.$/, "");
    domains.push(whole);
    if (usual !== whole) domains.push(usual);
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
  if (condition.operator === "exists") return (leaves) => leaves.values.some((leaf) => leaf !== null);
  if (condition.operator === "missing") return (leaves) => leaves.values.every((leaf) => leaf === null);
  if ("number" in condition) {
    const { number: bound, operator } = condition;
    if (operator === "longer_than")
      return (leaves) => leaves.values.some((leaf) => leaf !== null && String(leaf).length > bound);
    const fits = isBeyond(operator === "greater_than" ? (number) => number > bound : (number) => number < bound);
    return (leaves) => leaves.texts.some(fits);
  }
  if (condition.operator === "detects") {
    const { detectors } = condition;
    return (leaves) => detectors.some((detector) => leaves.detects(detector));
  }
  if (!("values" in condition)) throw new Error(`The operator ${String(condition.operator)} is not known.`);
  return ofValues(condition);
}

function ofValues({ operator, values }: Extract<Condition, { values: unknown }>): (leaves: Leaves) => boolean {
  const texts = values.map(String);
  const exact = new Set(texts.map(toComparable));
  const like = toGlobs(texts);
  switch (operator) {
    case "equals":
      return (leaves) => leaves.isAmong(exact);
    case "not_equals":
      return (leaves) => leaves.texts.some((text) => !exact.has(text));
    case "like":
      return (leaves) => leaves.texts.some(like);
    case "not_like":
      return (leaves) => leaves.texts.some((text) => !like(text));
    case "email_domain_in":
      return (leaves) => leaves.texts.some((text) => domainsOf(text).some(like));
    case "email_domain_not_in":
      return (leaves) => leaves.texts.some((text) => domainsOf(text).some((domain) => !like(domain)));
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
  const isOfRequest = REQUEST_PARTS.has(path[0] ?? "");
  const anywhere = isAnywhere(path);
  if (condition.operator === "contains") {
    const texts = new Set(condition.values.map((value) => toComparable(String(value))));
    const parts = [...texts].map((text) => new Part(text));
    const contains = (leaves: Leaves) => parts.some((part) => leaves.contain(part));
    return { anywhere, isOfRequest, parts, holds: (reading) => contains(reading.leaves(condition.path, path)) };
  }
  const test = testOf(condition);
  const holds = (reading: Reading) => test(reading.leaves(condition.path, path));
  if (!anywhere || !OF_NAMES.has(condition.operator)) return { anywhere, isOfRequest, holds };
  return { anywhere, isOfRequest, holds: (reading) => holds(reading) || test(reading.names) };
}
