/** POST /api/v3/internal/sdk/realtime/auth: a form, as clients of the websocket send it, or JSON. */
import { watchedIdOf } from "@/lib/access/caller";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { bodyTooLarge, readText } from "@/lib/http/api-door/read-body";
import { ApiError } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/text/is-object";
import { authorizeChannel } from "@/lib/realtime/authorize-channel";
import { realtimeApi } from "@/lib/realtime/contract";
import { readJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";

/** Two short names. */
const MAX_BYTES = 4096;

function fieldsOf(text: string, type: string): { socketId: string; channel: string } {
  if (!type.includes("json")) {
    const form = new URLSearchParams(text);
    return { socketId: form.get("socket_id") ?? "", channel: form.get("channel_name") ?? "" };
  }
  const read = readJson(text, SMALL_BOUNDS);
  if (read.kind !== "value") throw new ApiError("BadRequest", "The body is not valid JSON.");
  const body = read.value;
  const { socket_id: socketId, channel_name: channel } = isObject(body) ? body : {};
  return {
    socketId: typeof socketId === "string" ? socketId : "",
    channel: typeof channel === "string" ? channel : "",
  };
}

export const POST = defineRawRoute(realtimeApi.authorizeRealtime, async (request, caller) => {
  const text = await readText(request, MAX_BYTES, () => bodyTooLarge(MAX_BYTES));
  const { socketId, channel } = fieldsOf(text, request.headers.get("content-type") ?? "");
  return Response.json({ auth: authorizeChannel(caller.projectId, watchedIdOf(caller), socketId, channel) });
});
