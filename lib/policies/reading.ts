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

const MOST_PAIRS_OF_PART = 32;

/** In a longer text, nearly every pair occurs. */
const MOST_PAIRED = 2_000;

/** Two adjacent characters as a number. Different pairs can have the same number. */
const pairAt = (text: string, index: number): number =>
  (text.charCodeAt(index) * 31 + text.charCodeAt(index + 1)) % PAIRS;

/** A text to look for. One of its pairs is missing in most texts, which need no search then. */
export class Part {
  readonly pairs: readonly number[];

  constructor(readonly text: string) {
    const count = Math.min(MOST_PAIRS_OF_PART, Math.max(0, text.length - 1));
    this.pairs = Array.from({ length: count }, (_, index) => pairAt(text, index));
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

/** Whether the text can have all pairs of the part. */
const canContain = (bits: Uint32Array, { pairs }: Part): boolean =>
  pairs.every((pair) => ((bits[pair >> 5] ?? 0) & (1 << (pair & 31))) !== 0);

/** `pairs`: absent for a long text. */
type Joined = { text: string; pairs?: Uint32Array };

function join(texts: readonly string[]): Joined {
  const text = texts.join(BETWEEN);
  return { text, ...(text.length <= MOST_PAIRED && { pairs: pairsOf(text) }) };
}

/** The leaves at one path of a value. Many rules look at the same path of a call, so each form is made once. */
export class Leaves {
  private comparable: readonly string[] | undefined;
  private distinct: ReadonlySet<string> | undefined;
  private joined: Joined | undefined;
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
    const { text, pairs } = (this.joined ??= join(this.texts));
    return (!pairs || canContain(pairs, part)) && text.includes(part.text);
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
