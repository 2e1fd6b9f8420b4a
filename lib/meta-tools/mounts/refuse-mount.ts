/** Files of a session's workbench: there is no workbench yet, and clients are told so. */
import { ApiError } from "@/lib/kernel/errors";
import { requireSession } from "@/lib/tool-router/sessions/sessions";

/** @throws ApiError NotImplemented, or NotFound for a session that there is not */
export async function refuseMount(projectId: string, sessionId: string): Promise<never> {
  await requireSession(projectId, sessionId);
  throw new ApiError("NotImplemented", "This server has no workbench yet, so a session has no files.", {
    suggestedFix: "Give files to tools with POST /api/v3/files/upload/request.",
    headers: { "x-should-retry": "false" },
  });
}
