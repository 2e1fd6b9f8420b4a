/** POST /api/v3/internal/patchbay/sign_in/second_step */
import { accessApi } from "@/lib/access/contract";
import { finishSignIn } from "@/lib/access/factors/finish-sign-in";
import { toDevice } from "@/lib/access/sign-in/to-device";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(
  accessApi.finishSignIn,
  async ({ body }, _, { headers, address, requestId, answer }) => {
    const { cookies, ...finished } = await finishSignIn(headers.get("cookie"), body.code, {
      address,
      requestId,
      device: toDevice(headers.get("user-agent")),
    });
    for (const cookie of cookies) answer.append("set-cookie", cookie);
    return { success: true, ...finished };
  },
);
