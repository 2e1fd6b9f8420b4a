/** GET /api/v3/cli/get-session */
import { accessApi } from "@/lib/access/contract";
import { handOutCliKey } from "@/lib/access/keys/hand-out-cli-key";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getCliSession, ({ query }, _caller, { requestId, address }) =>
  handOutCliKey(query.id, { requestId, address }),
);
