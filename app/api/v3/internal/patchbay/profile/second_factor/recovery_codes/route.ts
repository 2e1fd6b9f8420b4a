/** POST /api/v3/internal/patchbay/profile/second_factor/recovery_codes */
import { accessApi } from "@/lib/access/contract";
import { renewRecoveryCodes } from "@/lib/access/factors/confirm-second-factor";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.renewRecoveryCodes, ({ body }, caller, { address }) =>
  renewRecoveryCodes(caller, body.code, address),
);
