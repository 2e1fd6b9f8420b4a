/** GET /api/v3/internal/patchbay/profile/sign_ins */
import { accessApi } from "@/lib/access/contract";
import { listSignIns } from "@/lib/access/sign-in/list-sign-ins";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listSignIns, (_, caller) => listSignIns(caller));
