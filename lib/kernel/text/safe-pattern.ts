/** Matches regular expressions of others in limited time, so that no text can block the process. */

export type Matcher = { test: (text: string) => boolean; toString: () => string };

/**
 * `choices` are the ways that each repetition, option and alternative leaves to an engine that goes back; Infinity: as
 * many as the text is long.
 */
type Shape = { choices: number[]; exponential: boolean; anchored: boolean };

/** The end of a character class that begins at `from`. */
function classEnd(pattern: string, from: number): number {
  let index = from + 1;
  while (index < pattern.length && (pattern[index] !== "]" || index === from + 1))
    index += pattern[index] === "\\" ? 2 : 1;
  return index;
}

/** The quantifier at a position: the number of choices and its length; undefined if there is no quantifier. */
function quantifierAt(pattern: string, index: number): { ways: number; length: number } | undefined {
  const sign = pattern[index];
  const lazy = (length: number) => (pattern[index + length] === "?" ? length + 1 : length);
  if (sign === "*" || sign === "+") return { ways: Infinity, length: lazy(1) };
  if (sign === "?") return { ways: 2, length: lazy(1) };
  const [whole, least, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(index, index + 24)) ?? [];
  if (whole === undefined) return undefined;
  const ways = comma === "" ? 1 : most === "" ? Infinity : Number(most) - Number(least) + 1;
  return { ways, length: lazy(whole.length) };
}

/**
 * Finds what a pattern leaves open, and the shape behind exponential matching: a repeated group that repeats or chooses
 * inside, or a back reference.
 */
function shapeOf(pattern: string): Shape {
  const open: boolean[] = [false];
  const alternatives: number[] = [1];
  const shape: Shape = { choices: [], exponential: /\\[1-9]|\\k</.test(pattern), anchored: /^\^[^|]*$/.test(pattern) };
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern[index];
    if (char === "\\") index++;
    else if (char === "[") index = classEnd(pattern, index);
    else if (char === "(") {
      open.push(false);
      alternatives.push(1);
      if (pattern[index + 1] === "?") index++;
      continue;
    } else if (char === "|") {
      open[open.length - 1] = true;
      alternatives[alternatives.length - 1] = (alternatives.at(-1) ?? 1) + 1;
      continue;
    }
    const inner = char === ")" && (open.pop() ?? false);
    if (char === ")") shape.choices.push(alternatives.pop() ?? 1);
    const quantifier = quantifierAt(pattern, index + 1);
    if (inner && quantifier && quantifier.ways > 2) shape.exponential = true;
    if (quantifier) {
      shape.choices.push(quantifier.ways);
      index += quantifier.length;
    }
    open[open.length - 1] = (open.at(-1) ?? false) || inner || (quantifier?.ways ?? 1) > 1;
  }
  shape.choices.push(...alternatives);
  return shape;
}

/** The most steps that matching a text of this length can take. */
const stepsOf = ({ choices, anchored }: Shape, length: number): number =>
  choices.reduce((steps, ways) => steps * Math.min(ways, length + 1), anchored ? 1 : length + 1);

/** About 20 ms; texts that may take longer are not matched. */
const MAX_STEPS = 4_000_000;
/** For all texts of one value together. */
const MAX_STEPS_IN_ALL = 8_000_000;
let left = MAX_STEPS_IN_ALL;

/** Begins the check of another value. */
export const allowMatching = (): void => {
  left = MAX_STEPS_IN_ALL;
};

/** Compiles a pattern without the "u" flag if needed: many published patterns escape more than it allows. */
function compile(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

/**
 * A matcher of a pattern. It accepts every text if the pattern is unreadable or dangerous, texts too long for it, and
 * the remaining texts of a value whose texts took too long together (`allowMatching`).
 */
export function toMatcher(pattern: string, flags: string): Matcher {
  const unchecked: Matcher = { test: () => true, toString: () => `unchecked:${pattern}` };
  if (pattern.length > 500) return unchecked;
  const shape = shapeOf(pattern);
  if (shape.exponential) return unchecked;
  try {
    const compiled = compile(pattern, flags);
    const test = (text: string): boolean => {
      const steps = stepsOf(shape, text.length) + pattern.length;
      if (steps > MAX_STEPS || steps > left) return true;
      left -= steps;
      return compiled.test(text);
    };
    return { test, toString: () => `matcher:${pattern}` };
  } catch {
    return unchecked;
  }
}
