/**
 * The other readings of a text that hides words from people: a model reads Base64, wide letters and letters with gaps
 * like any others. Each reading takes linear time.
 */

/** Of one text; the parts of a text can be many. */
const MOST_PARTS = 50;
const MIN_READABLE = 0.9;

const BASE64 = /[A-Za-z0-9+/_-]{24,}={0,2}/g;
const HEX = /\b(?:[0-9a-f]{2}){12,}\b/gi;
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const LETTERS_WITH_GAPS = /(?<=^|[^\p{L}])(?:\p{L} ){7,}\p{L}(?![\p{L}])/gu;
const DIGITS_AS_LETTERS: Readonly<Record<string, string>> = { 0: "o", 1: "i", 3: "e", 4: "a", 5: "s", 7: "t" };

/** Whether bytes are a text of letters: those of pictures and hashes are not. */
function isReadable(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}\s.,:;!?'"-]/gu)?.length ?? 0;
  return letters >= text.length * MIN_READABLE && !text.includes("\ufffd");
}

const decodeParts = (text: string, pattern: RegExp, encoding: "base64" | "hex"): string[] =>
  [...text.matchAll(pattern)]
    .slice(0, MOST_PARTS)
    .map(([part]) => Buffer.from(part, encoding).toString())
    .filter(isReadable);

const decodePercents = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll("%", ""), "hex").toString());

const closeGaps = (text: string): string =>
  text
    .replace(/ {2}/g, "\n")
    .replace(LETTERS_WITH_GAPS, (part) => part.replaceAll(" ", ""))
    .replaceAll("\n", " ");

const rotate = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const start = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
  });

const withLetters = (text: string): string =>
  text.replace(/(?<=\p{L})[013457]|[013457](?=\p{L})/gu, (digit) => DIGITS_AS_LETTERS[digit] ?? digit);

/** The other readings of a text, without those that equal it. */
export function decodedTexts(text: string): string[] {
  const readings = [text.normalize("NFKC").replace(UNSEEN, ""), decodePercents(text), closeGaps(text)];
  return [
    ...decodeParts(text, BASE64, "base64"),
    ...decodeParts(text, HEX, "hex"),
    ...[...readings, withLetters(text), rotate(text)].filter((reading) => reading !== text),
  ];
}
