/** PATCH /api/v3/internal/patchbay/organization/second_step */
import { accessApi } from "@/lib/access/contract";
import { setSecondStepRule } from "@/lib/access/factors/set-second-step-rule";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const PATCH = defineRoute(accessApi.setSecondStepRule, async ({ body: { required } }, caller, { tell }) => {
  const wasRequired = await setSecondStepRule(caller, required);
  tell({ from: String(wasRequired), to: String(required) });
  return { id: caller.organizationId, required };
});
