/** Reads a body to its end or to a limit, decoded: a small compressed answer can be a huge one. */
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

const DECODERS: Record<string, () => ReturnType<typeof createGunzip> | ReturnType<typeof createBrotliDecompress>> = {
  gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress,
};

/** The body's bytes after decoding, or null when they would be more than `maxBytes`; then the stream is ended. */
export async function readCapped(stream: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer | null> {
  const decoder = DECODERS[(encoding ?? "").trim().toLowerCase()]?.();
  const source: Readable = decoder ? stream.on("error", (error) => decoder.destroy(error)).pipe(decoder) : stream;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) {
      stream.destroy();
      return null;
    }
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}
