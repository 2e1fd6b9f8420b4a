/** GET, POST /api/v3/internal/patchbay/api_keys */
import { findApiKeys } from "@/lib/access/keys/api-keys";
import { createApiKeyAs } from "@/lib/access/keys/create-api-key-as";
import { toScopes } from "@/lib/access/keys/key-scopes";
import { accessApi } from "@/lib/access/contract";
import { toWireApiKey } from "@/lib/access/wire";
import { toLimits } from "@/lib/reach/to-limits";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listApiKeys, async ({ query }, { projectId }) => {
  const page = await findApiKeys(projectId, query);
  return { ...page, items: page.items.map(toWireApiKey) };
});

export const POST = defineRoute(accessApi.createApiKey, async ({ body }, caller) => {
  const apiKey = await createApiKeyAs(caller, {
    name: body.name,
    expiresInDays: body.expires_in_days,
    ...(body.scopes && { scopes: toScopes(body.scopes) }),
    ...(body.limits && { limits: await toLimits(caller.projectId, body.limits) }),
  });
  return { ...toWireApiKey(apiKey), key: apiKey.key };
});
