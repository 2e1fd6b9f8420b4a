/** POST /api/v3/internal/patchbay/invitations/accept */
import { accessApi } from "@/lib/access/contract";
import { acceptInvitation } from "@/lib/access/people/accept-invitation";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.acceptInvitation, ({ body }, { userId }, { address }) =>
  acceptInvitation(userId, body.token, address),
);
