/** DELETE /api/v1/triggers/instance/{triggerId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { ofTrigger } from "@/lib/legacy/triggers/list-older-triggers";
import { deleteTrigger } from "@/lib/triggers/instances/switch-trigger";

export const DELETE = defineRoute(olderTriggersApi.deleteOlderTrigger, async ({ params }, { projectId }) => {
  await ofTrigger(() => deleteTrigger(projectId, params.triggerId));
  return { status: "success" as const, count: 1 };
});
