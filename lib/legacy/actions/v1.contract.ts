/** Actions under the paths of version 1, which the first programs call. */
import { operation } from "@/lib/contract/operation";
import { actionsApi } from "./contract";

export const actionsV1Api = {
  listActionsV1: operation({ ...actionsApi.listActions, id: "v1.actions.list", path: "/api/v1/actions" }),
  getActionV1: operation({ ...actionsApi.getAction, id: "v1.actions.get", path: "/api/v1/actions/{actionId}" }),
  executeActionV1: operation({
    ...actionsApi.executeAction,
    id: "v1.actions.execute",
    path: "/api/v1/actions/{actionId}/execute",
  }),
  executeActionRequestV1: operation({
    ...actionsApi.executeActionRequest,
    id: "v1.actions.proxy",
    path: "/api/v1/actions/proxy",
  }),
};
