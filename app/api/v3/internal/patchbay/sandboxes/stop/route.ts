/** POST /api/v3/internal/patchbay/sandboxes/stop */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sandboxesApi } from "@/lib/notebook/sandboxes/contract";
import { stopSandboxes } from "@/lib/workbench/control";

export const POST = defineRoute(sandboxesApi.stopSandboxes, async ({ body }, { projectId }) => ({
  stopped: await stopSandboxes(projectId, body.ids),
}));
