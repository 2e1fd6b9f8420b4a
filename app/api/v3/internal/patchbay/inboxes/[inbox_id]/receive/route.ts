/** POST /api/v3/internal/patchbay/inboxes/{inbox_id}/receive */
import { onAccessEnd } from "@/lib/access/on-access-end";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { inboxesApi } from "@/lib/webhooks/inboxes/contract";
import { receiveEvents } from "@/lib/webhooks/inboxes/receive-events";

export const POST = defineRoute(inboxesApi.receiveInboxEvents, async ({ params, body }, caller, facts) => {
  const { projectId, organizationId } = caller;
  const { requestId } = facts;
  const ending = new AbortController();
  const stop = onAccessEnd(caller, () => ending.abort());
  try {
    const items = await receiveEvents({ projectId, organizationId, requestId }, params.inbox_id, {
      maxEvents: body?.max_events ?? 10,
      waitSeconds: body?.wait_seconds ?? 0,
      visibilitySeconds: body?.visibility_seconds ?? 30,
      signal: AbortSignal.any([facts.signal, ending.signal]),
    });
    return { items };
  } finally {
    stop();
  }
});
