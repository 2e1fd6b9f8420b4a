/** GET, POST /api/v3/internal/patchbay/invitations */
import { accessApi } from "@/lib/access/contract";
import { createInvitation, listInvitations } from "@/lib/access/people/invitations";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listInvitations, ({ query }, { organizationId }) =>
  listInvitations(organizationId, query),
);

export const POST = defineRoute(accessApi.createInvitation, ({ body }, { organizationId, by }) =>
  createInvitation({ organizationId, userId: by.userId }, body),
);
