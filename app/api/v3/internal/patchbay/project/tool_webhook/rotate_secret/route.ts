/** POST /api/v3/internal/patchbay/project/tool_webhook/rotate_secret */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toolWebhookApi } from "@/lib/webhooks/tool-calls/contract";
import { rotateToolWebhookSecret } from "@/lib/webhooks/tool-calls/set-tool-webhook";

export const POST = defineRoute(toolWebhookApi.rotateToolWebhookSecret, async (_, { projectId }) => ({
  secret: await rotateToolWebhookSecret(projectId),
}));
