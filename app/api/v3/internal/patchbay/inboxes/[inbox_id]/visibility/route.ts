/** POST /api/v3/internal/patchbay/inboxes/{inbox_id}/visibility */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { changeVisibility } from "@/lib/webhooks/inboxes/acknowledge-events";
import { inboxesApi } from "@/lib/webhooks/inboxes/contract";
import { requireInbox } from "@/lib/webhooks/inboxes/require-inbox";

export const POST = defineRoute(inboxesApi.changeInboxVisibility, async ({ params, body }, { projectId }) => {
  const { id } = await requireInbox(projectId, params.inbox_id);
  return changeVisibility(projectId, id, body.receipts, body.visibility_seconds);
});
