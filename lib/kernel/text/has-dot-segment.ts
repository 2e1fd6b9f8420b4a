/** Refuses "." and ".." as parts of a path, in every encoding: they would lead out of the tool's endpoint. Pure. */
import { ApiError } from "@/lib/kernel/errors";

/** The encoded characters that matter in a path: % . / \ ; tab, line breaks, NUL and space. */
const ENCODED = /%(25|2e|2f|5c|3b|09|0a|0d|00|20)/gi;
/** A part ends at a slash or backslash, a parameter (`..;x`), NUL, or trailing spaces, which some servers remove. */
const DOTS = /(?:^|[/\\])\.{1,2}(?= *(?:[/\\;\0]|$))/;
/** URL parsers remove these characters first (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const SKIPPED = /[\t\n\r]/g;
/** The number of times that a path is decoded: a proxy, a server and an application can each decode once. */
const DECODINGS = 4;

/**
 * Whether a part of the path is "." or ".." (RFC 3986, 5.2.4) for any server on the way: plain, percent-encoded once or
 * several times, or with a backslash. Runs in linear time.
 */
export function hasDotSegment(path: string): boolean {
  if (!path.includes(".") && !path.includes("%")) return false;
  let text = path;
  for (let round = 0; ; round++) {
    if (DOTS.test(text.replace(SKIPPED, ""))) return true;
    if (round === DECODINGS || !text.includes("%")) return false;
    text = text.replace(ENCODED, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** Whether a value contains a text with a dot segment. */
function holdsDotSegment(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return hasDotSegment(value);
  if (value === null || typeof value !== "object" || depth > 5) return false;
  return Object.values(value).some((inner) => holdsDotSegment(inner, depth + 1));
}

/**
 * Returns the path if it has no dot segment. With one it would reach another resource than the tool's: so an attacker's
 * text could lead an agent around the list of tools that the agent may use.
 * @param values the values that were put into the path, to name the wrong value
 * @throws ApiError Unprocessable
 */
export function withoutDotSegments(path: string, values: Readonly<Record<string, unknown>>): string {
  if (!hasDotSegment(path.split(/[?#]/, 1)[0] ?? "")) return path;
  const names = Object.keys(values);
  const key = names.find((name) => holdsDotSegment(values[name])) ?? names.join(", ");
  const problem = `${key}: is part of the address and must not hold "." or ".." between slashes, in any encoding.`;
  throw new ApiError("Unprocessable", `Invalid arguments for this tool. ${problem}`, {
    errors: [problem],
    suggestedFix: "Correct the argument and execute again.",
  });
}
