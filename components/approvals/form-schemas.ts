/** What the forms of messages take. Loaded after the page, because the schemas are large. */
import { approvalMailApi } from "@/lib/approval-messages/contract";
import { approvalSlackApi } from "@/lib/approval-messages/slack.contract";

export const MailServer = approvalMailApi.setApprovalMail.body;
export const SlackApp = approvalSlackApi.setApprovalSlack.body;
