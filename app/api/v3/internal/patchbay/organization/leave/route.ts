/** POST /api/v3/internal/patchbay/organization/leave */
import { accessApi } from "@/lib/access/contract";
import { leaveOrganization } from "@/lib/access/people/members";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.leaveOrganization, async (_, { organizationId, by }) => ({
  id: organizationId,
  signed_out: await leaveOrganization({ organizationId, userId: by.userId }),
}));
