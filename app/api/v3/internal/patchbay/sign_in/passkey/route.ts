/** POST /api/v3/internal/patchbay/sign_in/passkey */
import { accessApi } from "@/lib/access/contract";
import { signInByPasskey } from "@/lib/access/factors/sign-in-by-passkey";
import { toDevice } from "@/lib/access/sign-in/to-device";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.signInByPasskey, async ({ body }, _, { headers, address, answer }) => {
  const client = { address, device: toDevice(headers.get("user-agent")) };
  for (const cookie of await signInByPasskey(headers.get("cookie"), body.assertion, client))
    answer.append("set-cookie", cookie);
  return { success: true };
});
