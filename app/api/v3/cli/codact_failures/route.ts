/** POST /api/v3/cli/codact_failures */
import { accessApi } from "@/lib/access/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.createCodactFailure, async (_, _caller, { requestId }) => ({
  tracked: false,
  id: requestId,
}));
