/**
 * Moves files with an unmodified official SDK in a process of its own; prints what it saw as JSON. Arguments: see
 * `FileDrive`.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Composio as LatestComposio } from "@composio/core";
import { Composio as LegacyComposio } from "composio-core-legacy";

export type FileDrive = {
  generation: "core 0.19.0" | "core 0.5.4";
  url: string;
  apiKey: string;
  userId: string;
  /** The folder from which files are taken, and into which the SDK writes. */
  folder: string;
  /** The socket file behind which the product answers, where `url` is an address of this process's network alone. */
  socket?: string;
};

export type StoredFile = { name: string; mimetype: string; s3key: string };
export type FileReport = {
  sentMd5: string;
  uploaded: StoredFile;
  executed: { successful: boolean; error: string | null };
  automatic: { downloaded: boolean; md5: string };
  byHand: { md5: string; mimeType: string };
};

type Answer = { successful: boolean; error: string | null; data: Record<string, unknown> };
type Sdk = {
  files: {
    upload: (input: object) => Promise<StoredFile>;
    download: (input: object) => Promise<{ filePath: string; mimeType: string }>;
  };
  tools: { execute: (slug: string, body: object) => Promise<Answer> };
  getClient: () => { tools: { execute: (slug: string, body: object) => Promise<Answer> } };
};

const md5 = (bytes: Buffer): string => createHash("md5").update(bytes).digest("hex");

function connectSdk({ generation, url, apiKey, folder }: FileDrive): Sdk {
  const options = { apiKey, baseURL: url, allowTracking: false, disableVersionCheck: true };
  if (generation === "core 0.5.4") return new LegacyComposio(options) as unknown as Sdk;
  return new LatestComposio({
    ...options,
    dangerouslyAllowAutoUploadDownloadFiles: true,
    fileUploadDirs: [folder],
    fileDownloadDir: folder,
  }) as unknown as Sdk;
}

async function driveFiles(drive: FileDrive): Promise<FileReport> {
  const sdk = connectSdk(drive);
  const content = Buffer.from(`what ${drive.generation} gives a tool`.repeat(1000));
  const file = path.join(drive.folder, "batch.jsonl");
  writeFileSync(file, content);
  const uploaded = await sdk.files.upload({ file, toolSlug: "OPENAI_UPLOAD_FILE", toolkitSlug: "openai" });
  const call = (slug: string, args: object) =>
    sdk.tools.execute(slug, { userId: drive.userId, arguments: args, dangerouslySkipVersionCheck: true });
  const { successful, error } = await call("OPENAI_UPLOAD_FILE", { file, purpose: "batch" });
  const fetched = await call("OPENAI_DOWNLOAD_FILE", { file_id: "file-1" });
  const output = fetched.data.response_data as { uri?: string; file_downloaded?: boolean };
  // What the SDK makes of an answer is a path; the address itself comes from the client below it.
  const plain = await sdk
    .getClient()
    .tools.execute("OPENAI_DOWNLOAD_FILE", { user_id: drive.userId, arguments: { file_id: "file-1" } });
  const { s3url: s3Url, mimetype: mimeType } = plain.data.response_data as { s3url: string; mimetype: string };
  const byHand = await sdk.files.download({ s3Url, toolSlug: "OPENAI_DOWNLOAD_FILE", mimeType });
  return {
    sentMd5: md5(content),
    uploaded,
    executed: { successful, error },
    automatic: {
      downloaded: output.file_downloaded === true,
      md5: output.uri ? md5(readFileSync(output.uri)) : JSON.stringify(fetched),
    },
    byHand: { md5: md5(readFileSync(byHand.filePath)), mimeType: byHand.mimeType },
  };
}

/** Makes the product behind the socket file answer at the address and port of `url`. */
async function relay(url: string, socket: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const product = connect(socket);
    client.pipe(product).pipe(client);
    client.on("error", () => product.destroy());
    product.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(Number(port), hostname, resolve);
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const drive = JSON.parse(process.argv[2] ?? "{}") as FileDrive;
  if (drive.socket) await relay(drive.url, drive.socket);
  process.stdout.write(`\n${JSON.stringify(await driveFiles(drive))}\n`, () => process.exit(0));
}
