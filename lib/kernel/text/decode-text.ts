/**
 * Turns bytes that others wrote into text, in the encoding of a mark, a charset, a declaration or the bytes themselves.
 * No byte is replaced by U+FFFD. Pure; time and memory grow with the bytes alone.
 */
import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";

/** Byte order marks. Those of UTF-32 come first, because one of them begins like one of UTF-16. */
const MARKS = [
  { bytes: [0xff, 0xfe, 0, 0], label: "utf-32le" },
  { bytes: [0, 0, 0xfe, 0xff], label: "utf-32be" },
  { bytes: [0xef, 0xbb, 0xbf], label: "utf-8" },
  { bytes: [0xff, 0xfe], label: "utf-16le" },
  { bytes: [0xfe, 0xff], label: "utf-16be" },
] as const;

/** How much of a text is searched for a declaration: HTML looks at 1024 bytes, and XML declares first of all. */
const DECLARED_WITHIN = 2048;
const XML = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/i;
const META = /<meta\s[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i;
const CSS = /^@charset "([\w.:-]{1,40})"/i;

/** Control characters that no text has: those of ASCII but for tabs and ends of lines and pages. */
const CONTROL = /[^\P{Cc}\t\n\v\f\r\u007f-\u009f]/u;

/**
 * The characters of windows-1252 at 0x80 to 0x9f. Its five free places are control characters, as browsers read them.
 */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** The length of the UTF-8 sequence that begins at `index`; 0 if none does (RFC 3629 section 4). */
function sequenceLength(bytes: Uint8Array, index: number): number {
  const first = bytes[index] ?? 0;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[index + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < least || second > most) return 0;
  for (let next = index + 2; next < index + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/**
 * Reads bytes as windows-1252, which also stands for Latin-1 and ASCII (WHATWG Encoding).
 * @param mixed whether what is a sequence of UTF-8 counts as one: text in windows-1252 hardly ever holds such a
 *   sequence, and a text in UTF-8 with one bad byte keeps all others
 */
function decodeBytes(bytes: Uint8Array, mixed: boolean): string {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; ) {
    const first = bytes[index] ?? 0;
    const length = mixed && first >= 0x80 ? sequenceLength(bytes, index) : 0;
    if (length === 0) {
      units[count++] = first < 0x80 || first >= 0xa0 ? first : WINDOWS_1252.charCodeAt(first - 0x80);
      index++;
      continue;
    }
    let point = first & (0x7f >> length);
    for (let next = index + 1; next < index + length; next++) point = (point << 6) | ((bytes[next] ?? 0) & 0x3f);
    if (point > 0xffff) {
      units[count++] = 0xd7c0 + (point >> 10);
      units[count++] = 0xdc00 + (point & 0x3ff);
    } else units[count++] = point;
    index += length;
  }
  return Buffer.from(units.buffer, 0, count * 2).toString("utf16le");
}

/** The text in the encoding of a label; null for an unknown label, and for bytes that are wrong in it. */
function decodeAs(bytes: Buffer, label: string): string | null {
  if (/^utf-?8$/.test(label)) return isUtf8(bytes) ? bytes.toString("utf8") : null;
  // Node drops half a character at the end.
  if (/^utf-?16/.test(label) && bytes.length % 2 === 1) return null;
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    // Node reads windows-1252 as Latin-1, which differs from 0x80 to 0x9f.
    return decoder.encoding === "windows-1252" ? decodeBytes(bytes, false) : decoder.decode(bytes);
  } catch {
    // Encodings that browsers do not know: UTF-32, UTF-7, code pages of DOS and of mainframes.
    if (!iconv.encodingExists(label)) return null;
    const text = iconv.decode(bytes, label, { stripBOM: true });
    return text.includes("\ufffd") ? null : text;
  }
}

/** The charset of a Content-Type header, in lower case; undefined if it names none. */
const namedCharset = (contentType: string): string | undefined =>
  /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(contentType)?.[1]?.toLowerCase();

/** The encoding that a text declares for itself. UTF-16 cannot be true, as the declaration was read byte by byte. */
function declaredCharset(bytes: Buffer): string | undefined {
  const start = bytes.toString("latin1", 0, DECLARED_WITHIN);
  const label = (XML.exec(start) ?? CSS.exec(start) ?? META.exec(start))?.[1]?.toLowerCase();
  return label && /^(utf-?(16|32)|ucs|iso-10646)/.test(label) ? "utf-8" : label;
}

/**
 * UTF-16 or UTF-32 without a mark: the first character is of ASCII, so that its other bytes are zero (RFC 4627 section
 * 3).
 */
function wideLabel(bytes: Buffer): string | undefined {
  const zeros = [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? "0" : "x")).join("");
  if (zeros === "000x") return "utf-32be";
  if (zeros === "x000") return "utf-32le";
  if (/^0x(0x|x.|00)?$/.test(zeros)) return "utf-16be";
  return /^x0(x0|xx|0x)?$/.test(zeros) ? "utf-16le" : undefined;
}

function decodeMarked(bytes: Buffer): string | null {
  const mark = MARKS.find((candidate) => candidate.bytes.every((byte, index) => bytes[index] === byte));
  return mark ? decodeAs(bytes.subarray(mark.bytes.length), mark.label) : null;
}

/** Whether a mark can be at the start: checked before everything else, because almost no text has a mark. */
const mayBeMarked = (first: number): boolean => first === 0xef || first >= 0xfe || first === 0;

/** Whether a text can declare its encoding: it begins with a tag, a rule of CSS, or a blank. */
const mayDeclare = (first: number): boolean => first === 0x3c || first === 0x40 || first <= 0x20;

/**
 * The text of a body, without its byte order mark. The mark counts first, then the charset of the header, then the
 * declaration inside the text, then the look of the bytes.
 * @param contentType the header, with its charset
 * @param isText whether the type is a text type: only then are bytes read that are no UTF-8 and show no encoding
 * @returns null for bytes that are no text
 */
export function decodeText(bytes: Buffer, contentType: string, isText = true): string | null {
  const first = bytes[0] ?? 0x20;
  if (mayBeMarked(first)) {
    const marked = decodeMarked(bytes);
    if (marked !== null && (isText || !CONTROL.test(marked))) return marked;
  }
  const named = namedCharset(contentType);
  const isWide = first === 0 || bytes[1] === 0;
  const label = isWide
    ? (wideLabel(bytes) ?? named)
    : (named ?? (mayDeclare(first) ? declaredCharset(bytes) : undefined));
  const labeled = label === undefined ? null : decodeAs(bytes, label);
  if (labeled !== null && !(isWide && CONTROL.test(labeled))) return labeled;
  if (isUtf8(bytes)) return isText || !bytes.subarray(0, 512).includes(0) ? bytes.toString("utf8") : null;
  if (!isText) return null;
  const text = decodeBytes(bytes, true);
  return CONTROL.test(text) ? null : text;
}

/**
 * As `decodeText`, for a reader that has no use for bytes: those that are no text are read byte by byte.
 * @param contentType the header, with its charset
 */
export const decodeAnyText = (bytes: Buffer, contentType = ""): string =>
  decodeText(bytes, contentType) ?? decodeBytes(bytes, true);

/** The text of an answer, for readers that know that it is one: of tokens, descriptions, feeds. */
export const bodyText = ({ headers, body }: { headers: Readonly<Record<string, string>>; body: Buffer }): string =>
  decodeAnyText(body, headers["content-type"]);
