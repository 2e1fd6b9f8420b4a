/** GET /api/v3/internal/patchbay/session */
import { accessApi } from "@/lib/access/contract";
import { requireSignInFacts } from "@/lib/access/people/owners";
import { toWireSignIn } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { VERSION } from "@/lib/kernel/process/version";

export const GET = defineRoute(accessApi.getSession, async (_, caller) => {
  const { userId, confined, closed } = caller.by;
  return toWireSignIn(await requireSignInFacts(userId, confined && caller.organizationId, closed), caller, VERSION);
});
