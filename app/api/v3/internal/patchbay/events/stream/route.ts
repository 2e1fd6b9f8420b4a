/** GET /api/v3/internal/patchbay/events/stream */
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEventStream, toFrame } from "@/lib/http/api-door/to-event-stream";
import { realtimeApi } from "@/lib/realtime/contract";
import { watchEvents, type LiveEvent } from "@/lib/webhooks/events/watch-events";
import { toMessage } from "@/lib/webhooks/events/message";

/** All who watch a project get the same bytes. */
const frames = new WeakMap<LiveEvent, Uint8Array>();

function frameOf(live: LiveEvent, organizationId: string): Uint8Array {
  const cachedFrame = frames.get(live);
  if (cachedFrame) return cachedFrame;
  const frame = toFrame("event", toMessage("V3", live.event, live.content, organizationId));
  frames.set(live, frame);
  return frame;
}

export const GET = defineRawRoute(realtimeApi.streamEvents, async (request, caller) =>
  toEventStream(
    request.signal,
    (onEnd) => onAccessEnd(caller, onEnd),
    (send, _end, sendFrame) =>
      watchEvents(caller.projectId, {
        happened: (live) => sendFrame(frameOf(live, caller.organizationId)),
        gap: () => send("gap", {}),
      }),
  ),
);
