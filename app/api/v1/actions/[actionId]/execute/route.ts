/** POST /api/v1/actions/{actionId}/execute */
import { answerExecution } from "@/app/api/v2/actions/answer-action";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { actionsV1Api } from "@/lib/legacy/actions/contract";

export const POST = defineRoute(actionsV1Api.executeActionV1, answerExecution);
