/** GET, POST /api/v3/internal/patchbay/api_keys */
import { createApiKey, findApiKeys } from "@/lib/access/keys/api-keys";
import { toScopes } from "@/lib/access/keys/key-scopes";
import { actorOf } from "@/lib/access/caller";
import { accessApi } from "@/lib/access/contract";
import { toWireApiKey } from "@/lib/access/wire";
import { toLimits } from "@/lib/reach/to-limits";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.listApiKeys, async ({ query }, { projectId }) => {
  const page = await findApiKeys(projectId, query);
  return { ...page, items: page.items.map(toWireApiKey) };
});

export const POST = defineRoute(accessApi.createApiKey, async ({ body }, caller) => {
  const apiKey = await createApiKey(caller.projectId, {
    name: body.name,
    expiresInDays: body.expires_in_days,
    createdBy: actorOf(caller),
    ...(body.scopes && { scopes: toScopes(body.scopes) }),
    ...(body.limits && { limits: await toLimits(caller.projectId, body.limits) }),
  });
  return { ...toWireApiKey(apiKey), key: apiKey.key };
});
