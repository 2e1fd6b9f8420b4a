/** GET, PUT and DELETE /api/v3/internal/patchbay/approval_slack */
import { approvalSlackApi } from "@/lib/approval-messages/slack.contract";
import { deleteSlackApp, setSlackApp, showSlackSettings } from "@/lib/approval-messages/slack/set-slack-app";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(approvalSlackApi.getApprovalSlack, (_, caller) => showSlackSettings(caller.projectId));
export const PUT = defineRoute(approvalSlackApi.setApprovalSlack, ({ body }, caller, { tell }) => {
  tell({ channel: body.channel, ...(body.api_url !== undefined && { api_url: body.api_url }) });
  return setSlackApp(caller.projectId, body);
});
export const DELETE = defineRoute(approvalSlackApi.deleteApprovalSlack, (_, caller) =>
  deleteSlackApp(caller.projectId),
);
