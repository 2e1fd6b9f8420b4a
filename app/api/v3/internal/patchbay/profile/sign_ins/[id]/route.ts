/** DELETE /api/v3/internal/patchbay/profile/sign_ins/{id} */
import { accessApi } from "@/lib/access/contract";
import { endOwnSignIn } from "@/lib/access/sign-in/list-sign-ins";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const DELETE = defineRoute(accessApi.endSignIn, async ({ params }, caller) => {
  await endOwnSignIn(caller, params.id);
  return { success: true };
});
