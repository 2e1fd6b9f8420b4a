/** POST /api/v3/internal/patchbay/inboxes/{inbox_id}/acknowledge */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { acknowledgeEvents } from "@/lib/webhooks/inboxes/acknowledge-events";
import { inboxesApi } from "@/lib/webhooks/inboxes/contract";
import { requireInbox } from "@/lib/webhooks/inboxes/require-inbox";

export const POST = defineRoute(inboxesApi.acknowledgeInboxEvents, async ({ params, body }, { projectId }) => {
  const { id } = await requireInbox(projectId, params.inbox_id);
  return acknowledgeEvents(projectId, id, body.receipts);
});
