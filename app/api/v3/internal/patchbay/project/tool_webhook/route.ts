/** GET, PUT, DELETE /api/v3/internal/patchbay/project/tool_webhook */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { toolWebhookApi } from "@/lib/webhooks/tool-calls/contract";
import {
  deleteToolWebhook,
  findToolWebhook,
  setToolWebhook,
  toToolWebhook,
} from "@/lib/webhooks/tool-calls/set-tool-webhook";

export const GET = defineRoute(toolWebhookApi.getToolWebhook, async (_, { projectId }) => {
  const row = await findToolWebhook(projectId);
  return { webhook: row && toToolWebhook(row) };
});

export const PUT = defineRoute(toolWebhookApi.setToolWebhook, async ({ body }, { projectId }) => {
  const { webhook, secret } = await setToolWebhook(projectId, body);
  return { webhook: toToolWebhook(webhook), secret };
});

export const DELETE = defineRoute(toolWebhookApi.deleteToolWebhook, async (_, { projectId }) => {
  await deleteToolWebhook(projectId);
  return { deleted: true as const };
});
