/** POST /api/v2/actions/proxy */
import { answerRequest } from "@/app/api/v2/actions/answer-action";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const POST = defineRoute(actionsApi.executeActionRequest, answerRequest);
