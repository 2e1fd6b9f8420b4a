/**
 * Encrypts a stream in chunks. Each chunk is authenticated with its place and with whether it is the last: a chunk that
 * is changed, moved, repeated or left out does not open, and neither does a stream that was cut off.
 */
import { createCipheriv, createDecipheriv } from "node:crypto";
import { BackupProblem } from "../backup-problem";
import { ByteQueue } from "../byte-queue";

type Bytes = AsyncIterable<Uint8Array>;

const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES;

/**
 * 96 bits: a counter of 88 bits, and a byte that is 1 for the last chunk. Unique, because each file has its own key.
 */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, index: number, isLast: boolean, chunk: Buffer): Buffer {
  const cipher = createCipheriv("aes-256-gcm", key, nonceOf(index, isLast));
  return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
}

/** The chunk; undefined if it is not the chunk of this place. */
function openChunk(key: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer | undefined {
  if (sealed.length < TAG_BYTES) return undefined;
  const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(index, isLast));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Encrypts with a key that is used for this stream alone. Holds one chunk of 64 KB. */
export async function* sealChunks(source: Bytes, key: Buffer): AsyncGenerator<Buffer> {
  const queue = new ByteQueue();
  let index = 0;
  for await (const bytes of source) {
    queue.push(bytes);
    // A full chunk waits for the next byte, because it can be the last.
    while (queue.size > CHUNK_BYTES) yield sealChunk(key, index++, false, queue.take(CHUNK_BYTES));
  }
  yield sealChunk(key, index, true, queue.take(CHUNK_BYTES));
}

const damaged = (index: number): BackupProblem =>
  new BackupProblem(
    `The backup is damaged: its bytes from ${(index * SEALED_BYTES).toLocaleString("en")} on are not those that were ` +
      "written. Use another copy of it, or another backup.",
  );
const cutOff = (): BackupProblem =>
  new BackupProblem(
    "The backup is cut off: its end is missing. It was not written to the end, or was not copied whole; " +
      "use another copy of it, or another backup.",
  );

/** @throws BackupProblem for bytes that `sealChunks` did not write, and for a stream that was cut off */
export async function* openChunks(source: Bytes, key: Buffer): AsyncGenerator<Buffer> {
  const queue = new ByteQueue();
  let index = 0;
  for await (const bytes of source) {
    queue.push(bytes);
    while (queue.size > SEALED_BYTES) {
      const chunk = openChunk(key, index, false, queue.take(SEALED_BYTES));
      if (!chunk) throw damaged(index);
      index++;
      yield chunk;
    }
  }
  const rest = queue.take(SEALED_BYTES);
  const chunk = openChunk(key, index, true, rest);
  if (chunk) yield chunk;
  else throw rest.length < SEALED_BYTES || openChunk(key, index, false, rest) ? cutOff() : damaged(index);
}
