/** Uploads a file that a tool takes as an argument. */
import { call, putContent } from "@/lib/contract/client";
import { filesApi } from "@/generated/addresses/files";
import { md5Of } from "./md5";

/** How a tool takes a file. */
export type UploadedFile = { name: string; mimetype: string; s3key: string };

const MIMETYPE = /^[\w.+-]+\/[\w.+-]+$/;

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
