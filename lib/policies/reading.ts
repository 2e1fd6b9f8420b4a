/** One value as its rules read it: what a rule has read at a path, the rules after it do not read again. */
import type { Detector, Path } from "./constants";
import { detectsIn } from "./detect";
import { Joined, type Part, type PartList } from "./part-list";
import { leavesAt, mapNames } from "./leaves-at";
import { toPlainText } from "./plain-text";
import { toComparable } from "./to-globs";

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
   * The parts that one of the texts can contain: all that one does, and seldom others. It costs less than `contain`,
   * because all texts are made comparable at once. A line break joins them: it changes nothing before or after it.
   */
  canContain(parts: PartList): number[] {
    this.rough ??= new Joined([toComparable(this.values.join("\n"))]);
    return parts.indexesIn(this.rough);
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
