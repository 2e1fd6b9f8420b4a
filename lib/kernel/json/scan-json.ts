/** Looks at JSON text before it is parsed: how much it holds, and which numbers would lose digits. Linear in time. */
import { isChanged } from "./number-digits";

/** Limits of JSON. */
export type JsonBounds = {
  /** Levels of lists and objects: recursive code needs stack for each. */
  depth: number;
  /**
   * Values of all lists and objects together: each needs much more memory than its text, and time in every later loop.
   */
  values: number;
  /** Members of objects: their names need memory too. */
  names: number;
  /**
   * Different names, about: the parser keeps each of them, and an object with very many is slow at each look. Rows of a
   * table repeat theirs.
   */
  different: number;
};

/** The bound that a text passes. */
export type Excess = keyof JsonBounds;

/** What there is too much of, in words. */
export const EXCESS_WORDS: Readonly<Record<Excess, string>> = {
  depth: "levels",
  values: "values",
  names: "names",
  different: "different names",
};

/** A part of a text, `to` excluded. */
export type Span = { from: number; to: number };

/** `values`: how many there are, at most. */
export type JsonScan = { excess: Excess | undefined; inexact: readonly Span[]; values: number };

const QUOTE = 34;
const BACKSLASH = 92;
/** No shorter number has more than 53 bits, but by an exponent. */
const SUSPECT_LENGTH = 16;
/** Fractions whose whole part a double holds. */
const SMALL = /^-?\d{1,15}\.\d+$/;
/** A number that becomes a text takes as much time as so many others. */
const COST_OF_TEXT = 4;
/** Reading so many digits takes as much time as a value. */
const DIGITS_OF_VALUE = 32;
const BEFORE_VALUE = /[ \t\n\r]*:/y;
/** `"":1,` and the characters around it. */
const SHORTEST_MEMBER = 4;
/** Places for names: many more than may be different. */
const SLOTS = 1 << 18;
/** No program gives many of its fields longer names. */
const LONGEST_HASHED = 64;
/** Random for each process, so that nobody can choose names that collide. */
const SEED = Math.floor(Math.random() * 0x7fffffff);
const WORDS = ["true", "false", "null"];
const SPACES = /[ \t\n\r]+/y;
const HUGE = /[eE]\+?\d{3}/;

/**
 * The position of the quote that ends the string which begins behind `open`; the text's length if there is no quote.
 */
function endOfString(text: string, open: number): number {
  const quote = text.indexOf('"', open + 1);
  if (quote < 0) return text.length;
  if (text.charCodeAt(quote - 1) !== BACKSLASH) return quote;
  // From the first escape near a quote on, one character after another: a search for each quote would take longer.
  for (let index = open + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) return index;
    if (code === BACKSLASH) index++;
  }
  return text.length;
}

/** The end of spaces; undefined for another sign, which is no JSON. */
function endOfSpaces(text: string, from: number): number | undefined {
  // Most stand alone, behind a comma or colon.
  if (text.charCodeAt(from + 1) > 32) return from + 1;
  SPACES.lastIndex = from;
  return SPACES.test(text) ? SPACES.lastIndex : undefined;
}

/** Digits, signs, the decimal point and the letter of exponents. */
const isOfNumber = (code: number): boolean =>
  (code >= 48 && code <= 57) || code === 46 || code === 43 || code === 45 || code === 69 || code === 101;

function endOfNumber(text: string, from: number): number {
  let index = from + 1;
  while (index < text.length && isOfNumber(text.charCodeAt(index))) index++;
  return index;
}

/** Whether the number in a part of the text would be written with other digits once it was parsed. */
function isInexact(text: string, from: number, to: number): boolean {
  if (to - from < 5) return false;
  const literal = text.slice(from, to);
  return literal.length >= SUSPECT_LENGTH
    ? !SMALL.test(literal) && isChanged(literal)
    : HUGE.test(literal) && isChanged(literal);
}

/** Whether a colon follows. A number in the place of a name is no JSON, and quotes around it would make it some. */
function isName(text: string, to: number): boolean {
  BEFORE_VALUE.lastIndex = to;
  return BEFORE_VALUE.test(text);
}

/** The end of `true`, `false` or `null`; undefined for another word, which is no JSON. */
function endOfWord(text: string, from: number): number | undefined {
  const word = WORDS.find((candidate) => text.startsWith(candidate, from));
  return word === undefined ? undefined : from + word.length;
}

