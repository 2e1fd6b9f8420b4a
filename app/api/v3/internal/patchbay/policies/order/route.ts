/** PUT /api/v3/internal/patchbay/policies/order */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { policiesApi } from "@/lib/policies/contract";
import { orderRules } from "@/lib/policies/create-rule";
import { toPolicy } from "@/lib/policies/to-policy";

export const PUT = defineRoute(policiesApi.orderPolicies, async ({ body }, { projectId }) => ({
  items: (await orderRules(projectId, body.ids)).map(toPolicy),
}));
