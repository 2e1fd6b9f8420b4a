/** Paths that would leave the endpoint of their tool: "." and ".." as parts of a path, in every spelling. Pure. */
import { ApiError } from "@/lib/kernel/errors";

/** The characters that decide about a path's parts: % . / \ ; tab, line breaks, NUL and space. */
const ENCODED = /%(25|2e|2f|5c|3b|09|0a|0d|00|20)/gi;
/** A part ends at a slash of either kind, at a parameter (`..;x`), at NUL, or with spaces that some servers cut off. */
const DOTS = /(?:^|[/\\])\.{1,2}(?= *(?:[/\\;\0]|$))/;
/** Browsers and Node take these out of a URL before they look at it (https://url.spec.whatwg.org/#concept-basic-url-parser). */
const SKIPPED = /[\t\n\r]/g;
/** A proxy, a server and an application may each decode once. */
const DECODINGS = 4;

/**
 * Whether a part of the path means "here" or "one up" (RFC 3986, 5.2.4) to anybody on its way: plain, percent-encoded once
 * or more often, or with a backslash. Takes time in proportion to the length.
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

/** A text, or one within a list or an object, that holds a dot segment. */
function holdsDotSegment(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return hasDotSegment(value);
  if (value === null || typeof value !== "object" || depth > 5) return false;
  return Object.values(value).some((inner) => holdsDotSegment(inner, depth + 1));
}

/**
 * The path as it is. With a dot segment it would name another resource than its tool does, which is how an agent that
 * obeys a stranger's text would get around the list of tools that it may use.
 * @param values what the path was made of, to name the one at fault
 * @throws ApiError Unprocessable
 */
export function withoutDotSegments(path: string, values: Readonly<Record<string, unknown>>): string {
  if (!hasDotSegment(path.split(/[?#]/, 1)[0] ?? "")) return path;
  const names = Object.keys(values);
  const key = names.find((name) => holdsDotSegment(values[name])) ?? names.join(", ");
  const problem = `${key}: is part of the address and must not hold "." or ".." between slashes, in any encoding.`;
  throw new ApiError("Unprocessable", `The arguments do not fit this tool. ${problem}`, {
    errors: [problem],
    suggestedFix: "Correct the argument and execute again.",
  });
}
