/** Uploads a file that a tool takes as an argument. */
import { call, putContent } from "@/lib/contract/client";
import { filesApi } from "@/lib/files/contract";
import { Md5 } from "./md5";

/** How a tool takes a file. */
export type UploadedFile = { name: string; mimetype: string; s3key: string };

const PIECE_BYTES = 2 * 1024 * 1024;
const MIMETYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Read in pieces: the whole file need not fit into memory. */
async function md5Of(file: Blob): Promise<string> {
  const sum = new Md5();
  for (let at = 0; at < file.size; at += PIECE_BYTES)
    sum.update(new Uint8Array(await file.slice(at, at + PIECE_BYTES).arrayBuffer()));
  return sum.digest();
}

/** @throws ClientError when the server or the storage refuses */
export async function uploadFile(
  file: File,
  { toolkit, tool }: { toolkit: string; tool: string },
): Promise<UploadedFile> {
  const mimetype = MIMETYPE.test(file.type) ? file.type : "application/octet-stream";
  const { key, new_presigned_url: url } = await call(filesApi.requestFileUpload, {
    body: {
      toolkit_slug: toolkit,
      tool_slug: tool,
      filename: file.name || "file",
      mimetype,
      md5: await md5Of(file),
      size: file.size,
    },
  });
  await putContent(url, file, mimetype);
  return { name: file.name || "file", mimetype, s3key: key };
}
