/** POST /api/v3/internal/patchbay/profile/sign_out_everywhere */
import { accessApi } from "@/lib/access/contract";
import { signOutEverywhere } from "@/lib/access/people/profile";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.signOutEverywhere, async (_, { userId }) => {
  await signOutEverywhere(userId);
  return { success: true };
});
