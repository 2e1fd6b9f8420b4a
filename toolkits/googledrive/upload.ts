/** Files with content, sent to Drive in one request with their metadata. */
import { randomBytes } from "node:crypto";
import type { HandlerCall } from "@/lib/catalog/tool-handler";

export const UPLOAD = "https://www.googleapis.com/upload/drive/v3/files";

export type Metadata = { name: string; mimeType?: string; parents?: string[] };

export const inFolder = (parent: string | undefined): { parents?: string[] } => (parent ? { parents: [parent] } : {});

/** Creates a file (https://developers.google.com/drive/api/guides/manage-uploads#multipart). */
export async function createWithContent(
  metadata: Metadata,
  type: string,
  content: Uint8Array,
  call: HandlerCall,
): Promise<Record<string, unknown>> {
  const boundary = `=_${randomBytes(18).toString("hex")}`;
  const head =
    `--${boundary}\r\ncontent-type: application/json; ` +
    `charset=UTF-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\ncontent-type: ` +
    `${type.replace(/[\r\n]/g, "")}\r\n\r\n`;
  const rawBody = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--`)]);
  const answer = await call({
    method: "POST",
    path: UPLOAD,
    query: { uploadType: "multipart", supportsAllDrives: true, fields: "*" },
    headers: { "content-type": `multipart/related; boundary="${boundary}"` },
    rawBody,
  });
  return answer.data as Record<string, unknown>;
}
