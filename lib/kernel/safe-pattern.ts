/** Regular expressions that others wrote, matched so that no text can hang the process. */

export type Matcher = { test: (text: string) => boolean; toString: () => string };

type Shape = { repeats: number; exponential: boolean };

/** The end of a character class that begins at `from`. */
function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  while (at < pattern.length && (pattern[at] !== "]" || at === from + 1)) at += pattern[at] === "\\" ? 2 : 1;
  return at;
}

const isRepeat = (pattern: string, at: number): boolean =>
  /[*+]/.test(pattern[at] ?? "") || (pattern[at] === "{" && /^\{\d*,?\d*\}/.test(pattern.slice(at, at + 24)));

/**
 * Counts the repetitions of a pattern, and finds the shape behind exponential matching: a repeated group that repeats or
 * chooses inside, or a back reference.
 */
function shapeOf(pattern: string): Shape {
  const groups: boolean[] = [false];
  const shape: Shape = { repeats: 0, exponential: /\\[1-9]|\\k</.test(pattern) };
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    const top = groups.length - 1;
    if (char === "\\") at++;
    else if (char === "[") at = classEnd(pattern, at);
    else if (char === "(") groups.push(false);
    else if (char === "|") groups[top] = true;
    else if (char === ")") {
      const inner = groups.pop() ?? false;
      const repeated = isRepeat(pattern, at + 1);
      if (inner && repeated) shape.exponential = true;
      groups[groups.length - 1] = (groups.at(-1) ?? false) || inner || repeated;
    } else if (isRepeat(pattern, at)) {
      shape.repeats++;
      groups[top] = true;
    }
  }
  return shape;
}

/** Matching time grows with length to the power of the repetitions: the longest text that is still matched in milliseconds. */
const LONGEST = [10_000, 10_000, 2_000, 300];

/** Many published patterns escape more than the "u" flag allows. */
function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

/** A matcher of a pattern; it accepts every text where the pattern is unreadable or dangerous, and texts too long for it. */
export function toMatcher(pattern: string, flags: string): Matcher {
  const unchecked: Matcher = { test: () => true, toString: () => `unchecked:${pattern}` };
  if (pattern.length > 500) return unchecked;
  const { repeats, exponential } = shapeOf(pattern);
  if (exponential) return unchecked;
  try {
    const compiled = compile(pattern, flags);
    const longest = LONGEST[repeats] ?? 100;
    return { test: (text) => text.length > longest || compiled.test(text), toString: () => `matcher:${pattern}` };
  } catch {
    return unchecked;
  }
}
