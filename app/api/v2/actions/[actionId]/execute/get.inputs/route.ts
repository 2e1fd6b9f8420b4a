/** POST /api/v2/actions/{actionId}/execute/get.inputs */
import { toVersionChoice } from "@/lib/catalog/read/to-version-choice";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { actionsApi } from "@/lib/legacy/actions/contract";
import { findActionInputs } from "@/lib/legacy/actions/execute-action";

export const POST = defineRoute(actionsApi.findActionInputs, ({ params, body }, caller, { signal, requestId }) =>
  findActionInputs(caller.projectId, params.actionId, body, {
    signal,
    requestId,
    versions: toVersionChoice(caller, { apiVersion: "v3.1" }),
  }),
);
