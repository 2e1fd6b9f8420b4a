/** Undoes the codings of an answer's body (RFC 9110 section 8.4), as leniently as browsers do. */
import { Transform, type Readable } from "node:stream";
import zlib from "node:zlib";
import { OutboundError } from "./outbound-error";

/**
 * A coding that ends too early counts as whole, because the framing of the message has shown that nothing is missing.
 */
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** A body is coded once, or twice by mistake. */
const MAX_CODINGS = 3;

/**
 * Whatever is small in any case may be coded as tightly as it likes; no content that is larger is so much larger than
 * its coded form, but what was made to fill memory and disks.
 */
const FREE_BYTES = 8 * 1024 * 1024;
const MAX_GROWTH = 200;
/** A body that is coded again has little left that could be made smaller; each of many tiny parts would take time. */
const FREE_CODED_BYTES = 64 * 1024;

const grown = () =>
  new OutboundError(
    "too-large",
    `The answer grows to more than ${MAX_GROWTH} times its size when it is decoded, so it was not read to its end.`,
  );

/** The decoder's output, as long as it does not grow too much. `free`: bytes of output without a limit of growth. */
function bounded(decoder: Decoding, free: number): Transform {
  let size = 0;
  const check = new Transform({
    transform: (chunk: Buffer, _, done) => {
      size += chunk.length;
      const isGrown = size > free && size > MAX_GROWTH * decoder.bytesWritten;
      if (isGrown) decoder.destroy();
      done(isGrown ? grown() : null, chunk);
    },
  });
  decoder.on("error", (error) => check.destroy(error));
  return decoder.pipe(check);
}

/** Whether gzip data begins here (RFC 1952 section 2.3.1). It is possible that only the first byte has come. */
const isGzip = ([first, second = 0x8b]: Buffer): boolean => first === 0x1f && second === 0x8b;

/**
 * Whether zlib data begins here (RFC 1950 section 2.2): the method is deflate, and the two bytes are a multiple of 31.
 */
const isZlib = ([first = 0, second]: Buffer): boolean =>
  (first & 0x8f) === 8 && (second === undefined || ((first << 8) | second) % 31 === 0);

/** Reads a coding; undefined for a body that does not have the coding of its header. */
type Decoder = (start: Buffer) => Decoding | undefined;

/** A stream that decodes, and counts the coded bytes that it has taken. */
type Decoding = Transform & { readonly bytesWritten: number };

const inflate: Decoder = (start) => {
  if (isGzip(start)) return zlib.createGunzip(LENIENT);
  return isZlib(start) ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT);
};

/** Some proxies undo gzip and leave its name. */
const gunzip: Decoder = (start) => (isGzip(start) || isZlib(start) ? inflate(start) : undefined);

const unreadable = (name: string) =>
  new OutboundError("protocol", `The answer is coded as ${name}, which this server cannot read.`);

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzip,
  "x-gzip": gunzip,
  deflate: inflate,
  br: () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
  // Of the Node releases that we support, only the newer releases have it.
  zstd: () => {
    if (!("createZstdDecompress" in zlib)) throw unreadable("zstd");
    return (zlib.createZstdDecompress as () => Decoding)();
  },
  compress: () => {
    throw unreadable("compress");
  },
};
const DECODER_OF = new Map([...Object.entries(DECODERS), ["x-compress", DECODERS.compress as Decoder]]);

/** The codings to undo, the last first. Words that are not codings (`utf-8`, `none`) change nothing. */
const decodersOf = (encoding: string): Decoder[] =>
  encoding
    .toLowerCase()
    .slice(0, 1000)
    .split(",")
    .flatMap((name) => DECODER_OF.get(name.trim()) ?? [])
    .reverse();

/** Whether a body needs to be decoded: a cheap test for the many that do not. */
export const isCoded = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding !== "identity" && decodersOf(encoding).length > 0;

/** Waits until a stream has bytes, has ended or has failed. */
const untilReadable = (stream: Readable): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      for (const event of ["readable", "end", "error", "close"]) stream.off(event, end);
      resolve();
    };
    for (const event of ["readable", "end", "error", "close"]) stream.on(event, end);
  });

/** The first bytes of a stream, which stay in it; null for an empty one. */
async function startOf(stream: Readable): Promise<Buffer | null> {
  while (stream.readableLength === 0) {
    if (stream.errored) throw stream.errored;
    if (stream.readableEnded || stream.destroyed) return null;
    await untilReadable(stream);
  }
  const start = stream.read() as Buffer;
  stream.unshift(start);
  return start;
}

/**
 * The decoded stream, which fails as "too-large" where a large body is hundreds of times its coded form. An empty body
 * is empty in each coding. Who stops reading it must destroy `stream`.
 * @throws OutboundError for a coding that cannot be read
 */
export async function decodeBody(stream: Readable, encoding: string | undefined): Promise<Readable> {
  const decoders = encoding === undefined ? [] : decodersOf(encoding);
  if (decoders.length > MAX_CODINGS)
    throw new OutboundError(
      "protocol",
      `The answer is coded ${decoders.length} times; at most ${MAX_CODINGS} are read.`,
    );
  let decoded = stream;
  for (const [index, choose] of decoders.entries()) {
    const start = await startOf(decoded);
    const decoder = start ? choose(start) : undefined;
    if (!decoder) continue;
    const free = index === decoders.length - 1 ? FREE_BYTES : FREE_CODED_BYTES;
    decoded = bounded(decoded.on("error", (error) => decoder.destroy(error)).pipe(decoder), free);
  }
  return decoded;
}
