/** POST /api/v3/internal/patchbay/profile/second_factor/start */
import { accessApi } from "@/lib/access/contract";
import { startSecondFactor } from "@/lib/access/factors/confirm-second-factor";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.startSecondFactor, ({ body }, caller, { address }) =>
  startSecondFactor(caller, body.code, address),
);
