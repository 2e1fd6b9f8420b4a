/** POST /api/v3/internal/patchbay/cli_sessions/confirm */
import { accessApi } from "@/lib/access/contract";
import { confirmCliSession } from "@/lib/access/keys/confirm-cli-session";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.confirmCliSession, ({ body }, caller) =>
  confirmCliSession(caller, { id: body.cli_key, code: body.code }),
);