/** The counts so far. */
class Count implements JsonScan {
  readonly inexact: Span[] = [];
  private depth = 0;
  values = 0;
  private names = 0;
  private different = 0;
  private readonly nameBits: Uint8Array | undefined;
  /** The start of the last text, which is a name if a colon follows. */
  private lastFrom = 0;
  private lastTo = 0;
  excess: Excess | undefined;

  constructor(
    private readonly text: string,
    private readonly bounds: JsonBounds,
  ) {
    if (text.length > bounds.different * SHORTEST_MEMBER) this.nameBits = new Uint8Array(SLOTS / 8);
  }

  private addValues(count: number): void {
    this.values += count;
    if (this.values > this.bounds.values) this.excess = "values";
  }

  private open(): void {
    this.addValues(1);
    if (++this.depth > this.bounds.depth) this.excess = "depth";
  }

  private addName(): void {
    if (this.nameBits && this.isNew(this.nameBits) && ++this.different > this.bounds.different)
      this.excess = "different";
    if (++this.names > this.bounds.names) this.excess = "names";
  }

  /** Whether the last text was no name before. Names that fall together by chance count once. */
  private isNew(nameBits: Uint8Array): boolean {
    if (this.lastTo - this.lastFrom > LONGEST_HASHED) return true;
    let hash = SEED;
    for (let index = this.lastFrom; index < this.lastTo; index++)
      hash = Math.imul(hash ^ this.text.charCodeAt(index), 0x01000193);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    const [byte, bit] = [slot >> 3, 1 << (slot & 7)];
    const before = nameBits[byte] ?? 0;
    nameBits[byte] = before | bit;
    return (before & bit) === 0;
  }

  private takeText(from: number): number {
    this.lastFrom = from + 1;
    this.lastTo = endOfString(this.text, from);
    return this.lastTo + 1;
  }

  private takeNumber(from: number): number {
    const to = endOfNumber(this.text, from);
    if (to - from >= DIGITS_OF_VALUE) this.addValues(Math.floor((to - from) / DIGITS_OF_VALUE));
    if (this.excess === undefined && isInexact(this.text, from, to) && !isName(this.text, to)) {
      this.inexact.push({ from, to });
      this.addValues(COST_OF_TEXT);
    }
    return to;
  }

  /** Takes what begins at a place, and gives the place behind it; undefined where no JSON goes on. */
  take(index: number): number | undefined {
    const { text } = this;
    const code = text.charCodeAt(index);
    if (code === QUOTE) return this.takeText(index);
    if (code === 44) this.addValues(1);
    else if (code === 58) this.addName();
    else if (code === 91 || code === 123) this.open();
    else if (code === 93 || code === 125) return --this.depth < 0 ? undefined : index + 1;
    else if (code === 45 || (code >= 48 && code <= 57)) return this.takeNumber(index);
    else if (code <= 32) return endOfSpaces(text, index);
    else return endOfWord(text, index);
    return index + 1;
  }
}

/** Most requests and answers are shorter. */
const SHORT_TEXT = 8192;
/** Matches every number that can lose digits. It matches parts of strings too, which only costs time. */
const MAY_BE_INEXACT = /[\d.]{15}|\d[eE][-+]?\d{3}/;
const NO_SPANS: readonly Span[] = [];

function countOf(character: string, text: string): number {
  let count = 0;
  for (let index = text.indexOf(character); index >= 0; index = text.indexOf(character, index + 1)) count++;
  return count;
}

/**
 * The result for a short text that cannot pass any bound, whatever its commas and brackets mean; undefined if that is
 * not certain. It takes less than half of the time.
 */
function scanShort(text: string, bounds: JsonBounds): JsonScan | undefined {
  const mostNames = text.length / SHORTEST_MEMBER;
  if (text.length > SHORT_TEXT || mostNames > bounds.names || mostNames > bounds.different) return undefined;
  const levels = countOf("[", text) + countOf("{", text);
  const values = levels + countOf(",", text);
  if (levels > bounds.depth || values > bounds.values || MAY_BE_INEXACT.test(text)) return undefined;
  return { excess: undefined, inexact: NO_SPANS, values };
}

/**
 * Counts levels, values and names until one is too many, and finds the numbers that parsing would change. Strings are
 * skipped; what is no JSON ends the count, and is left to the parser.
 */
export function scanJson(text: string, bounds: JsonBounds): JsonScan {
  const short = scanShort(text, bounds);
  if (short) return short;
  const count = new Count(text, bounds);
  for (let index: number | undefined = 0; index !== undefined && index < text.length && count.excess === undefined; )
    index = count.take(index);
  return count;
}
