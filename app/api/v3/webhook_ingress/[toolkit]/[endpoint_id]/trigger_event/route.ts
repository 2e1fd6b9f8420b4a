/** POST, GET /api/v3/webhook_ingress/{toolkit}/{endpoint_id}/trigger_event: where providers report events. */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { assertJsonSize } from "@/lib/http/api-door/json-size";
import { bodyTooLarge, readText } from "@/lib/http/api-door/read-body";
import { triggersApi } from "@/lib/triggers/contract";
import { receive } from "@/lib/triggers/ingress/receive";

/** The largest reports of providers; an event is kept up to the same size. */
const MAX_BYTES = 1024 * 1024;

async function answer(
  request: Request,
  { params, url }: { params: Record<string, string>; url: URL },
): Promise<Response> {
  const raw = request.method === "POST" ? await readText(request, MAX_BYTES, () => bodyTooLarge(MAX_BYTES)) : "";
  assertJsonSize(raw);
  const { status, text, json, headers } = await receive(params.toolkit ?? "", params.endpoint_id ?? "", {
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

export const POST = defineRawRoute(triggersApi.receiveProviderEvent, (request, _caller, facts) =>
  answer(request, facts),
);
export const GET = defineRawRoute(triggersApi.answerProviderCheck, (request, _caller, facts) => answer(request, facts));
