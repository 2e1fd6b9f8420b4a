/** Texts of descriptions as plain words: they were written for web pages. */
import { removeFiller } from "./remove-filler";
import { removeMarkup } from "./remove-markup";
import { shortenText } from "./shorten-text";

const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  hellip: "…",
  middot: "·",
  copy: "©",
  reg: "®",
  trade: "™",
  euro: "€",
  pound: "£",
  deg: "°",
  times: "×",
  rarr: "→",
  larr: "←",
  le: "≤",
  ge: "≥",
  ne: "≠",
};
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;
const MAX_CODE = 0x10_ff_ff;

/** Replaces HTML entities by their characters; unknown names stay unchanged. */
export function withoutEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
    return code > 31 && code <= MAX_CODE && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : "";
  });
}

/** Plain texts by their source: many schemas have the same text, and it is read again for each length. */
const plainTexts = new Map<string, string>();
const MAX_PLAIN_TEXTS = 10_000;

/** Words behind which a sentence goes on. */
const OPEN_END = /(?:,|\b(?:a|an|the|of|and|or|to|in|on|at|for|from|with|by|that|which|your|is|are|be|as))$/i;
/** A line that could be an entry of a list: a word alone, or a name with its meaning. */
const ENTRY = /^[^\s.!?]*$|^[\w.`"'-]{1,40}\s?[:=–]/;

/** Whether a line of a page that breaks its lines at some width goes on in the next one. */
function goesOn(line: string, next: string): boolean {
  if (!next || next.startsWith("- ") || ENTRY.test(next)) return false;
  return OPEN_END.test(line) || (/^[a-z]/.test(next) && /[\w`,)"']$/.test(line) && !ENTRY.test(line));
}

/** Sentences whose lines were broken for the width of a page, on one line. */
function joinLines(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => (index === 0 ? line : `${goesOn(lines[index - 1] ?? "", line) ? " " : "\n"}${line}`))
    .join("");
}

function toPlainText(source: string): string {
  const cached = plainTexts.get(source);
  if (cached !== undefined) return cached;
  const text = joinLines(
    removeFiller(withoutEntities(removeMarkup(source)))
      .replace(/[ \t\u00A0]+/g, " ")
      .replace(/\s*\n\s*/g, "\n")
      .trim(),
  );
  if (plainTexts.size >= MAX_PLAIN_TEXTS) plainTexts.clear();
  plainTexts.set(source, text);
  return text;
}

/** Only the beginning of a longer text is read: the rest would be cut in any case. */
const readable = (text: string, max: number): string => text.slice(0, 6 * max + 4000);

/**
 * Plain text of at most `max` characters: no HTML, no Markdown, nothing that only a web page needs. Undefined if
 * nothing is left.
 */
export function schemaText(value: unknown, max: number): string | undefined {
  if (typeof value !== "string" || max === 0) return undefined;
  const text = toPlainText(readable(value, max));
  if (text === "") return undefined;
  return text.length <= max ? text : shortenText(text, max);
}

type Described = Readonly<Record<string, unknown>>;

const SENTENCE_WORDS = 5;

/**
 * Whether a default is a sentence about the value and not a value. Some descriptions contain their own text there; a
 * provider would refuse it or misunderstand it.
 */
export function isSentence({ default: defaultValue, description, enum: values }: Described): boolean {
  if (typeof defaultValue !== "string" || (Array.isArray(values) && values.includes(defaultValue))) return false;
  const text = defaultValue.trim();
  if (text !== "" && typeof description === "string" && text.length > 20 && text === description.trim()) return true;
  return text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length >= SENTENCE_WORDS;
}
