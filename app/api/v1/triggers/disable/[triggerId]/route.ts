/** POST /api/v1/triggers/disable/{triggerId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { ofTrigger } from "@/lib/legacy/triggers/list-older-triggers";
import { switchTrigger } from "@/lib/triggers/instances/switch-trigger";

export const POST = defineRoute(
  olderTriggersApi.disableOlderTrigger,
  async ({ params }, { projectId }, { requestId }) => {
    await ofTrigger(() => switchTrigger(projectId, params.triggerId, false, { requestId }));
    return { status: "success" as const };
  },
);
