/** Creates text that matches a regular expression, for the expressions in descriptions. */
import type { Random } from "./random";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const ESCAPES: Record<string, string> = {
  d: DIGITS,
  w: `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}_`,
  s: " ",
  S: LETTERS,
  D: LETTERS,
  W: "-",
  n: "\n",
  t: "\t",
};
const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join("");

/** Reads an expression from left to right and writes text as it goes. */
class Writer {
  private at = 0;
  constructor(
    private readonly source: string,
    private readonly random: Random,
  ) {}

  /** The alternatives up to a closing bracket or the end; one of them is chosen. */
  alternatives(): string {
    const texts = [this.sequence()];
    while (this.source[this.at] === "|") {
      this.at += 1;
      texts.push(this.sequence());
    }
    return this.random.pick(texts);
  }

  private sequence(): string {
    let text = "";
    while (this.at < this.source.length && !"|)".includes(this.source[this.at] ?? "")) {
      const begin = this.at;
      let piece = this.piece();
      const end = this.at;
      const count = this.count();
      const after = this.at;
      if (count === 0) piece = "";
      for (let n = 1; n < count; n++) {
        this.at = begin;
        piece += this.piece();
      }
      this.at = count > 1 ? after : Math.max(after, end);
      text += piece;
    }
    return text;
  }

  private piece(): string {
    const character = this.source[this.at++] ?? "";
    if (character === "^" || character === "$") return "";
    if (character === ".") return this.random.text(LETTERS, 1);
    if (character === "[") return this.random.text(this.characterClass(), 1);
    if (character === "\\") return this.escaped();
    if (character !== "(") return character;
    return this.group();
  }

  private group(): string {
    const special = /^\?(<?[=!]|:|<[A-Za-z]\w*>)/.exec(this.source.slice(this.at))?.[1];
    if (special !== undefined) this.at += special.length + 1;
    const text = this.alternatives();
    this.at += 1;
    // The condition of a look-around cannot be written in place, so the whole text is tested at the end.
    return special !== undefined && /[=!]$/.test(special) ? "" : text;
  }

  private escaped(): string {
    const character = this.source[this.at++] ?? "";
    if (character === "b") return "";
    if (/[pP]/.test(character)) {
      this.at = this.source.indexOf("}", this.at) + 1;
      return "a";
    }
    const alphabet = ESCAPES[character];
    return alphabet === undefined ? character : this.random.text(alphabet, 1);
  }

  private characterClass(): string {
    const inverted = this.source[this.at] === "^";
    if (inverted) this.at += 1;
    let characters = "";
    for (let first = true; this.at < this.source.length && (first || this.source[this.at] !== "]"); first = false) {
      const from = this.classMember();
      if (from.length === 1 && this.source[this.at] === "-" && this.source[this.at + 1] !== "]") {
        this.at += 1;
        const to = this.classMember();
        for (let code = from.charCodeAt(0); code <= Math.min(to.charCodeAt(0), 0x7e); code++)
          characters += String.fromCharCode(code);
      } else characters += from;
    }
    this.at += 1;
    const safe = inverted ? [...PRINTABLE].filter((character) => !characters.includes(character)).join("") : characters;
    return safe === "" ? "a" : safe;
  }

  private classMember(): string {
    const character = this.source[this.at++] ?? "";
    if (character !== "\\") return character;
    const escaped = this.source[this.at++] ?? "";
    return ESCAPES[escaped] ?? escaped;
  }

  private count(): number {
    const rest = this.source.slice(this.at);
    const quantifier = /^(?:([?*+])|\{(\d+)(,?)(\d*)\})[?+]?/.exec(rest);
    if (!quantifier) return 1;
    this.at += quantifier[0].length;
    const [, sign, low = "0", comma, high] = quantifier;
    if (sign) return this.random.between(sign === "+" ? 1 : 0, sign === "?" ? 1 : 3);
    const least = Number(low);
    return this.random.between(least, comma ? (high ? Math.min(Number(high), least + 6) : least + 3) : least);
  }
}

/** Text for a pattern; undefined if no text of a few tries matches. */
export function patternText(pattern: string, random: Random, fits: (text: string) => boolean): string | undefined {
  for (let attempt = 0; attempt < 20; attempt++) {
    const text = new Writer(pattern, random).alternatives();
    if (fits(text)) return text;
  }
  return undefined;
}
