/**
 * The answer of an operation that succeeded: 304 for a client that has it already. Prepared JSON has an ETag, and comes
 * in gzip for a client that takes it.
 */
import { createHash } from "node:crypto";
import { JsonText, PreparedJson } from "./json-text";
import type { RequestLike } from "./node-request";
import { isNotModified, type AnswerHeaders, type JsonAnswer } from "./to-response";

/** Shorter answers fit into one packet. */
const MIN_COMPRESSED = 1_400;

/** Whether `Accept-Encoding` names gzip, and not with the weight 0 (RFC 9110 12.5.3). */
const takesGzip = (acceptEncoding: string | null): boolean =>
  acceptEncoding !== null && /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);

/** The ETag of the content; strong, so that each form of it has another one. */
function etagOf({ begin, end }: PreparedJson, isPacked: boolean): string {
  const hash = createHash("sha256").update(begin.hash).update(end).digest("base64url").slice(0, 27);
  return `"${hash}${isPacked ? "-gzip" : ""}"`;
}

async function answerPrepared(json: PreparedJson, headers: AnswerHeaders, request: RequestLike): Promise<JsonAnswer> {
  const { begin, end } = json;
  const isPacked = begin.bytes.length >= MIN_COMPRESSED && takesGzip(request.headers.get("accept-encoding"));
  const etag = etagOf(json, isPacked);
  headers.set("etag", etag);
  // Programs and browsers can keep it for themselves, but ask each time whether it is still right.
  headers.set("cache-control", "private, no-cache");
  headers.set("vary", "accept-encoding");
  if (isNotModified(etag, request.headers.get("if-none-match")))
    return { status: 304, headers: headers.all, text: null };
  headers.set("content-type", "application/json");
  if (!isPacked) return { status: 200, headers: headers.all, text: [begin.bytes, end] };
  headers.set("content-encoding", "gzip");
  return { status: 200, headers: headers.all, text: await begin.gzipWith(end) };
}

/** @param data what the handler returned; nothing of it is sent with status 204 */
export function answerData(
  status: number,
  data: unknown,
  headers: AnswerHeaders,
  request: RequestLike,
): JsonAnswer | Promise<JsonAnswer> {
  if (data instanceof PreparedJson) return answerPrepared(data, headers, request);
  if (isNotModified(headers.all.etag, request.headers.get("if-none-match")))
    return { status: 304, headers: headers.all, text: null };
  if (status === 204) return { status, headers: headers.all, text: null };
  headers.set("content-type", "application/json");
  return { status, headers: headers.all, text: data instanceof JsonText ? data.pieces : JSON.stringify(data) };
}
