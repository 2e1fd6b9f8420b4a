/** GET and PUT /api/v3/internal/patchbay/workbench/egress */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { workbenchApi } from "@/lib/workbench/contract";
import { describeEgress, setHosts } from "@/lib/workbench/egress/hosts";

export const GET = defineRoute(workbenchApi.getWorkbenchEgress, (_, { projectId }) => describeEgress(projectId));

export const PUT = defineRoute(workbenchApi.setWorkbenchEgress, async ({ body }, { projectId }) => {
  await setHosts(projectId, body.hosts);
  return describeEgress(projectId);
});
