/** POST /api/v3/internal/patchbay/check_calls */
import { checkCalls } from "@/lib/execution/fit/check-calls";
import { fitApi } from "@/lib/execution/fit/contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(fitApi.checkCalls, ({ body }, { projectId }) => checkCalls(projectId, body));
