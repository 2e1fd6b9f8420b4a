/**
 * The answer of an operation that succeeded: 304 for a client that has it already. Prepared JSON has an ETag, and comes
 * in gzip for a client that takes it.
 */
import { createHash } from "node:crypto";
import { freeSlot, tryTakeSlot } from "@/lib/kernel/concurrency/slots";
import { JsonText, PreparedJson } from "./json-text";
import { NodeRequest, type RequestLike } from "./node-request";
import { isNotModified, type AnswerHeaders, type JsonAnswer } from "./to-response";

/** Shorter answers fit into one packet. */
const MIN_COMPRESSED = 1_400;

/** Whether `Accept-Encoding` names gzip, and not with the weight 0 (RFC 9110 12.5.3). */
const takesGzip = (acceptEncoding: string | null): boolean =>
  acceptEncoding !== null && /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(acceptEncoding);

/**
 * The ETag of the content; strong, so that each form of it has another one. Not with the name of the encoding: Caddy
 * cuts that off every ETag that comes back, as if Caddy had added it.
 */
const etagOf = (hash: string, isPacked: boolean): string => `"${hash}${isPacked ? "-packed" : ""}"`;

/** Compressing a long list takes a tenth of a second or more of a thread that also reads files and finds addresses. */
const COMPRESSING = { name: "http.compressing", tenant: "", room: { total: 2, share: 2 } };

/** The compressed answer; undefined if it must be made first while others are: then it is sent as it is. */
async function packIfIdle({ begin, end }: PreparedJson): Promise<Buffer[] | undefined> {
  if (begin.isPacked) return begin.gzipWith(end);
  const { name, tenant, room } = COMPRESSING;
  if (!tryTakeSlot(name, tenant, room)) return undefined;
  try {
    return await begin.gzipWith(end);
  } finally {
    freeSlot(name, tenant);
  }
}

async function answerPrepared(json: PreparedJson, headers: AnswerHeaders, request: RequestLike): Promise<JsonAnswer> {
  const { begin, end } = json;
  const hash = createHash("sha256").update(begin.hash).update(end).digest("base64url").slice(0, 27);
  // Programs and browsers can keep it for themselves, but ask each time whether it is still right.
  headers.set("cache-control", "private, no-cache");
  headers.set("vary", "accept-encoding");
  // Other requests came through Next, which compresses every answer, also one that is compressed already.
  const isPackable = request instanceof NodeRequest && begin.bytes.length >= MIN_COMPRESSED;
  const canPack = isPackable && takesGzip(request.headers.get("accept-encoding"));
  // A client that takes gzip can have got the other form.
  const knownTag = (canPack ? [true, false] : [false])
    .map((isPacked) => etagOf(hash, isPacked))
    .find((etag) => isNotModified(etag, request.headers.get("if-none-match")));
  if (knownTag !== undefined) {
    headers.set("etag", knownTag);
    return { status: 304, headers: headers.all, text: null };
  }
  const packedText = canPack ? await packIfIdle(json) : undefined;
  headers.set("etag", etagOf(hash, packedText !== undefined));
  headers.set("content-type", "application/json");
  if (packedText) headers.set("content-encoding", "gzip");
  return { status: 200, headers: headers.all, text: packedText ?? [begin.bytes, end] };
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
