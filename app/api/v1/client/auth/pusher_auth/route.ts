/** POST /api/v1/client/auth/pusher_auth: a form, as clients of the websocket send it. */
import { actorOf } from "@/lib/access/caller";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { bodyTooLarge, readText } from "@/lib/http/api-door/read-body";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { authorizeChannel } from "@/lib/realtime/authorize-channel";

/** Two short names. */
const MAX_BYTES = 4096;

export const POST = defineRawRoute(olderProjectApi.authorizeOlderChannel, async (request, caller) => {
  const form = new URLSearchParams(await readText(request, MAX_BYTES, () => bodyTooLarge(MAX_BYTES)));
  const [socketId, channel] = [form.get("socket_id") ?? "", form.get("channel_name") ?? ""];
  return Response.json({ auth: authorizeChannel(caller.projectId, actorOf(caller), socketId, channel) });
});
