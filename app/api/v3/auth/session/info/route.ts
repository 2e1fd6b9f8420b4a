/** GET /api/v3/auth/session/info */
import { accessApi } from "@/lib/access/contract";
import { showSessionInfo } from "@/lib/access/people/show-session-info";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getSessionInfo, (_, caller) => showSessionInfo(caller));
