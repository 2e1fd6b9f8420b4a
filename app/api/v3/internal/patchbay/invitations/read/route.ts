/** POST /api/v3/internal/patchbay/invitations/read */
import { accessApi } from "@/lib/access/contract";
import { readInvitation } from "@/lib/access/people/accept-invitation";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.readInvitation, ({ body }, _, { address }) =>
  readInvitation(body.token, address),
);
