/** POST /api/v3/internal/patchbay/invitations/register */
import { accessApi } from "@/lib/access/contract";
import { registerByInvitation } from "@/lib/access/people/accept-invitation";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.registerByInvitation, ({ body }, _, { address }) =>
  registerByInvitation(body, address),
);
