/** POST /api/v3/internal/patchbay/sessions/{session_id}/workbench/run */
import { sayIssue } from "@/lib/kernel/text/issue-sentences";
import { onAccessEnd } from "@/lib/access/on-access-end";
import { actorOf } from "@/lib/access/caller";
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toEventStream, WORK_LIFE_MS } from "@/lib/http/api-door/to-event-stream";
import { readBody } from "@/lib/http/api-door/read-body";
import { toLogSource } from "@/lib/logs/log-source";
import { prepareCell } from "@/lib/notebook/cells/prepare-cell";
import { notebookApi } from "@/lib/notebook/contract";

export const POST = defineRawRoute(notebookApi.runCode, async (request, caller, { params, requestId, audit }) => {
  const body = notebookApi.runCode.body.parse(
    (await readBody(request, undefined, undefined, notebookApi.runCode.body)) ?? {},
    { error: sayIssue },
  );
  const versions = toVersionChoice(caller, { apiVersion: "v3.1" });
  const who = { ...caller, actor: { id: actorOf(caller), name: null } };
  const facts = { source: toLogSource(request.headers), requestId, versions, audit };
  const run = await prepareCell(who, params.session_id ?? "", body, facts);
  return toEventStream(
    request.signal,
    (onEnd) => onAccessEnd(caller, onEnd),
    (send, end) => {
      // It never rejects. Whoever leaves finds what it did in the log: a cell is stopped by its interrupt alone.
      void run(send).finally(end);
      return () => undefined;
    },
    WORK_LIFE_MS,
  );
});
