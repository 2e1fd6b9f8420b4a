/** Files of a session's workbench are not given out by these operations yet, and clients are told so. */
import { ApiError } from "@/lib/kernel/errors";
import { requireSession } from "@/lib/tool-router/sessions/sessions";

/** @throws ApiError NotImplemented, or NotFound for a session that there is not */
export async function refuseMount(projectId: string, sessionId: string): Promise<never> {
  await requireSession(projectId, sessionId);
  throw new ApiError("NotImplemented", "This server does not give out the files of a session's workbench yet.", {
    suggestedFix:
      "Give files to tools with POST /api/v3/files/upload/request; code in the workbench gives its own out with upload_local_file.",
    headers: { "x-should-retry": "false" },
  });
}
