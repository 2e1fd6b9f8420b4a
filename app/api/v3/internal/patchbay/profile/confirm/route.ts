/** POST /api/v3/internal/patchbay/profile/confirm */
import { accessApi } from "@/lib/access/contract";
import { confirmPerson } from "@/lib/access/factors/confirm-person";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.confirmPerson, async ({ body }, caller, { address }) => {
  await confirmPerson(caller, body, address);
  return { success: true };
});
