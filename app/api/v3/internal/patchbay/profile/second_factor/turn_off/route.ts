/** POST /api/v3/internal/patchbay/profile/second_factor/turn_off */
import { accessApi } from "@/lib/access/contract";
import { turnOffSecondFactor } from "@/lib/access/factors/confirm-second-factor";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.turnOffSecondFactor, async ({ body }, caller, { address }) => {
  await turnOffSecondFactor(caller, body.code, address);
  return { success: true };
});
