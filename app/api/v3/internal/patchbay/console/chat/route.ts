/** POST /api/v3/internal/patchbay/console/chat */
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { chatApi } from "@/lib/console/chat.contract";
import { prepareChat } from "@/lib/console/prepare-chat";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEventStream, WORK_LIFE_MS } from "@/lib/http/api-door/to-event-stream";
import { readBody } from "@/lib/http/api-door/read-body";
import { toLogSource } from "@/lib/logs/log-source";

export const POST = defineRawRoute(chatApi.chat, async (request, caller, { requestId, audit }) => {
  const body = chatApi.chat.body.parse((await readBody(request, undefined, undefined, chatApi.chat.body)) ?? {}, {
    error: sayIssue,
  });
  const versions = toVersionChoice(caller, { apiVersion: "v3.1" });
  const turn = await prepareChat(caller, body, { source: toLogSource(request.headers), requestId, versions, audit });
  return toEventStream(
    request.signal,
    (onEnd) => onAccessEnd(caller, onEnd),
    (send, end) => {
      const control = new AbortController();
      // It never rejects, and ends soon after the stream does.
      void turn({ send, signal: control.signal }).finally(end);
      return () => control.abort();
    },
    WORK_LIFE_MS,
  );
});
