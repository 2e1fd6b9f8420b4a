/** PATCH, DELETE /api/v3/internal/patchbay/policies/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { policiesApi } from "@/lib/policies/contract";
import { deleteRule, updateRule } from "@/lib/policies/create-rule";
import { toPolicy } from "@/lib/policies/to-policy";

export const PATCH = defineRoute(policiesApi.updatePolicy, async ({ params, body }, { projectId }) => {
  const { if_updated_at: readAt, ...change } = body;
  return toPolicy(await updateRule(projectId, params.id, change, readAt === undefined ? undefined : new Date(readAt)));
});

export const DELETE = defineRoute(policiesApi.deletePolicy, async ({ params: { id } }, { projectId }) => {
  await deleteRule(projectId, id);
  return { id, deleted: true as const };
});
