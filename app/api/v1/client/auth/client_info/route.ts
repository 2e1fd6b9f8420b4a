/** GET /api/v1/client/auth/client_info */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { showClientInfo } from "@/lib/legacy/project/show-client-info";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { findCallback } from "@/lib/legacy/triggers/callback";

export const GET = defineRoute(olderProjectApi.getClientInfo, async (_sent, caller) =>
  showClientInfo(caller, await findCallback(caller)),
);
