/** Reads a request's JSON body with limits on bytes and depth. */
import { ApiError } from "@/lib/kernel/errors";
import { findInexactNumber } from "@/lib/kernel/exact-numbers";
import type { Asked } from "./node-request";

/** Larger bodies belong into a file upload. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** A body of this size that takes longer is not being sent in earnest. */
export const BODY_TIMEOUT_MS = 60_000;
/** Deeper JSON is refused before parsing: it costs stack in every later walk. */
export const MAX_DEPTH = 100;

/** Whether brackets nest deeper than `max`; skips over strings. */
function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (inString) {
      if (code === 92) i++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 91 || code === 123) {
      if (++depth > max) return true;
    } else if (code === 93 || code === 125) depth--;
  }
  return false;
}

const tooLarge = () =>
  new ApiError("PayloadTooLarge", `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`, {
    suggestedFix: "Upload large content as a file and pass its key.",
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
  request: Asked,
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

async function readAll(request: Asked, max: number, tooLarge: () => ApiError): Promise<string> {
  const declared = request.headers.get("content-length");
  if (Number(declared ?? 0) > max) throw tooLarge();
  // A declared length is enforced by the HTTP parser; only a body without one must be counted while it arrives.
  if (declared !== null || !request.body) return request.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > max) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The body as JSON; undefined when it is empty.
 * @throws ApiError PayloadTooLarge, or BadRequest for text that is not JSON or nests too deep
 */
export async function readBody(request: Asked): Promise<unknown> {
  const text = await readText(request, MAX_BODY_BYTES, tooLarge);
  if (text === "") return undefined;
  if (text.length > MAX_DEPTH && isDeeperThan(text, MAX_DEPTH))
    throw new ApiError("BadRequest", `The body nests deeper than ${MAX_DEPTH} levels.`, {
      suggestedFix: "Send flatter JSON.",
    });
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
