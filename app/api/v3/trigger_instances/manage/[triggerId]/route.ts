/** PATCH, DELETE /api/v3/trigger_instances/manage/{triggerId} */
import { permissionsOf } from "@/lib/access/roles";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { ApiError } from "@/lib/kernel/errors";
import { triggersApi } from "@/lib/triggers/contract";
import { assertMayRedirect } from "@/lib/triggers/instances/change-egress-url";
import { toAuditFacts } from "@/lib/triggers/instances/to-audit-facts";
import { changeTrigger, deleteTrigger, switchTrigger } from "@/lib/triggers/instances/switch-trigger";
import { rules } from "@/lib/reach/rules";

export const PATCH = defineRoute(
  triggersApi.switchTrigger,
  async (
    { params, body: { status, polling, egress_url: egressUrl, user_id: userId } },
    caller,
    { requestId, tell },
  ) => {
    const { projectId } = caller;
    const id = params.triggerId;
    if (status === undefined && polling === undefined && egressUrl === undefined)
      throw new ApiError("BadRequest", "Send status, polling or egress_url.", { errors: ["status: is required"] });
    assertMayRedirect(egressUrl, permissionsOf(caller));
    tell(toAuditFacts({ polling, egressUrl }));
    await changeTrigger(projectId, id, { polling, egressUrl, userId });
    if (status !== undefined) await switchTrigger(projectId, id, status === "enable", { requestId });
    return { status: "success" as const };
  },
  rules.changesTrigger,
);

export const DELETE = defineRoute(
  triggersApi.deleteTrigger,
  async ({ params }, { projectId }) => {
    await deleteTrigger(projectId, params.triggerId);
    return { trigger_id: params.triggerId };
  },
  rules.ofTrigger,
);
