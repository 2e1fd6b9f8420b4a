/** GET /api/v3/internal/patchbay/logs/stream */
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEventStream } from "@/lib/http/api-door/to-event-stream";
import { logsApi } from "@/lib/logs/contract";
import { followToolLogs } from "@/lib/logs/follow-tool-logs";
import { toToolLogSummary } from "@/lib/logs/wire";

export const GET = defineRawRoute(logsApi.streamToolLogs, async (request, caller) =>
  toEventStream(
    request.signal,
    (onEnd) => onAccessEnd(caller, onEnd),
    (send) =>
      followToolLogs(caller.projectId, {
        logged: (rows) => {
          for (const row of rows) send("log", toToolLogSummary(row));
        },
        gap: (skipped) => send("gap", { skipped }),
      }),
  ),
);
