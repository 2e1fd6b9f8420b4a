/** Reads a JSON body with limits on its bytes, values and levels. */
import { ApiError } from "@/lib/kernel/errors";
import { readExactJson, REQUEST_BOUNDS } from "@/lib/kernel/json/read";
import { jsonTooLarge } from "./json-size";
import { connectionEnded, type RequestLike } from "./node-request";

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
      max < MAX_BODY_BYTES ? "Send what is asked for alone." : "Upload large content as a file and pass its key.",
  });

const tooSlow = () =>
  new ApiError("RequestTimeout", `The body did not arrive within ${BODY_TIMEOUT_MS / 1000} seconds.`, {
    suggestedFix: "Send the whole body at once.",
    headers: { connection: "close" },
  });

/**
 * Reads a body as text.
 * @throws the error from `tooLarge` as soon as the body has more than `max` bytes; ApiError RequestTimeout if it has not
 *   arrived within a minute
 */
export async function readText(
  request: RequestLike,
  max: number,
  tooLarge: () => ApiError,
  timeoutMs = BODY_TIMEOUT_MS,
): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), timeoutMs);
  });
  try {
    return await Promise.race([readAll(request, max, tooLarge), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readAll(request: RequestLike, max: number, tooLarge: () => ApiError): Promise<string> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > max) throw tooLarge();
  try {
    // The HTTP parser enforces a declared length; a body without one is counted here.
    if (declared !== null || !request.body) return await request.text();
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > max) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString("utf8");
  } catch (error) {
    throw error instanceof ApiError ? error : connectionEnded();
  }
}

/**
 * Reads and parses a JSON body; undefined if it is empty.
 * @param max bytes
 * @throws ApiError PayloadTooLarge, BadRequest for text that is not JSON, Unprocessable for JSON that nests too deep
 */
export async function readBody(request: RequestLike, max = MAX_BODY_BYTES): Promise<unknown> {
  const text = await readText(request, max, () => bodyTooLarge(max));
  if (text === "") return undefined;
  const read = readExactJson(text, REQUEST_BOUNDS);
  if (read.kind === "value") return read.value;
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
