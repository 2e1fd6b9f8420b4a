/** Streams a content into a temporary file, to know and check its size and MD5 before it is stored. */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { now } from "@/lib/kernel/time/clock";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** A content in a temporary file. */
export type Spooled = { path: string; size: number; md5: string };

const FORGOTTEN_MS = 86_400_000;

const spoolFolder = (): string => path.join(env().dataDir, "files", ".partial");

const tooLarge = (maxBytes: number): ApiError =>
  new ApiError("PayloadTooLarge", `The file is larger than ${maxBytes} bytes.`, {
    suggestedFix: "Send a smaller file, or let the operator raise PATCHBAY_FILE_MAX_MB.",
  });

/**
 * Writes the content to a temporary file in bounded memory. The caller moves it or calls `dropSpooled`.
 * @param md5 what the content's MD5 must be, in hex
 * @throws ApiError PayloadTooLarge beyond `maxBytes`, BadRequest for another MD5; then nothing is left behind
 */
export async function spool(
  body: Bytes,
  { maxBytes = env().files.maxBytes, md5 }: { maxBytes?: number; md5?: string } = {},
): Promise<Spooled> {
  await mkdir(spoolFolder(), { recursive: true, mode: 0o700 });
  const file = path.join(spoolFolder(), randomBytes(16).toString("hex"));
  const hash = createHash("md5");
  let size = 0;
  const measure = async function* (source: Bytes): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(body, measure, createWriteStream(file, { flags: "wx", mode: 0o600 }));
    const digest = hash.digest("hex");
    if (md5 !== undefined && md5 !== digest)
      throw new ApiError("BadRequest", `The content's MD5 is ${digest}, not ${md5} as the upload was announced with.`, {
        suggestedFix: "Request an upload URL with the content's own MD5.",
      });
    return { path: file, size, md5: digest };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

/** Reads a spooled content; may be called again. */
export const readSpooled = ({ path: file }: Spooled): AsyncIterable<Uint8Array> => createReadStream(file);

/** Deletes a temporary file that was not stored. */
export const dropSpooled = ({ path: file }: Spooled): Promise<void> => rm(file, { force: true });

/** Deletes temporary files that a killed process has left. */
export async function sweepSpool(): Promise<void> {
  const names = await readdir(spoolFolder()).catch(() => []);
  for (const name of names) {
    const file = path.join(spoolFolder(), name);
    const facts = await stat(file).catch(() => undefined);
    if (facts && now().getTime() - facts.mtimeMs > FORGOTTEN_MS) await rm(file, { force: true });
  }
}
