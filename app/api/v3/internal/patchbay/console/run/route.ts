/** POST /api/v3/internal/patchbay/console/run */
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { consoleApi } from "@/lib/console/contract";
import { prepareAgent } from "@/lib/console/prepare-agent";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEventStream, WORK_LIFE_MS } from "@/lib/http/api-door/to-event-stream";
import { readBody } from "@/lib/http/api-door/read-body";
import { toLogSource } from "@/lib/logs/log-source";

export const POST = defineRawRoute(consoleApi.runAgent, async (request, caller, { requestId, audit }) => {
  const body = consoleApi.runAgent.body.parse(
    (await readBody(request, undefined, undefined, consoleApi.runAgent.body)) ?? {},
    { error: sayIssue },
  );
  const versions = toVersionChoice(caller, { apiVersion: "v3.1" });
  const agent = await prepareAgent(caller, body, { source: toLogSource(request.headers), requestId, versions, audit });
  return toEventStream(
    request.signal,
    (onEnd) => onAccessEnd(caller, onEnd),
    (send, end) => {
      const control = new AbortController();
      // It never rejects, and ends soon after the stream does.
      void agent({ send, signal: control.signal }).finally(end);
      return () => control.abort();
    },
    WORK_LIFE_MS,
  );
});
