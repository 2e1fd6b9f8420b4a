/** POST /api/v3/tool_router/session/{session_id}/mounts/{mount_id}/upload_url */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mountsApi } from "@/lib/sessions/files/contract";
import { createMountUpload } from "@/lib/sessions/files/mounts";
import { rules } from "@/lib/reach/rules";

export const POST = defineRoute(
  mountsApi.createMountUpload,
  ({ params, body }, { projectId }) => createMountUpload(projectId, params, body.mount_relative_path),
  rules.inSession,
);
