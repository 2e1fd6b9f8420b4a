/** GET /api/v1/triggers/callback_url */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { findCallback } from "@/lib/legacy/triggers/callback";

export const GET = defineRoute(olderTriggersApi.getCallbackUrl, async (_sent, caller) => ({
  status: "success" as const,
  callbackURL: (await findCallback(caller)).url,
}));
