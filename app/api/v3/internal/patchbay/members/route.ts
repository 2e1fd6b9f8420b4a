/** GET /api/v3/internal/patchbay/members */
import { accessApi } from "@/lib/access/contract";
import { listMembers } from "@/lib/access/people/members";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listMembers, ({ query }, { organizationId, by }) =>
  listMembers(organizationId, by.role, query),
);
