/** GET /api/v3/tool_router/session/{session_id}/mounts/{mount_id}/items */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mountsApi } from "@/lib/sessions/files/contract";
import { listMount } from "@/lib/sessions/files/mounts";
import { rules } from "@/lib/reach/rules";

export const GET = defineRoute(
  mountsApi.listMountItems,
  ({ params, query }, { projectId }) => listMount(projectId, params, query),
  rules.inSession,
);
