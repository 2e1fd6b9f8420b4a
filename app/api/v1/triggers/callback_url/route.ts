/** GET /api/v1/triggers/callback_url */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { findCallbackUrl } from "@/lib/legacy/triggers/list-older-triggers";

export const GET = defineRoute(olderTriggersApi.getCallbackUrl, async (_sent, caller) => ({
  status: "success" as const,
  callbackURL: await findCallbackUrl(caller),
}));
