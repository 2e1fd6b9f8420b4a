/** POST /api/v3/tool_router/session/{session_id}/mounts/{mount_id}/delete */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mountsApi } from "@/lib/sessions/files/contract";
import { deleteMountItem } from "@/lib/sessions/files/mounts";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  mountsApi.deleteMountItem,
  ({ params, body }, { projectId }) => deleteMountItem(projectId, params, body.mount_relative_path),
  rules.inSession,
);
