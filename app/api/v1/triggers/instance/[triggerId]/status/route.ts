/** PATCH /api/v1/triggers/instance/{triggerId}/status */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { ofTrigger } from "@/lib/legacy/triggers/list-older-triggers";
import { switchTrigger } from "@/lib/triggers/instances/switch-trigger";

export const PATCH = defineRoute(
  olderTriggersApi.switchOlderTrigger,
  async ({ params, body }, { projectId }, { requestId }) => {
    await ofTrigger(() => switchTrigger(projectId, params.triggerId, body.enabled, { requestId }));
    return { status: "success" as const };
  },
);
