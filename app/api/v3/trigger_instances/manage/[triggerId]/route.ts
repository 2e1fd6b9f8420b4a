/** PATCH, DELETE /api/v3/trigger_instances/manage/{triggerId} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { triggersApi } from "@/lib/triggers/contract";
import { deleteTrigger, switchTrigger } from "@/lib/triggers/instances/switch-trigger";
import { rules } from "@/lib/reach/rules";

export const PATCH = defineRoute(
  triggersApi.switchTrigger,
  async ({ params, body }, { projectId }, { requestId }) => {
    await switchTrigger(projectId, params.triggerId, body.status === "enable", { requestId });
    return { status: "success" as const };
  },
  rules.ofTrigger,
);

export const DELETE = defineRoute(
  triggersApi.deleteTrigger,
  async ({ params }, { projectId }) => {
    await deleteTrigger(projectId, params.triggerId);
    return { trigger_id: params.triggerId };
  },
  rules.ofTrigger,
);
