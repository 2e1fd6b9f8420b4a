/** GET /api/v3/org/list */
import { accessApi } from "@/lib/access/contract";
import { listOrganizations } from "@/lib/access/people/show-session-info";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listOrganizations, ({ query }, caller) => listOrganizations(caller, query));
