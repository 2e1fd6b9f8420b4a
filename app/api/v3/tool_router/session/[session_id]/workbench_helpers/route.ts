/** GET /api/v3/tool_router/session/{session_id}/workbench_helpers */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { mountsApi } from "@/lib/sessions/files/contract";
import { requireSeenSession } from "@/lib/sessions/sessions";
import { helpersFile } from "@/lib/workbench/helpers-file";

export const GET = defineRawRoute(mountsApi.getWorkbenchHelpers, async (_, { projectId }, { params }) => {
  await requireSeenSession(projectId, params.session_id ?? "");
  return new Response(await helpersFile(), {
    headers: {
      "content-type": "text/x-python; charset=utf-8",
      "content-disposition": 'attachment; filename="workbench_helpers.py"',
      "cache-control": "no-store",
    },
  });
});
