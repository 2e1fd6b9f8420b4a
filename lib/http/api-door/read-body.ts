/** Reads a request's JSON body with limits on bytes and depth. */
import { ApiError } from "@/lib/kernel/errors";
import { findInexactNumber } from "@/lib/kernel/text/exact-numbers";
import { assertModest } from "./json-size";
import { hungUp, type RequestLike } from "./node-request";

/** Larger bodies belong into a file upload. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** A body of this size that takes longer is not being sent in earnest. */
export const BODY_TIMEOUT_MS = 60_000;
/** From callers who have shown no credential: enough for every form and question of theirs. */
export const OPEN_BODY_BYTES = 64 * 1024;

const sizeOf = (bytes: number): string => (bytes < 1024 * 1024 ? `${bytes / 1024} kB` : `${bytes / 1024 / 1024} MB`);

/** The refusal of a body with more than so many bytes. */
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
 * A body's text.
 * @throws what `tooLarge` makes, as soon as the body is known to have more than `max` bytes; ApiError RequestTimeout for one
 *   that has not come to its end after a minute
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
  // A declared length is enforced by the HTTP parser; only a body without one must be counted while it arrives.
  if (declared !== null || !request.body) return request.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > max) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ApiError ? error : hungUp();
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The body as JSON; undefined when it is empty.
 * @param max bytes
 * @throws ApiError PayloadTooLarge, BadRequest for text that is not JSON, Unprocessable for JSON that nests too deep
 */
export async function readBody(request: RequestLike, max = MAX_BODY_BYTES): Promise<unknown> {
  const text = await readText(request, max, () => bodyTooLarge(max));
  if (text === "") return undefined;
  assertModest(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ApiError("BadRequest", "The body is not valid JSON.", {
      suggestedFix: "Send a JSON object with content-type application/json.",
      cause: error,
    });
  }
  const inexact = findInexactNumber(text);
  if (inexact === undefined) return value;
  throw new ApiError(
    "BadRequest",
    `The number ${inexact.length > 40 ? `${inexact.slice(0, 37)}...` : inexact} cannot be carried exactly: numbers have 53 bits here.`,
    { suggestedFix: "Send it as text, in quotes." },
  );
}
