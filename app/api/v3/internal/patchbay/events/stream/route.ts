/** GET /api/v3/internal/patchbay/events/stream */
import { onAccessEnd } from "@/lib/access/access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEventStream } from "@/lib/http/api-door/event-stream";
import { realtimeApi } from "@/lib/realtime/contract";
import { watchEvents } from "@/lib/webhooks/events/live-events";
import { toMessage } from "@/lib/webhooks/events/message";

export const GET = defineRawRoute(realtimeApi.streamEvents, async (request, caller) =>
  toEventStream(
    request.signal,
    (ended) => onAccessEnd(caller, ended),
    (send) =>
      watchEvents(caller.projectId, {
        happened: ({ event, content }) => send("event", toMessage("V3", event, content, caller.organizationId)),
        gap: () => send("gap", {}),
      }),
  ),
);
