/** One value as its rules read it: what a rule has read at a path, the rules after it do not read again. */
import type { Detector, Path } from "./constants";
import { detectsIn } from "./detect";
import { leavesAt, mapNames } from "./leaves-at";
import { toPlainText } from "./plain-text";
import { toComparable } from "./to-globs";

/** The sign between joined texts; no comparable text has it. */
const BETWEEN = "\0";

/** As many bits as V8 keeps within an array, without a buffer of its own for each call. */
const PAIRS = 512;

/** In a longer text, nearly every pair of characters occurs. */
const MOST_PAIRED = 2_000;

const TRIPLES = 32_768;

const MOST_GRAMS_OF_PART = 32;

/** Adjacent characters as a number. Different characters can have the same number. */
const pairAt = (text: string, index: number): number =>
  (text.charCodeAt(index) * 31 + text.charCodeAt(index + 1)) % PAIRS;

const tripleAt = (text: string, index: number): number =>
  (text.charCodeAt(index) * 1_021 + text.charCodeAt(index + 1) * 32 + text.charCodeAt(index + 2)) % TRIPLES;

/** A text to look for. One of its pairs or triples is missing in most texts, which need no search then. */
export class Part {
  readonly pairs: readonly number[];
  readonly triples: readonly number[];

  constructor(readonly text: string) {
    const grams = (size: number, numberAt: typeof pairAt) =>
      Array.from({ length: Math.min(MOST_GRAMS_OF_PART, Math.max(0, text.length + 1 - size)) }, (_, index) =>
        numberAt(text, index),
      );
    this.pairs = grams(2, pairAt);
    this.triples = grams(3, tripleAt);
  }
}

/** A bit for each pair of the text. */
function pairsOf(text: string): Uint32Array {
  const bits = new Uint32Array(PAIRS / 32);
  for (let index = 0; index + 1 < text.length; index++) {
    const pair = pairAt(text, index);
    bits[pair >> 5] = (bits[pair >> 5] ?? 0) | (1 << (pair & 31));
  }
  return bits;
}

/** A bit for each three characters of the text. */
function triplesOf(text: string): Uint32Array {
  const bits = new Uint32Array(TRIPLES / 32);
  for (let index = 0; index + 2 < text.length; index++) {
    const triple = tripleAt(text, index);
    bits[triple >> 5] = (bits[triple >> 5] ?? 0) | (1 << (triple & 31));
  }
  return bits;
}

function hasAll(bits: Uint32Array, grams: readonly number[]): boolean {
  for (const gram of grams) if (((bits[gram >> 5] ?? 0) & (1 << (gram & 31))) === 0) return false;
  return true;
}

/** Texts as one, with what it takes to see that most parts are not in it. */
class Joined {
  private readonly text: string;
  private readonly isShort: boolean;
  private readonly bits: Uint32Array;

  constructor(texts: readonly string[]) {
    this.text = texts.join(BETWEEN);
    this.isShort = this.text.length <= MOST_PAIRED;
    this.bits = this.isShort ? pairsOf(this.text) : triplesOf(this.text);
  }

  contains({ text, pairs, triples }: Part): boolean {
    return hasAll(this.bits, this.isShort ? pairs : triples) && this.text.includes(text);
  }
}

/** The leaves at one path of a value. Many rules look at the same path of a call, so each form is made once. */
export class Leaves {
  private comparable: readonly string[] | undefined;
  private distinct: ReadonlySet<string> | undefined;
  private joined: Joined | undefined;
  private rough: Joined | undefined;
  private plain: readonly string[] | undefined;
  private readonly findings = new Map<Detector, boolean>();

  constructor(readonly values: readonly unknown[]) {}

  /** In the form in which spellings of the same text are equal. */
  get texts(): readonly string[] {
    this.comparable ??= this.values.flatMap((leaf) => (leaf === null ? [] : [toComparable(String(leaf))]));
    return this.comparable;
  }

  /** Whether one of the texts is among them. */
  isAmong(texts: ReadonlySet<string>): boolean {
    this.distinct ??= new Set(this.texts);
    const [fewer, more] = texts.size < this.distinct.size ? [texts, this.distinct] : [this.distinct, texts];
    for (const text of fewer) if (more.has(text)) return true;
    return false;
  }

  /** Whether one of the texts contains the part, which is comparable too. */
  contain(part: Part): boolean {
    if (this.texts.length === 0) return false;
    this.joined ??= new Joined(this.texts);
    return this.joined.contains(part);
  }

  /**
   * Whether one of the texts can contain the part: true if one does, seldom if none does. It costs less than `contain`,
   * because all texts are made comparable at once. A line break joins them: it changes nothing before or after it.
   */
  canContain(part: Part): boolean {
    this.rough ??= new Joined([toComparable(this.values.join("\n"))]);
    return this.rough.contains(part);
  }

  detects(detector: Detector): boolean {
    const finding = this.findings.get(detector);
    if (finding !== undefined) return finding;
    this.plain ??= this.values.flatMap((leaf) => (leaf === null ? [] : [toPlainText(String(leaf)).text]));
    const isFound = this.plain.some((text) => detectsIn(detector, text));
    this.findings.set(detector, isFound);
    return isFound;
  }
}

/** The leaves of one value, by their paths, for as long as its rules are evaluated. */
export class Reading {
  private readonly byPath = new Map<string, Leaves>();
  private memberNames: Leaves | undefined;
  private extended: Reading | undefined;

  constructor(private readonly value: unknown) {}

  /** The names of all members. @throws TooManyValues */
  get names(): Leaves {
    if (this.memberNames) return this.memberNames;
    const names: string[] = [];
    mapNames(this.value, (name) => (names.push(name), name));
    return (this.memberNames = new Leaves(names));
  }

  /** @throws TooManyValues */
  leaves(text: string, path: Path): Leaves {
    const leavesBefore = this.byPath.get(text);
    if (leavesBefore) return leavesBefore;
    const leaves = new Leaves(leavesAt(this.value, path));
    this.byPath.set(text, leaves);
    return leaves;
  }

  /** The value together with the extras of its call, which are the same for all rules. */
  with(extras: unknown): Reading {
    this.extended ??= new Reading([this.value, extras]);
    return this.extended;
  }
}
