/** A provider's request and its answer: the body is kept as bytes, which are signed, and as the text that they are. */
import { decodeAnyText } from "@/lib/kernel/text/decode-text";
import { assertJsonSize } from "./assert-json-size";
import { bodyTooLarge, readBytes } from "./read-body";

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
};
type Answer = { status: number; text: string; json: boolean; headers: Record<string, string> };

/** Has a provider's request taken. @throws ApiError as `take`, PayloadTooLarge */
export async function takeProviderRequest(
  request: Request,
  { url, requestId }: { url: URL; requestId: string },
  take: (call: Call) => Promise<Answer>,
): Promise<Response> {
  const bytes =
    request.method === "POST" ? await readBytes(request, MAX_BYTES, () => bodyTooLarge(MAX_BYTES)) : Buffer.alloc(0);
  const body = bytes.length === 0 ? "" : decodeAnyText(bytes, request.headers.get("content-type") ?? "");
  assertJsonSize(body);
  const { status, text, json, headers } = await take({
    method: request.method === "HEAD" ? "GET" : request.method,
    headers: Object.fromEntries(request.headers),
    query: Object.fromEntries(url.searchParams),
    search: url.search,
    bytes,
    text: body,
    on: { requestId },
  });
  const type = json ? "application/json" : "text/plain; charset=utf-8";
  return new Response(text, {
    status,
    headers: { ...headers, "content-type": type, "x-content-type-options": "nosniff" },
  });
}
