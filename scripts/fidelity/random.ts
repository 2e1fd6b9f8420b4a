/** Random values that are the same for the same seed. */

/** A source of numbers in [0, 1): mulberry32, which is small and good enough for tests. */
export class Random {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws Error for an empty list */
  pick<T>(values: readonly T[]): T {
    if (values.length === 0) throw new Error("nothing to pick from");
    return values[this.between(0, values.length - 1)] as T;
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet.charAt(this.between(0, alphabet.length - 1))).join("");
  }
}

/** A separate seed for each name, so that a tool's values do not depend on the previous tools. */
export function seedOf(seed: number, name: string): number {
  let hash = seed | 0;
  for (const character of name) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return hash;
}
