/** Texts that belong together, and a search for many parts in them. */

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
export class Joined {
  private readonly text: string;
  readonly isShort: boolean;
  /** Of its pairs if it is short, else of its triples. */
  readonly bits: Uint32Array;

  constructor(texts: readonly string[]) {
    this.text = texts.join(BETWEEN);
    this.isShort = this.text.length <= MOST_PAIRED;
    this.bits = this.isShort ? pairsOf(this.text) : triplesOf(this.text);
  }

  contains({ text, pairs, triples }: Part): boolean {
    return hasAll(this.bits, this.isShort ? pairs : triples) && this.text.includes(text);
  }
}

/** Grams of each part that a list keeps side by side. */
const SAMPLED = 4;

/** In place of a gram, for a part that is shorter than a gram: every text can contain it. */
const NO_GRAM = 0xffff;

/** As many grams of a part as a list keeps, from its start to its end. */
const sample = (grams: readonly number[]): number[] =>
  Array.from({ length: SAMPLED }, (_, index) => grams[Math.floor((index * grams.length) / SAMPLED)] ?? NO_GRAM);

/**
 * Parts that are looked for together. Some grams of each are in one array: most parts are missing by those, and the
 * parts themselves, which lie anywhere in memory, are not read for that.
 */
export class PartList {
  private readonly pairs: Uint16Array;
  private readonly triples: Uint16Array;

  constructor(private readonly parts: readonly Part[]) {
    this.pairs = Uint16Array.from(parts.flatMap(({ pairs }) => sample(pairs)));
    this.triples = Uint16Array.from(parts.flatMap(({ triples }) => sample(triples)));
  }

  /** The indexes of the parts that the texts contain, in their order. */
  indexesIn(texts: Joined): number[] {
    const { bits } = texts;
    const grams = texts.isShort ? this.pairs : this.triples;
    const indexes: number[] = [];
    for (let first = 0; first < grams.length; first += SAMPLED) {
      let next = first;
      for (; next < first + SAMPLED; next++) {
        const gram = grams[next] ?? NO_GRAM;
        if (gram !== NO_GRAM && ((bits[gram >> 5] ?? 0) & (1 << (gram & 31))) === 0) break;
      }
      const part = next === first + SAMPLED ? this.parts[first / SAMPLED] : undefined;
      if (part && texts.contains(part)) indexes.push(first / SAMPLED);
    }
    return indexes;
  }
}
