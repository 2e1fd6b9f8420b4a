/** POST /api/v3/internal/patchbay/approval_mail/test */
import { requireProfile } from "@/lib/access/people/profile";
import { approvalMailApi } from "@/lib/approval-messages/contract";
import { tryMail } from "@/lib/approval-messages/mail/try-mail";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(approvalMailApi.testApprovalMail, async (_, { projectId, by }) =>
  tryMail(projectId, (await requireProfile(by.userId)).email),
);
