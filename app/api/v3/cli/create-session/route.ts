/** POST /api/v3/cli/create-session */
import { accessApi } from "@/lib/access/contract";
import { createCliSession } from "@/lib/access/keys/confirm-cli-session";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.createCliSession, ({ body }, _caller, { address }) =>
  createCliSession(body, address),
);
