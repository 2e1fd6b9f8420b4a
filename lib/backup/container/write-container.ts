/** The outer form of a backup: compressed, and encrypted unless the operator refuses it. */
import { createGzip, createGunzip } from "node:zlib";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { BackupProblem } from "../backup-problem";
import { ByteQueue } from "../byte-queue";
import { createHeader, MAGIC, MAX_HEADER_BYTES, openHeader, type BackupKey } from "./create-header";
import { openChunks, sealChunks } from "./seal-chunks";

type Bytes = AsyncIterable<Uint8Array>;

const GZIP = Buffer.from([0x1f, 0x8b]);

/**
 * Compresses and encrypts. A plain backup is an ordinary `.tar.gz`.
 * @param key undefined for a plain backup
 * @param write receives the bytes in order, and waits for a slow place
 */
export async function writeContainer(
  tar: Bytes,
  key: BackupKey | undefined,
  write: (bytes: Bytes) => Promise<void>,
): Promise<void> {
  const header = key ? await createHeader(key) : undefined;
  const gzip = createGzip({ level: 5 });
  const sealing = async function* (): AsyncGenerator<Uint8Array> {
    if (!header) return yield* gzip as Bytes;
    yield header.line;
    yield* sealChunks(gzip, header.fileKey);
  };
  const writing = write(sealing()).catch((error: Error) => {
    gzip.destroy(error);
    throw error;
  });
  const feeding = pipeline(Readable.from(tar, { objectMode: false }), gzip);
  // Both have ended before the caller goes on: nothing of a backup that failed is still being written.
  for (const result of await Promise.allSettled([writing, feeding]))
    if (result.status === "rejected") throw result.reason;
}

/** Reads until the kind of the file and its first line are known. */
async function readHead(source: AsyncIterator<Uint8Array>): Promise<{ line: string | undefined; queue: ByteQueue }> {
  const queue = new ByteQueue();
  for (;;) {
    const head = queue.take(MAX_HEADER_BYTES);
    const rest = queue.take(Infinity);
    for (const bytes of [head, rest]) queue.push(bytes);
    if (head.subarray(0, GZIP.length).equals(GZIP)) return { line: undefined, queue };
    const end = head.indexOf("\n");
    if (end >= 0 && head.subarray(0, MAGIC.length).equals(Buffer.from(MAGIC)))
      return { line: queue.take(end + 1).toString("utf8"), queue };
    const next = head.length < MAX_HEADER_BYTES ? await source.next() : undefined;
    if (!next || next.done)
      throw new BackupProblem("This is not a backup of Patchbay, or its beginning is missing: check the name.");
    queue.push(next.value);
  }
}

async function* decrypt(source: Bytes, key: BackupKey | undefined): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  const { line, queue } = await readHead(iterator);
  const body = async function* (): AsyncGenerator<Buffer> {
    yield queue.take(Infinity);
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield Buffer.from(next.value);
  };
  try {
    if (line === undefined) yield* body();
    else yield* openChunks(body(), await openHeader(line, key));
  } finally {
    await iterator.return?.();
  }
}

const toProblem = (error: NodeJS.ErrnoException): Error => {
  if (error.code === "Z_BUF_ERROR")
    return new BackupProblem("The backup is cut off: its end is missing. Use another copy of it, or another backup.");
  return error.code?.startsWith("Z_")
    ? new BackupProblem("The backup is damaged: it cannot be unpacked. Use another copy of it, or another backup.")
    : error;
};

/**
 * Decrypts and unpacks into a stream.
 * @param target receives the tar
 * @throws BackupProblem for a file that is no backup, is damaged or cut off, and for the wrong passphrase or key
 */
export async function readContainer(
  source: Bytes,
  key: BackupKey | undefined,
  target: NodeJS.WritableStream,
): Promise<void> {
  await pipeline(Readable.from(decrypt(source, key), { objectMode: false }), createGunzip(), target).catch(
    (error: NodeJS.ErrnoException) => {
      throw toProblem(error);
    },
  );
}

/** Whether a backup is encrypted with a passphrase. @throws BackupProblem for a file that is no backup */
export async function needsPassphrase(source: Bytes): Promise<boolean> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    const { line } = await readHead(iterator);
    return line?.includes('"key":"passphrase"') ?? false;
  } finally {
    await iterator.return?.();
  }
}
