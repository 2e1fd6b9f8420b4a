/** POST /api/v3/internal/patchbay/profile/password */
import { accessApi } from "@/lib/access/contract";
import { changePassword } from "@/lib/access/people/profile";
import { toDevice } from "@/lib/access/sign-in/to-device";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.changePassword, async ({ body }, caller, { answer, headers, address }) => {
  answer.append(
    "set-cookie",
    await changePassword(
      caller,
      { currentPassword: body.current_password, newPassword: body.new_password },
      { device: toDevice(headers.get("user-agent")), address },
    ),
  );
  return { success: true };
});
