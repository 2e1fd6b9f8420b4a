/** POST /api/v1/triggers/update_webhook_format */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { assertNewFormat } from "@/lib/legacy/triggers/list-older-triggers";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";

export const POST = defineRoute(olderTriggersApi.setWebhookFormat, ({ body }) => {
  assertNewFormat(body.isNewWebhook);
  return Promise.resolve({ status: "success" as const });
});
