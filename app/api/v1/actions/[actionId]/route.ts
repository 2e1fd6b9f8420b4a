/** GET /api/v1/actions/{actionId} */
import { answerAction } from "@/app/api/v2/actions/answer-action";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { actionsV1Api } from "@/lib/legacy/actions/contract";

export const GET = defineRoute(actionsV1Api.getActionV1, answerAction);
