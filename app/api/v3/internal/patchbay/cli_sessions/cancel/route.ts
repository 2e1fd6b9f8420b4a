/** POST /api/v3/internal/patchbay/cli_sessions/cancel */
import { accessApi } from "@/lib/access/contract";
import { cancelCliSession } from "@/lib/access/keys/confirm-cli-session";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.cancelCliSession, async ({ body }) => ({
  name: await cancelCliSession(body.cli_key),
}));
