/** POST /api/v3/internal/patchbay/cli_sessions/read */
import { accessApi } from "@/lib/access/contract";
import { readCliSession } from "@/lib/access/keys/confirm-cli-session";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.readCliSession, ({ body }, caller) => readCliSession(caller, body.cli_key));
