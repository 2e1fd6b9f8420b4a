/** Texts in base64 within an answer, which a model cannot read. Pure. */
import { isUtf8 } from "node:buffer";

/** Shorter texts stay where they are: they can be keys, and a reference takes as much. */
const LEAST = 1000;
/** Base64 of both alphabets, in lines or not. Linear: line breaks at the end belong to one part of it alone. */
const BASE64 = /^[A-Za-z0-9+/_\-\r\n]+(?:={1,2}[\r\n]*)?$/;
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.=+-]+)*;base64,/;

/** The first bytes of common kinds of files. */
const KINDS: readonly (readonly [string, string, string])[] = [
  ["255044462d", "application/pdf", "pdf"],
  ["89504e470d0a1a0a", "image/png", "png"],
  ["ffd8ff", "image/jpeg", "jpg"],
  ["47494638", "image/gif", "gif"],
  ["504b0304", "application/zip", "zip"],
  ["1f8b", "application/gzip", "gz"],
  ["3c21444f43545950452068746d6c", "text/html", "html"],
];

/** A long text in base64, which waits to become a file. */
export class Blob {
  constructor(
    readonly text: string,
    private readonly from: number,
    private readonly type: string | undefined,
  ) {}

  /** Its content, with what it is. */
  open(): { bytes: Buffer; mimetype: string; extension: string } {
    const bytes = Buffer.from(this.text.slice(this.from), "base64");
    const head = bytes.subarray(0, 16).toString("hex");
    const kind = KINDS.find(([magic]) => head.startsWith(magic));
    const isText = !kind && isUtf8(bytes) && !bytes.includes(0);
    const mimetype = this.type ?? kind?.[1] ?? (isText ? "text/plain" : "application/octet-stream");
    return { bytes, mimetype, extension: kind?.[2] ?? (isText ? "txt" : "bin") };
  }
}

/** The blob that a text is; undefined for other texts. */
export function toBlob(text: string): Blob | undefined {
  if (text.length < LEAST) return undefined;
  const prefix = DATA_URL.exec(text.slice(0, 300));
  const from = prefix?.[0].length ?? 0;
  return BASE64.test(from === 0 ? text : text.slice(from)) ? new Blob(text, from, prefix?.[1]) : undefined;
}
