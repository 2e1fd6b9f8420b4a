/** Reads a body to its end or to a limit, decoded: a small compressed answer can be a huge one. */
import type { Readable } from "node:stream";
import { decodeBody } from "./decode-body";
import { type AnswerRoom, UNCOUNTED_BYTES } from "./answer-room";

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);

/**
 * The body's bytes after decoding, or null when they would be more than `maxBytes`; then the stream is ended. A large
 * body waits for room before more of it is read.
 */
export async function readCapped(
  stream: Readable,
  encoding: string | undefined,
  maxBytes: number,
  room: AnswerRoom,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of (await decodeBody(stream, encoding)) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) {
        stream.destroy();
        return null;
      }
      const isCrossing = size > UNCOUNTED_BYTES && size - chunk.length <= UNCOUNTED_BYTES;
      if (isCrossing) await room.claim(maxBytes, () => stream.destroyed);
      chunks.push(chunk);
    }
    if (size > UNCOUNTED_BYTES) room.settle(size);
    return joined(chunks);
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

async function* continued(chunks: Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) yield chunk;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/**
 * Like `readCapped`, but what is more than `maxBytes`, or finds no room, goes to `write` from its beginning, without
 * being held in memory.
 * @returns null when `write` got the body
 */
export async function readOrWrite(
  stream: Readable,
  encoding: string | undefined,
  maxBytes: number,
  room: AnswerRoom,
  write: (body: AsyncIterable<Buffer>) => Promise<void>,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    const rest = ((await decodeBody(stream, encoding)) as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
    for (let fits = true; fits && size <= maxBytes; ) {
      const { value, done } = await rest.next();
      if (done) return joined(chunks);
      chunks.push(value);
      size += value.length;
      fits = room.tryTake(value.length);
    }
    room.release();
    await write(continued(chunks, rest));
    return null;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}
