/**
 * Moves files with an unmodified official SDK: uploads a file explicitly, passes a file to a tool, takes a file from an
 * answer.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

type Execute = (
  slug: string,
  body: { userId: string; arguments: Record<string, unknown>; dangerouslySkipVersionCheck: boolean },
) => Promise<{ data: Record<string, unknown>; error: string | null; successful: boolean }>;

/** The common interface of both generations of the SDK. */
export type FileSdk = {
  files: {
    upload: (input: {
      file: string;
      toolSlug: string;
      toolkitSlug: string;
    }) => Promise<{ name: string; mimetype: string; s3key: string }>;
  };
  tools: { execute: Execute };
};

export type Driven = {
  uploaded: { s3key: string; mimetype: string };
  sent: { successful: boolean; error: string | null };
  sentMd5: string;
  downloaded: { file_downloaded?: boolean; mimeType?: string };
  downloadedMd5: string;
};

const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");

/** @param folder the SDK can read files from it and write into it */
export async function driveFiles(sdk: FileSdk, folder: string): Promise<Driven> {
  const content = Buffer.from(`a report for ${folder}`.repeat(1000));
  const file = path.join(folder, "report.txt");
  writeFileSync(file, content);
  const uploaded = await sdk.files.upload({ file, toolSlug: "LOOPBACK_SEND", toolkitSlug: "loopback" });
  const call = (slug: string, args: Record<string, unknown>) =>
    sdk.tools.execute(slug, { userId: "ada", arguments: args, dangerouslySkipVersionCheck: true });
  const { successful, error } = await call("LOOPBACK_SEND", { attachment: file, title: "with a file" });
  const answer = await call("LOOPBACK_DOWNLOAD", {});
  const { uri = "", ...downloaded } = answer.data.response_data as {
    uri?: string;
    file_downloaded?: boolean;
    mimeType?: string;
  };
  return {
    uploaded,
    sent: { successful, error },
    sentMd5: md5(content),
    downloaded,
    downloadedMd5: uri ? md5(readFileSync(uri)) : `nothing was downloaded: ${JSON.stringify(answer)}`,
  };
}
