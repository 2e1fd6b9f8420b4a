/** GET /api/v3/tool_router/session/{session_id}/mounts/{mount_id}/items */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { mountsApi } from "@/lib/meta-tools/mounts/contract";
import { refuseMount } from "@/lib/meta-tools/mounts/refuse-mount";

export const GET = defineRoute(mountsApi.listMountItems, ({ params }, { projectId }) =>
  refuseMount(projectId, params.session_id),
);
