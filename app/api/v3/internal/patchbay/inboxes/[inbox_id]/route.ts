/** GET and DELETE /api/v3/internal/patchbay/inboxes/{inbox_id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { inboxesApi } from "@/lib/webhooks/inboxes/contract";
import { findInboxDepth } from "@/lib/webhooks/inboxes/find-inbox-depth";
import { deleteInbox, requireInbox } from "@/lib/webhooks/inboxes/require-inbox";
import { toWireState } from "@/lib/webhooks/inboxes/wire";

export const GET = defineRoute(inboxesApi.getInbox, async ({ params }, { projectId }) => {
  const inbox = await requireInbox(projectId, params.inbox_id);
  return toWireState(inbox, await findInboxDepth(projectId, inbox.id));
});

export const DELETE = defineRoute(inboxesApi.deleteInbox, async ({ params }, { projectId }) => {
  await deleteInbox(projectId, params.inbox_id);
  return { success: true };
});
