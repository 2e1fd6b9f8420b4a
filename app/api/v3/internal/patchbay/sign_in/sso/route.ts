/** POST /api/v3/internal/patchbay/sign_in/sso */
import { accessApi } from "@/lib/access/contract";
import { beginSso } from "@/lib/access/sso/begin-sso";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.beginSso, async ({ body }, _, { address, answer }) => {
  const { url, cookie } = await beginSso(body, address);
  answer.append("set-cookie", cookie);
  return { url };
});
