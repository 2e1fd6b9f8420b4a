/** Bodies that grow when they are decoded: ordinary bodies are read; bodies made to fill a server are not. */
import { randomBytes } from "node:crypto";
import { PassThrough, Readable } from "node:stream";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeBody } from "./decode-body";

const MB = 1024 * 1024;
type Encode = (bytes: Buffer) => Buffer;
const CODINGS: [string, Encode][] = [
  ["gzip", zlib.gzipSync],
  ["deflate", zlib.deflateSync],
  ["br", (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })],
  ...("zstdCompressSync" in zlib ? [["zstd", zlib.zstdCompressSync as Encode] satisfies [string, Encode]] : []),
];

/** How many bytes were decoded before the end or an error, in parts as a network brings them. */
async function sizeOf(coded: Buffer, encoding: string): Promise<{ size: number; error?: unknown }> {
  const parts = Array.from({ length: Math.ceil(coded.length / 1400) }, (_, index) =>
    coded.subarray(index * 1400, (index + 1) * 1400),
  );
  const source = Readable.from(parts).pipe(new PassThrough());
  let size = 0;
  try {
    for await (const chunk of (await decodeBody(source, encoding)) as AsyncIterable<Buffer>) size += chunk.length;
    return { size };
  } catch (error) {
    source.destroy();
    return { size, error };
  }
}

describe.each(CODINGS)("%s", (name, encode) => {
  it("is not read on where a large body is hundreds of times its coded form", async () => {
    const { size, error } = await sizeOf(encode(Buffer.alloc(64 * MB)), name);
    expect(error).toMatchObject({ phase: "too-large", message: expect.stringContaining("200 times") });
    expect(size).toBeLessThanOrEqual(8 * MB);
  });

  it("is read where a body is small, or not so much larger", async () => {
    expect(await sizeOf(encode(Buffer.alloc(8 * MB)), name)).toEqual({ size: 8 * MB });
    const rows = Buffer.concat(
      Array.from({ length: 10_000 }, () => Buffer.concat([randomBytes(20), Buffer.alloc(1000)])),
    );
    expect(await sizeOf(encode(rows), name)).toEqual({ size: rows.length });
  });
});

it("a body that is coded twice is bounded in each step", async () => {
  const member = zlib.gzipSync("");
  const twice = zlib.gzipSync(Buffer.concat(Array.from({ length: 400_000 }, () => member)));
  expect((await sizeOf(twice, "gzip, gzip")).error).toMatchObject({ phase: "too-large" });
});
