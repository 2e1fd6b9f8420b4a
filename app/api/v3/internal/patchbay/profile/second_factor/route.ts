/** GET, POST /api/v3/internal/patchbay/profile/second_factor */
import { accessApi } from "@/lib/access/contract";
import { confirmSecondFactor, readSecondFactor } from "@/lib/access/factors/confirm-second-factor";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getSecondFactor, (_, { userId }) => readSecondFactor(userId));

export const POST = defineRoute(accessApi.confirmSecondFactor, ({ body }, caller, { address }) =>
  confirmSecondFactor(caller, body.code, address),
);
