/** POST /api/v3/api_key_revocation */
import { reportLeakedKeys } from "@/lib/access/keys/revoke-leaked-keys";
import { leakedKeysApi } from "@/lib/access/keys/leaked-keys.contract";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(leakedKeysApi.reportLeakedKeys, async ({ body }, _, { requestId, address }) => {
  await reportLeakedKeys(body.api_keys, { requestId, address });
  return { received: true };
});
