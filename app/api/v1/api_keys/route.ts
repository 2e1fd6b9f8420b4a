/** GET, POST /api/v1/api_keys */
import { createApiKeyAs } from "@/lib/access/keys/create-api-key-as";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { listOlderKeys, toOlderKey } from "@/lib/legacy/project/list-older-keys";

export const GET = defineRoute(olderProjectApi.listOlderKeys, (_sent, { projectId }) => listOlderKeys(projectId));

export const POST = defineRoute(olderProjectApi.createOlderKey, async ({ body }, caller) => {
  const { key, ...row } = await createApiKeyAs(caller, { name: body.name });
  return toOlderKey(row, key);
});
