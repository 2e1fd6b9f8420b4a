/** GET, POST /api/v3/internal/patchbay/organization/policies */
import { requireProfile } from "@/lib/access/people/profile";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { createRule, listRules } from "@/lib/policies/create-rule";
import { organizationPoliciesApi } from "@/lib/policies/organization.contract";
import { toPolicy } from "@/lib/policies/to-policy";

export const GET = defineRoute(organizationPoliciesApi.listOrganizationPolicies, async (_, { organizationId }) => ({
  items: (await listRules(organizationId)).map(toPolicy),
}));

export const POST = defineRoute(
  organizationPoliciesApi.createOrganizationPolicy,
  async ({ body }, { organizationId, by }) => {
    const { email } = await requireProfile(by.userId);
    return toPolicy(await createRule(organizationId, body, { id: by.userId, name: email }));
  },
);
