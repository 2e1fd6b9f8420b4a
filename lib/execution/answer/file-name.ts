/** The name of a file that a provider answers with. Pure. */
import type { AnswerHead } from "@/lib/kernel/outbound/outbound-request";
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { cutText } from "@/lib/kernel/text/storable";
import { typeOf } from "./tool-response";

const EXTENSION: Record<string, string> = {
  "application/pdf": "pdf",
  "application/json": "json",
  "application/zip": "zip",
  "text/csv": "csv",
  "text/plain": "txt",
  "text/html": "html",
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
};

/** Enough for a name of 255 bytes twice: percent-encoded and in quotes. */
const MAX_DISPOSITION_LENGTH = 2000;
/**
 * `UTF-8'en'r%C3%A9sum%C3%A9.pdf`: a charset, a language, and the name in percent-encoded bytes (RFC 8187 section 3.2).
 */
const EXTENDED = /filename\*\s*=\s*"?([\w.:-]{1,40})'[^'";]{0,40}'([^;"\s]+)/i;
/** `=?UTF-8?B?...?=`: how mail writes names, and some web servers too (RFC 2047 section 2). */
const ENCODED_WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{1,20})?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?))?/gi;

/** Percent-encoded text as its bytes; other characters stand for themselves. */
function bytesOf(text: string, sign: "%" | "="): Buffer {
  const parts = text.split(sign === "%" ? /(%[0-9a-f]{2})/i : /(=[0-9a-f]{2})/i);
  return Buffer.concat(
    parts.map((part, index) => (index % 2 === 1 ? Buffer.from(part.slice(1), "hex") : Buffer.from(part, "utf8"))),
  );
}

const inCharset = (bytes: Buffer, charset: string): string => decodeAnyText(bytes, `text/plain; charset=${charset}`);

const withoutEncodedWords = (name: string): string =>
  name.replace(ENCODED_WORD, (_, charset: string, way: string, text: string) =>
    inCharset(
      way.toLowerCase() === "b" ? Buffer.from(text, "base64") : bytesOf(text.replaceAll("_", " "), "="),
      charset,
    ),
  );

/** The name that the header gives (RFC 6266 section 4.3): the extended form counts before the plain one. */
function namedBy(header: string): string | undefined {
  const disposition = cutText(header, MAX_DISPOSITION_LENGTH);
  const [, charset, encoded] = EXTENDED.exec(disposition) ?? [];
  if (charset && encoded) return inCharset(bytesOf(encoded, "%"), charset);
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const name = plain?.[1]?.replace(/\\(.)/g, "$1") ?? plain?.[2];
  return name && withoutEncodedWords(name);
}

function decodedPath(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The file name from Content-Disposition, or else the last part of the URL. */
export function toFileName({ headers, url }: Pick<AnswerHead, "headers" | "url">): string {
  const whole =
    namedBy(headers["content-disposition"] ?? "") ?? decodedPath(new URL(url).pathname.split("/").at(-1) ?? "") ?? "";
  const name = [...(whole.split(/[/\\]/).at(-1) ?? "").replace(/\p{Cc}/gu, "")].slice(-200).join("").trim();
  const type = typeOf(headers);
  const extension =
    (Object.hasOwn(EXTENSION, type) ? EXTENSION[type] : undefined) ??
    /^(?:image|audio|video)\/([a-z0-9]{2,5})$/.exec(type)?.[1];
  return /\.\w{1,8}$/.test(name) || !extension ? name || "file" : `${name || "file"}.${extension}`;
}
