/** Reads a JSON body with limits on its bytes, values and levels. */
import type { z } from "zod";
import type { Caller } from "@/lib/access/caller";
import { ApiError } from "@/lib/kernel/errors";
import { readExactJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read-json";
import { holdBody, noRoom, UNCOUNTED_BYTES } from "./hold-body";
import { jsonTooLarge } from "./assert-json-size";
import { mayBeUnstorable } from "@/lib/kernel/text/storable";
import { assertBodyTexts } from "./assert-body-texts";
import { connectionEnded, toText, type RequestLike } from "./node-request";

/** Larger content is uploaded as a file. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Even the largest body arrives in this time over an ordinary connection. */
export const BODY_TIMEOUT_MS = 60_000;
/** For callers without a credential: enough for every form and request of theirs. */
export const OPEN_BODY_BYTES = 64 * 1024;

const sizeOf = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`);

/** The error for a body of more than `max` bytes. */
export const bodyTooLarge = (max: number): ApiError =>
  new ApiError("PayloadTooLarge", `The body is larger than ${sizeOf(max)}.`, {
    suggestedFix:
      max < MAX_BODY_BYTES
        ? "Send only what is needed."
        : "Upload large content as a file and pass its key. See /docs/reference/limits.",
  });

const tooSlow = () =>
  new ApiError("RequestTimeout", `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} seconds.`, {
    suggestedFix: "Send the whole body at once.",
    headers: { connection: "close" },
  });

/** A compressed body is not guessed at: read as text, it would be invalid JSON. */
const coded = (encoding: string) =>
  new ApiError(
    "UnsupportedMediaType",
    `The body is coded as ${encoding.slice(0, 40)}, which this server does not read.`,
    {
      suggestedFix: "Send it as it is, without the header Content-Encoding.",
      headers: { "accept-encoding": "identity" },
    },
  );

/** The coding of a body that has one (RFC 9110 section 8.4). */
const codingOf = ({ headers }: RequestLike): string | undefined => {
  const encoding = headers.get("content-encoding")?.trim();
  return encoding && encoding.toLowerCase() !== "identity" && headers.get("content-length") !== "0"
    ? encoding
    : undefined;
};

export type Reading = {
  /** Whose bytes these are; a stranger's where it is left out. */
  caller?: Caller | undefined;
  timeoutMs?: number;
};

/**
 * Waits for a body.
 * @param read gets a promise that rejects when the time is over
 * @throws ApiError RequestTimeout
 */
async function inTime<T>(read: (late: Promise<never>) => Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), timeoutMs);
  });
  try {
    return await Promise.race([read(late), late]);
  } catch (error) {
    throw error instanceof ApiError ? error : connectionEnded();
  } finally {
    clearTimeout(timer);
  }
}

const declaredLength = ({ headers }: RequestLike): number => Number(headers.get("content-length") ?? NaN);

/** Refuses by its head a body that would not be read. */
function assertDeclared(request: RequestLike, max: number, tooLarge: () => ApiError): void {
  if (declaredLength(request) > max) throw tooLarge();
  const coding = request.body ? codingOf(request) : undefined;
  if (coding !== undefined) throw coded(coding);
}

/** The HTTP parser enforces a declared length; a body without one is counted. */
export const isSmall = (request: RequestLike): boolean => !request.body || declaredLength(request) <= UNCOUNTED_BYTES;

/**
 * Reads a body as text. A large one counts as held until its answer is written, or, for a web Request, until it is
 * read.
 * @throws the error from `tooLarge` as soon as the body has more than `max` bytes; ApiError UnsupportedMediaType for
 *   one that is compressed; RequestTimeout if it has not arrived within a minute; TooManyRequests or Unavailable for a
 *   large one when too much is held already
 */
export async function readText(
  request: RequestLike,
  max: number,
  tooLarge: () => ApiError,
  { caller, timeoutMs = BODY_TIMEOUT_MS }: Reading = {},
): Promise<string> {
  assertDeclared(request, max, tooLarge);
  // No timer and no listeners for what is there already.
  const arrived = isSmall(request) ? request.arrivedBytes?.() : undefined;
  if (arrived) return toText(arrived);
  return inTime(
    async (late) =>
      isSmall(request) ? request.text() : toText(await readCounted(request, late, { max, tooLarge, caller })),
    timeoutMs,
  );
}

/** Reads a body as it was sent. @throws as `readText` */
export async function readBytes(
  request: RequestLike,
  max: number,
  tooLarge: () => ApiError,
  caller?: Caller,
): Promise<Buffer> {
  assertDeclared(request, max, tooLarge);
  if (!request.body) return Buffer.alloc(0);
  // A body that came with its head is there once the parser is through with both.
  await Promise.resolve();
  const arrived = isSmall(request) ? request.arrivedBytes?.() : undefined;
  return arrived ?? inTime((late) => readCounted(request, late, { max, tooLarge, caller }), BODY_TIMEOUT_MS);
}

/** Hands the parts of a body over as they come; an error of `take` ends that. */
async function eachChunk(request: RequestLike, take: (chunk: Uint8Array) => void): Promise<void> {
  if (request.eachChunk) return request.eachChunk(take);
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) take(chunk);
}

type Counting = { max: number; tooLarge: () => ApiError; caller?: Caller | undefined };

async function readCounted(
  request: RequestLike,
  late: Promise<never>,
  { max, tooLarge, caller }: Counting,
): Promise<Buffer> {
  const memory = isSmall(request) ? undefined : holdBody(caller);
  let chunks: Uint8Array[] = [];
  let size = 0;
  let dropped: ApiError | undefined;
  try {
    const reading = new Promise<void>((resolve, reject) => {
      memory?.mayDrop((level) => reject((dropped = noRoom(level))));
      eachChunk(request, (chunk) => {
        if (dropped) throw dropped;
        size += chunk.byteLength;
        if (size > max) throw tooLarge();
        chunks.push(chunk);
        memory?.grow(chunk.byteLength);
      }).then(resolve, reject);
    });
    await Promise.race([reading, late]);
    memory?.settle();
    if (memory) request.holds?.(memory);
    return Buffer.concat(chunks);
  } catch (error) {
    // Whatever still comes is not kept.
    dropped ??= connectionEnded();
    chunks = [];
    memory?.release();
    throw error;
  } finally {
    if (!request.holds) memory?.release();
  }
}

/**
 * Reads and parses a JSON body; undefined if it is empty.
 * @param max bytes
 * @param caller whose body it is; a stranger's where it is left out
 * @param schema of the contract, whose texts must be such that they can be stored
 * @throws ApiError PayloadTooLarge, BadRequest for text that is not JSON, Unprocessable for JSON that nests too deep;
 *   ZodError that names a text which cannot be stored
 */
export async function readBody(
  request: RequestLike,
  max = MAX_BODY_BYTES,
  caller?: Caller,
  schema?: z.core.$ZodType,
): Promise<unknown> {
  const text = await readText(request, max, () => bodyTooLarge(max), { caller });
  if (text === "") return undefined;
  const read = readExactJson(text, REQUEST_BOUNDS);
  if (read.kind === "value") {
    // Ordinary bodies have no such escape, and are not walked through.
    if (schema && mayBeUnstorable(text)) assertBodyTexts(schema, read.value);
    return read.value;
  }
  if (read.kind === "excess") throw jsonTooLarge(read.excess);
  if (read.kind === "inexact") throw inexactNumber(read.literal);
  throw new ApiError("BadRequest", "The body is not valid JSON.", {
    suggestedFix: "Send a JSON object with content-type application/json.",
    cause: read.cause,
  });
}

const inexactNumber = (literal: string): ApiError =>
  new ApiError(
    "BadRequest",
    `The number ${literal.length > 40 ? `${literal.slice(0, 37)}...` : literal} cannot be carried exactly: numbers have 53 bits here.`,
    { suggestedFix: "Send it as text, in quotes." },
  );
