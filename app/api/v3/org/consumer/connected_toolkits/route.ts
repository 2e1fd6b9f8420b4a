/** GET /api/v3/org/consumer/connected_toolkits */
import { accessApi } from "@/lib/access/contract";
import { resolveConsumerProject } from "@/lib/access/people/resolve-consumer-project";
import { findConnectedToolkits } from "@/lib/connected-accounts/accounts/find-users-accounts";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listConsumerToolkits, async ({ query }, caller, { headers }) => {
  const { project_id: projectId } = await resolveConsumerProject(caller, headers.get("x-org-id") || undefined);
  return { toolkits: await findConnectedToolkits(projectId, query.user_id) };
});
