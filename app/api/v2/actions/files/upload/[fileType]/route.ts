/** POST /api/v2/actions/files/upload/{fileType} */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { requestActionUpload } from "@/lib/legacy/actions/execute-action";
import { actionsApi } from "@/lib/legacy/actions/contract";

export const POST = defineRoute(actionsApi.requestActionUpload, ({ body }, { projectId }) =>
  requestActionUpload(projectId, body),
);
