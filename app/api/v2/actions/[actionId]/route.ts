/** GET /api/v2/actions/{actionId} */
import { answerAction } from "@/app/api/v2/actions/answer-action";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsApi.getAction, answerAction);
