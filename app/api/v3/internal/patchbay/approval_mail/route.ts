/** GET, PUT and DELETE /api/v3/internal/patchbay/approval_mail */
import { approvalMailApi } from "@/lib/approval-messages/contract";
import { deleteMailServer, setMailServer, showMailSettings } from "@/lib/approval-messages/mail/set-mail-server";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(approvalMailApi.getApprovalMail, (_, caller) => showMailSettings(caller.projectId));
export const PUT = defineRoute(approvalMailApi.setApprovalMail, ({ body }, caller, { tell }) => {
  tell({ server: body.server, from: body.from });
  return setMailServer(caller.projectId, body);
});
export const DELETE = defineRoute(approvalMailApi.deleteApprovalMail, (_, caller) =>
  deleteMailServer(caller.projectId),
);
