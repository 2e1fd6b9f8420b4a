/** Writes email messages: RFC 5322 headers, RFC 2047 words for what is not ASCII, RFC 2045 base64 bodies. */
import { randomBytes } from "node:crypto";
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";

export type Attachment = {
  name: string;
  mimetype: string;
  bytes: Uint8Array;
  /** The id by which an HTML text shows it (RFC 2392), without angle brackets. */
  contentId?: string;
};

export type Mail = {
  to: string[];
  cc: string[];
  bcc: string[];
  subject: string;
  body: string;
  isHtml: boolean;
  attachments?: Attachment[];
  /** Message-ID of the answered message. */
  inReplyTo?: string;
  /** Message-IDs of the conversation, oldest first. */
  references?: string[];
};

/** A value that a message cannot contain; the text names it and the reason. */
export class MailError extends Error {}

const LINE = "\r\n";
/** RFC 2045, 6.8. */
const BASE64_LINE = 76;
/** Bytes of text in an encoded word that fits a line of 76 characters behind the name of its header. */
const WORD_BYTES = 39;
/** Longer lines than 998 characters are forbidden (RFC 5322, 2.1.1); long text is folded as encoded words. */
const MAX_PLAIN = 200;

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

/** Base64 in lines. */
const base64Lines = (bytes: Uint8Array): string =>
  (
    Buffer.from(bytes)
      .toString("base64")
      .match(new RegExp(`.{1,${BASE64_LINE}}`, "g")) ?? []
  ).join(LINE);

/** Of a subject, a name or an id; no mail program shows a tenth of it. */
const MAX_VALUE_LENGTH = 10_000;

/** A line break in a value would begin a header of its own. */
function oneLine(what: string, value: string): string {
  if (value.length > MAX_VALUE_LENGTH)
    throw new MailError(`The ${what} has ${value.length} characters; at most ${MAX_VALUE_LENGTH} are possible.`);
  if (/[\r\n\0]/.test(value)) throw new MailError(`The ${what} must not hold line breaks.`);
  return value;
}

/**
 * Text of a header: unchanged if it is short, ASCII and not similar to an encoded word, otherwise as encoded words that
 * never split a character (RFC 2047, 5).
 */
export function encodeWords(text: string): string {
  if (isAscii(text) && text.length <= MAX_PLAIN && !text.includes("=?")) return text;
  const chunks: string[] = [];
  let chunk = "";
  for (const character of text) {
    if (Buffer.byteLength(chunk + character) > WORD_BYTES) {
      chunks.push(chunk);
      chunk = "";
    }
    chunk += character;
  }
  return [...chunks, chunk].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join(`${LINE} `);
}

const ADDRESS = /^[^\s<>@,;:"()[\]\\]+@[^\s<>@,;:"()[\]\\]+$/;

/** 254 of an address (RFC 5321, 4.5.3.1), and a long name before it. */
const MAX_ADDRESS_LENGTH = 1000;

/**
 * `ada@example.com` or `Ada Lovelace <ada@example.com>`; names are quoted or encoded if necessary, domains are written
 * in ASCII.
 */
export function formatAddress(text: string): string {
  const value = oneLine("address", text).trim();
  if (value.length > MAX_ADDRESS_LENGTH)
    throw new MailError(`An address has ${value.length} characters; at most ${MAX_ADDRESS_LENGTH} are possible.`);
  const named = /^(.*?)\s*<([^<>]+)>$/.exec(value);
  const address = toAsciiAddress((named?.[2] ?? value).trim());
  if (!ADDRESS.test(address) || !isAscii(address))
    throw new MailError(`${JSON.stringify(value)} is not an email address.`);
  const name = named?.[1]?.trim().replace(/^"(.*)"$/, "$1");
  if (!name) return address;
  return isAscii(name) ? `"${name.replace(/["\\]/g, "\\$&")}" <${address}>` : `${encodeWords(name)} <${address}>`;
}

const addressHeader = (name: string, addresses: string[]): string[] =>
  addresses.length === 0 ? [] : [`${name}: ${addresses.map(formatAddress).join(`,${LINE} `)}`];

function textPart(mail: Mail): string[] {
  const text = mail.body.replace(/\r\n|\r|\n/g, LINE);
  return [
    `Content-Type: text/${mail.isHtml ? "html" : "plain"}; charset="UTF-8"`,
    "Content-Transfer-Encoding: base64",
    "",
    base64Lines(Buffer.from(text)),
  ];
}

/** RFC 2231 for the name's own characters, and an ASCII stand-in for old readers. */
function attachmentPart({ name, mimetype, bytes, contentId }: Attachment): string[] {
  const safe = oneLine("attachment's name", name);
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(mimetype) ? mimetype : "application/octet-stream";
  const plain = safe.replace(/[^\x20-\x7e]/g, "_").replace(/["\\]/g, "_");
  const encoded = encodeURIComponent(safe).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return [
    `Content-Type: ${type}`,
    "Content-Transfer-Encoding: base64",
    ...(contentId ? [`Content-ID: <${oneLine("content id", contentId)}>`] : []),
    `Content-Disposition: ${contentId ? "inline" : "attachment"}; filename="${plain}";${LINE} filename*=UTF-8''${encoded}`,
    "",
    base64Lines(bytes),
  ];
}

function multipart(type: "mixed" | "related", parts: string[][]): string[] {
  const boundary = `=_${randomBytes(18).toString("hex")}`;
  return [
    `Content-Type: multipart/${type}; boundary="${boundary}"`,
    "",
    ...parts.flatMap((part) => [`--${boundary}`, ...part]),
    `--${boundary}--`,
  ];
}

/** The text, together with the pictures that it shows, and next to it the attached files. */
function bodyPart(mail: Mail): string[] {
  const attachments = mail.attachments ?? [];
  const pictures = mail.isHtml ? attachments.filter(({ contentId }) => contentId) : [];
  const attached = attachments.filter((attachment) => !pictures.includes(attachment));
  const text =
    pictures.length > 0 ? multipart("related", [textPart(mail), ...pictures.map(attachmentPart)]) : textPart(mail);
  return attached.length > 0 ? multipart("mixed", [text, ...attached.map(attachmentPart)]) : text;
}

/**
 * The whole message as ASCII text. The sender's address and the date are Gmail's to add.
 * @throws MailError for a line break in a header value or an impossible address
 */
export function writeMail(mail: Mail): string {
  const headers = [
    ...addressHeader("To", mail.to),
    ...addressHeader("Cc", mail.cc),
    ...addressHeader("Bcc", mail.bcc),
    `Subject: ${encodeWords(oneLine("subject", mail.subject))}`,
    ...(mail.inReplyTo ? [`In-Reply-To: ${oneLine("message id", mail.inReplyTo)}`] : []),
    ...(mail.references?.length
      ? [`References: ${mail.references.map((id) => oneLine("message id", id)).join(`${LINE} `)}`]
      : []),
    "MIME-Version: 1.0",
  ];
  return [...headers, ...bodyPart(mail), ""].join(LINE);
}
