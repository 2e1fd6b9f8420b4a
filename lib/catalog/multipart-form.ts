/** A form with files (RFC 7578) for handlers that send one. Pure, except for its random boundary. */
import { randomBytes } from "node:crypto";
import type { HandlerFile } from "./tool-handler";

/** A field of a form: its name, and a text or a file. Fields without a value are left out. */
export type FormField = readonly [name: string, value: string | number | boolean | HandlerFile | undefined];

/** Signs that would end a quoted name or its line. */
const quoted = (text: string): string =>
  `"${text.replace(/["\r\n]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`)}"`;

function partOf(name: string, value: string | number | boolean | HandlerFile): (string | Uint8Array)[] {
  const head = `content-disposition: form-data; name=${quoted(name)}`;
  if (typeof value !== "object") return [`${head}\r\n\r\n${String(value)}\r\n`];
  const type = value.mimetype.replace(/[\r\n]/g, "") || "application/octet-stream";
  return [`${head}; filename=${quoted(value.name)}\r\ncontent-type: ${type}\r\n\r\n`, value.bytes, "\r\n"];
}

/** The header and the body of a request that sends these fields. */
export function multipartForm(fields: readonly FormField[]): { headers: Record<string, string>; rawBody: Uint8Array } {
  const boundary = `form-${randomBytes(18).toString("hex")}`;
  const parts = fields.flatMap(([name, value]) =>
    value === undefined ? [] : [`--${boundary}\r\n`, ...partOf(name, value)],
  );
  const chunks = [...parts, `--${boundary}--\r\n`].map((part) => (typeof part === "string" ? Buffer.from(part) : part));
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    rawBody: Buffer.concat(chunks),
  };
}
