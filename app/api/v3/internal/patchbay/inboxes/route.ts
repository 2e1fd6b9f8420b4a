/** GET and POST /api/v3/internal/patchbay/inboxes */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { requireTrigger } from "@/lib/triggers/instances/require-trigger";
import { inboxesApi } from "@/lib/webhooks/inboxes/contract";
import { createInbox, listInboxes } from "@/lib/webhooks/inboxes/require-inbox";
import { toWireInbox } from "@/lib/webhooks/inboxes/wire";

export const GET = defineRoute(inboxesApi.listInboxes, async (_sent, { projectId }) => ({
  items: (await listInboxes(projectId)).map(toWireInbox),
}));

export const POST = defineRoute(inboxesApi.createInbox, async ({ body }, { projectId }) => {
  const { name, trigger_id: triggerId, enabled_events: enabledEvents } = body;
  if (triggerId !== undefined) await requireTrigger(projectId, triggerId);
  return toWireInbox(await createInbox(projectId, { name, triggerId, enabledEvents }));
});
