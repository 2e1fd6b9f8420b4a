/** POST /api/v1/triggers/update_webhook_format */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { setCallbackFormat } from "@/lib/legacy/triggers/callback";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";

export const POST = defineRoute(olderTriggersApi.setWebhookFormat, async ({ body }, caller) => {
  await setCallbackFormat(caller, body.isNewWebhook);
  return { status: "success" as const };
});
