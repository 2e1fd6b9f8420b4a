/** PUT /api/v3/internal/patchbay/organization/policies/order */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { orderRules } from "@/lib/policies/create-rule";
import { organizationPoliciesApi } from "@/lib/policies/organization.contract";
import { toPolicy } from "@/lib/policies/to-policy";

export const PUT = defineRoute(
  organizationPoliciesApi.orderOrganizationPolicies,
  async ({ body }, { organizationId }) => ({
    items: (await orderRules(organizationId, body.ids)).map(toPolicy),
  }),
);
