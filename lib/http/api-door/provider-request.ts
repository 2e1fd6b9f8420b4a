/** A provider's request and its answer: the body is read as text, because its bytes are signed. */
import { assertJsonSize } from "./json-size";
import { bodyTooLarge, readText } from "./read-body";

/** The largest reports of providers; an event is kept up to the same size. */
const MAX_BYTES = 1024 * 1024;

type Call = {
  method: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  search: string;
  raw: string;
};
type Answer = { status: number; text: string; json: boolean; headers: Record<string, string> };

/** Has a provider's request taken. @throws ApiError as `take`, PayloadTooLarge */
export async function takeProviderRequest(
  request: Request,
  url: URL,
  take: (call: Call) => Promise<Answer>,
): Promise<Response> {
  const raw = request.method === "POST" ? await readText(request, MAX_BYTES, () => bodyTooLarge(MAX_BYTES)) : "";
  assertJsonSize(raw);
  const { status, text, json, headers } = await take({
    method: request.method === "HEAD" ? "GET" : request.method,
    headers: Object.fromEntries(request.headers),
    query: Object.fromEntries(url.searchParams),
    search: url.search,
    raw,
  });
  const type = json ? "application/json" : "text/plain; charset=utf-8";
  return new Response(text, {
    status,
    headers: { ...headers, "content-type": type, "x-content-type-options": "nosniff" },
  });
}
