/** PATCH, DELETE /api/v3/internal/patchbay/organization/policies/{id} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { deleteRule, updateRule } from "@/lib/policies/create-rule";
import { organizationPoliciesApi } from "@/lib/policies/organization.contract";
import { toPolicy } from "@/lib/policies/to-policy";

export const PATCH = defineRoute(
  organizationPoliciesApi.updateOrganizationPolicy,
  async ({ params, body }, { organizationId }) => {
    const { if_updated_at: readAt, ...change } = body;
    const time = readAt === undefined ? undefined : new Date(readAt);
    return toPolicy(await updateRule(organizationId, params.id, change, time));
  },
);

export const DELETE = defineRoute(
  organizationPoliciesApi.deleteOrganizationPolicy,
  async ({ params: { id } }, { organizationId }) => {
    await deleteRule(organizationId, id);
    return { id, deleted: true as const };
  },
);
