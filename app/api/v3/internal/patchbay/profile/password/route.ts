/** POST /api/v3/internal/patchbay/profile/password */
import { requireSessionUser } from "@/lib/access/caller";
import { accessApi } from "@/lib/access/contract";
import { changePassword } from "@/lib/access/profile";
import { defineRoute } from "@/lib/http/define-route";

export const POST = defineRoute(accessApi.changePassword, async ({ body }, caller, { answer }) => {
  answer.append(
    "set-cookie",
    await changePassword(requireSessionUser(caller), {
      currentPassword: body.current_password,
      newPassword: body.new_password,
    }),
  );
  return { success: true };
});
