/** POST /api/v3/internal/patchbay/approval_slack/{project_id}/actions: the buttons that people press in Slack. */
import { approvalSlackApi } from "@/lib/approval-messages/slack.contract";
import { receiveAction } from "@/lib/approval-messages/slack/receive-action";
import { defineProtocolRoute } from "@/lib/http/api-door/define-route";
import { takeProviderRequest } from "@/lib/http/api-door/take-provider-request";

export const POST = defineProtocolRoute(approvalSlackApi.receiveSlackAction, (request, params, requestId) =>
  takeProviderRequest(request, requestId, (call) => receiveAction(params.project_id ?? "", call)),
);
