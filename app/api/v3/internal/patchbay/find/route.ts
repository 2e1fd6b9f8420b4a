/** POST /api/v3/internal/patchbay/find */
import { findApi } from "@/lib/find/contract";
import { find } from "@/lib/find/find";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(findApi.find, ({ body }, { projectId }) => find(projectId, body));
