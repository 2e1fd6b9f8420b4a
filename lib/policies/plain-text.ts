/** Texts as detectors read them: without hidden characters, and with the usual letters and digits for look-alikes. */
import { UNSEEN } from "./to-globs";

/** Cyrillic and Greek letters that look like Latin letters, above the letters that they imitate. */
const LOOK_ALIKES =
  "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u04bb\u0501\u051b\u051d\u0410\u0412\u0415" +
  "\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425\u0406\u0408\u0405\u03b1\u03bf\u03c1\u03bd\u03b9" +
  "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7";
const IMITATED = "aeopcyxijshdqwABEKMHOPCTYXIJSaopviABEZHIKMNOPTYX";
const LATIN = new Map([...LOOK_ALIKES].map((letter, index) => [letter, IMITATED[index] ?? letter]));

const isDigit = (code: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** A digit of any script as a digit of ASCII. Each script has its ten digits in a row. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit(zero - 1)) zero--;
  return String((code - zero) % 10);
}

function toPlainCharacter(character: string): string {
  if (character.search(UNSEEN) === 0) return "";
  const usual = character.normalize("NFKC");
  if (/^\p{Nd}$/u.test(usual)) return toAsciiDigit(usual);
  if (/^[\p{Pd}\u2212]$/u.test(usual)) return "-";
  return LATIN.get(usual) ?? usual;
}

const MOST_REMEMBERED = 4_000;
const remembered = new Map<string, string>();

function plainOf(character: string): string {
  const cached = remembered.get(character);
  if (cached !== undefined) return cached;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const plain = toPlainCharacter(character);
  remembered.set(character, plain);
  return plain;
}

/** `origins`: for each character, its position in the original text; absent if the texts are equal. */
export type PlainText = { text: string; origins?: readonly number[] };

export function toPlainText(original: string): PlainText {
  if (!/[^\t\n\r\x20-\x7e]/.test(original)) return { text: original };
  const parts: string[] = [];
  const origins: number[] = [];
  let position = 0;
  for (const character of original) {
    const plain = plainOf(character);
    parts.push(plain);
    for (let index = 0; index < plain.length; index++) origins.push(position);
    position += character.length;
  }
  const text = parts.join("");
  return text === original ? { text } : { text, origins };
}
