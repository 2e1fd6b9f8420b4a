/** Reads a request's JSON body with limits on bytes and depth. */
import { ApiError } from "@/lib/kernel/errors";

/** Larger bodies belong into a file upload. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
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
    else if (code === 91 || code === 123) { if (++depth > max) return true; }
    else if (code === 93 || code === 125) depth--;
  }
  return false;
}

const tooLarge = () => new ApiError("PayloadTooLarge", `The body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`, { suggestedFix: "Upload large content as a file and pass its key." });

/** A body's text; throws `tooLarge()` as soon as it is known to have more than `max` bytes. */
export async function readText(request: Request, max: number, tooLarge: () => ApiError): Promise<string> {
  if (Number(request.headers.get("content-length") ?? 0) > max) throw tooLarge();
  // A declared length is enforced by the HTTP parser; only a body without one must be counted while it arrives.
  if (request.headers.has("content-length") || !request.body) return request.text();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
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
export async function readBody(request: Request): Promise<unknown> {
  const text = await readText(request, MAX_BODY_BYTES, tooLarge);
  if (text === "") return undefined;
  if (text.length > MAX_DEPTH && isDeeperThan(text, MAX_DEPTH)) throw new ApiError("BadRequest", `The body nests deeper than ${MAX_DEPTH} levels.`, { suggestedFix: "Send flatter JSON." });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError("BadRequest", "The body is not valid JSON.", { suggestedFix: "Send a JSON object with content-type application/json.", cause: error });
  }
}
