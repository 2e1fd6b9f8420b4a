/** POST /api/v3/cli/realtime/auth */
import { watchedIdOf } from "@/lib/access/caller";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { authorizeChannel } from "@/lib/realtime/authorize-channel";
import { realtimeApi } from "@/lib/realtime/contract";

export const POST = defineRoute(realtimeApi.authorizeCliRealtime, async ({ body }, caller) => ({
  auth: authorizeChannel(caller.projectId, watchedIdOf(caller), body.socket_id, body.channel_name),
}));
