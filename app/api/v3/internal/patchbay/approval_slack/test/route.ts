/** POST /api/v3/internal/patchbay/approval_slack/test */
import { approvalSlackApi } from "@/lib/approval-messages/slack.contract";
import { trySlack } from "@/lib/approval-messages/slack/try-slack";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(approvalSlackApi.testApprovalSlack, (_, caller) => trySlack(caller.projectId));
