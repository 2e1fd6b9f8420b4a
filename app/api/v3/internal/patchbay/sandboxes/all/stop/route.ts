/** POST /api/v3/internal/patchbay/sandboxes/all/stop */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { sandboxesApi } from "@/lib/notebook/sandboxes/contract";
import { stopSandboxes } from "@/lib/workbench/control";

export const POST = defineRoute(sandboxesApi.stopEverySandbox, async ({ body }) => ({
  stopped: await stopSandboxes(null, body.ids),
}));
