/** GET /api/v1/client/auth/client_info */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { showClientInfo } from "@/lib/legacy/project/show-client-info";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { findCallbackUrl } from "@/lib/legacy/triggers/list-older-triggers";

export const GET = defineRoute(olderProjectApi.getClientInfo, async (_sent, caller) =>
  showClientInfo(caller, await findCallbackUrl(caller)),
);
