/** GET /api/v3/internal/patchbay/inboxes/{inbox_id}/events */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { inboxesApi } from "@/lib/webhooks/inboxes/contract";
import { listInboxEvents } from "@/lib/webhooks/inboxes/find-inbox-depth";
import { requireInbox } from "@/lib/webhooks/inboxes/require-inbox";
import { toWireEvents } from "@/lib/webhooks/inboxes/wire";

export const GET = defineRoute(inboxesApi.listInboxEvents, async ({ params, query }, { projectId }) => {
  const { id } = await requireInbox(projectId, params.inbox_id);
  return toWireEvents(await listInboxEvents(projectId, id, query.limit));
});
