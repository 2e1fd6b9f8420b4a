/** POST /api/v1/triggers/setCallbackURL */
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderTriggersApi } from "@/lib/legacy/triggers/contract";
import { setCallbackUrl } from "@/lib/legacy/triggers/callback";

export const POST = defineRoute(olderTriggersApi.setCallbackUrlInPython, async ({ body }, caller) => {
  await setCallbackUrl(caller, body.callbackURL);
  return { status: "success" as const, message: "The address gets the project's events." };
});
