/** A provider's request and its answer: the body is kept as bytes, which are signed, and as the text that they are. */
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { assertJsonSize } from "./assert-json-size";
import { allHeaders, type RequestLike } from "./node-request";
import { holdForProject } from "./hold-body";
import { bodyTooLarge, isSmall, readBytes } from "./read-body";
import type { JsonAnswer } from "./to-response";

/** The largest reports of providers; an event is kept up to the same size. */
const MAX_BYTES = 1024 * 1024;

type Call = {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  search: string;
  bytes: Buffer;
  text: string;
  on: { requestId: string };
  /**
   * Counts the body for a project from now on, in place of all callers without a credential: reports of one project
   * that are answered slowly must not use up the room of all others.
   * @throws ApiError TooManyRequests, Unavailable
   */
  countFor: (projectId: string) => void;
};
type Answer = { status: number; text: string; json: boolean; headers: Record<string, string> };

const NO_QUERY = { query: {}, search: "" };

function queryOf(address: string): Pick<Call, "query" | "search"> {
  if (!address.includes("?")) return NO_QUERY;
  const { search, searchParams } = new URL(address);
  return { query: Object.fromEntries(searchParams), search };
}

/** Has a provider's request taken. @throws ApiError as `take`, PayloadTooLarge */
export async function takeProviderRequest(
  request: RequestLike,
  requestId: string,
  take: (call: Call) => Promise<Answer>,
): Promise<JsonAnswer> {
  const bytes =
    request.method === "POST" ? await readBytes(request, MAX_BYTES, () => bodyTooLarge(MAX_BYTES)) : Buffer.alloc(0);
  const body = bytes.length === 0 ? "" : decodeAnyText(bytes, request.headers.get("content-type") ?? "");
  assertJsonSize(body);
  const { status, text, json, headers } = await take({
    method: request.method === "HEAD" ? "GET" : request.method,
    headers: allHeaders(request),
    ...queryOf(request.url),
    bytes,
    text: body,
    on: { requestId },
    countFor: (projectId) => {
      if (request.holds && !isSmall(request)) request.holds(holdForProject(projectId, bytes.length));
    },
  });
  const type = json ? "application/json" : "text/plain; charset=utf-8";
  return { status, text, headers: { ...headers, "content-type": type } };
}
