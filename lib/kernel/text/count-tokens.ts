/**
 * Counts the tokens of a text nearly as models of today do, without their vocabularies. The text is split as their
 * tokenizers split it (https://github.com/openai/tiktoken), and each piece counts as pieces of its kind and length do
 * on average in JSON and prose. Pure.
 */

const UPPER = String.raw`\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}`;
const LOWER = String.raw`\p{Ll}\p{Lm}\p{Lo}\p{M}`;
const BEFORE = String.raw`[^\r\n\p{L}\p{N}]?`;

/** A word with the sign before it, up to three digits, signs, breaks, or spaces. */
const PIECES = new RegExp(
  [
    `${BEFORE}[${UPPER}]*[${LOWER}]+`,
    `${BEFORE}[${UPPER}]+`,
    String.raw`\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+`,
  ].join("|"),
  "gu",
);

/** Average tokens of words, by what precedes them and by their letters; longer words go on with the last step. */
const WORDS = {
  space: [1, 1, 1, 1.01, 1.03, 1.07, 1.13, 1.3, 1.45, 1.5, 1.68, 1.85, 2.1, 2.5, 2.9],
  none: [1, 1, 1.02, 1.01, 1.02, 1.1, 1.13, 1.3, 1.8, 1.9, 2, 2.1, 2.4, 2.6, 2.8],
  joint: [1, 1.01, 1.02, 1.05, 1.2, 1.17, 1.2, 1.4, 1.65, 1.8, 2, 2.2, 2.5, 2.7, 2.9],
  sign: [1.01, 1.15, 1.25, 1.4, 1.48, 1.69, 1.72, 2.05, 2.1, 2.2, 2.4, 2.8, 3.1, 3.2, 3.3],
  capitals: [1, 1.03, 1.3, 1.4, 1.9, 1.9, 2.3, 2.6, 2.9, 3.2, 3.5],
  random: [1, 1.02, 1.5, 1.7, 2.1, 2.5, 3, 3.5, 4],
  foreign: [1, 1.02, 1.05, 1.15, 1.5, 1.55, 2, 2.3, 2.55, 2.6, 2.9, 3.1, 3.5],
} as const;
/** Of letters that are words or syllables. */
const SCRIPT_LETTER = 0.75;
const SIGNS = [1, 1, 1.03, 1.52, 2.04, 2.3, 2.9, 3.4, 3.8] as const;

/** Longer texts are counted in parts that lie evenly in them. */
const MOST_COUNTED = 100_000;
const PARTS = 20;

function valueAt(row: readonly number[], length: number): number {
  const last = row.at(-1) ?? 1;
  if (length <= row.length) return row[length - 1] ?? last;
  return last + (length - row.length) * Math.max(0.2, last - (row.at(-2) ?? last));
}

const VOWEL = /[aeiouy]/gi;

/** Whether letters look like a word, not like a part of an id. */
function isWord(letters: string): boolean {
  if (letters.length < 3) return true;
  const vowels = letters.match(VOWEL)?.length ?? 0;
  return vowels * 5 >= letters.length && (letters.length < 4 || vowels * 1.3 < letters.length);
}

function rowOf(first: string): readonly number[] {
  if (first === "") return WORDS.none;
  if (first === " ") return WORDS.space;
  return first === "_" || first === "." ? WORDS.joint : WORDS.sign;
}

function tokensOfWord(letters: string, first: string): number {
  const { length } = letters;
  if (letters.charCodeAt(0) > 0x2e7f) return Math.max(1, length * SCRIPT_LETTER);
  const atSign = first !== "" && first !== " " ? 0.15 : 0;
  if (/[^ -~]/.test(letters)) return valueAt(WORDS.foreign, length) + atSign;
  if (!isWord(letters)) return valueAt(WORDS.random, length) + atSign;
  if (length > 1 && /^[A-Z]+$/.test(letters)) return valueAt(WORDS.capitals, length) + atSign;
  return valueAt(rowOf(first), length) + (/^[A-Z]/.test(letters) && first !== " " ? 0.2 : 0);
}

const LETTER = /\p{L}|\p{M}/u;

function tokensOfPiece(piece: string): number {
  const first = piece.charAt(0);
  if (LETTER.test(piece)) return LETTER.test(first) ? tokensOfWord(piece, "") : tokensOfWord(piece.slice(1), first);
  return /^[\s\p{N}]/u.test(piece) && piece.trim().length <= 3 && !/^ \S/.test(piece)
    ? 1
    : valueAt(SIGNS, piece.trim().length);
}

function countAll(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOfPiece(piece);
  return tokens;
}

/** About how many tokens a model takes for a text. */
export function countTokens(text: string): number {
  if (text.length <= MOST_COUNTED) return Math.ceil(countAll(text));
  const size = MOST_COUNTED / PARTS;
  let tokens = 0;
  for (let part = 0; part < PARTS; part++) {
    const start = Math.floor((part * (text.length - size)) / (PARTS - 1));
    tokens += countAll(text.slice(start, start + size));
  }
  return Math.ceil((tokens * text.length) / MOST_COUNTED);
}
