/** GET, POST /api/v3/internal/patchbay/policies */
import { actorOf, memberOf } from "@/lib/access/caller";
import { requireProfile } from "@/lib/access/people/profile";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { policiesApi } from "@/lib/policies/contract";
import { createRule, listRules } from "@/lib/policies/create-rule";
import { toPolicy } from "@/lib/policies/to-policy";

export const GET = defineRoute(policiesApi.listPolicies, async (_, { projectId }) => ({
  items: (await listRules(projectId)).map(toPolicy),
}));

export const POST = defineRoute(policiesApi.createPolicy, async ({ body }, caller) => {
  const member = memberOf(caller);
  const name = member === undefined ? null : (await requireProfile(member)).email;
  return toPolicy(await createRule(caller.projectId, body, { id: actorOf(caller), name }));
});
