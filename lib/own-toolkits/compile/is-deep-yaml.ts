/**
 * Counts the levels of YAML before it is parsed: the parser is recursive, and a process whose stack ends while it
 * compiles a regular expression ends with it. Linear in time.
 */
import { Lexer } from "yaml";

/** The parser needs about 1.3 KB of stack for a level. */
const MOST_COLUMNS = 2_000;

const SPACE = 32;
const LINE_BREAK = 10;
/** `[` and `{`. */
const isOpening = (code: number): boolean => code === 91 || code === 123;
/** Spaces, and the signs `-`, `?` and `:`: each can begin a level in the same line. */
const isIndentation = (code: number): boolean =>
  code === SPACE || code === 9 || code === 45 || code === 63 || code === 58;

/** How many brackets could be open at most, and the widest beginning of a line: a level takes a column at least. */
function measure(text: string): { brackets: number; columns: number } {
  let [brackets, columns, width, isBeginning] = [0, 0, 0, true];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isOpening(code)) brackets += 1;
    if (code === LINE_BREAK) [width, isBeginning] = [0, true];
    else if (isBeginning && isIndentation(code)) columns = Math.max(columns, ++width);
    else isBeginning = false;
  }
  return { brackets, columns };
}

/** Brackets in texts and comments do not count. */
function countOpen(text: string, most: number): number {
  let [open, highest] = [0, 0];
  for (const token of new Lexer().lex(text)) {
    if (token === "[" || token === "{") highest = Math.max(highest, ++open);
    else if (token === "]" || token === "}") open -= 1;
    if (highest > most) break;
  }
  return highest;
}

/** @param most levels of lists and objects in brackets */
export function isDeepYaml(text: string, most: number): boolean {
  const { brackets, columns } = measure(text);
  return columns > MOST_COLUMNS || (brackets > most && countOpen(text, most) > most);
}
