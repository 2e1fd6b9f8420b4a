/** GET, POST /api/v1/api_keys */
import { actorOf } from "@/lib/access/caller";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderKeysApi } from "@/lib/legacy/keys/contract";
import { listOlderKeys, toOlderKey } from "@/lib/legacy/keys/to-older-key";

export const GET = defineRoute(olderKeysApi.listOlderKeys, (_sent, { projectId }) => listOlderKeys(projectId));

export const POST = defineRoute(olderKeysApi.createOlderKey, async ({ body }, caller) => {
  const { key, ...row } = await createApiKey(caller.projectId, { name: body.name, createdBy: actorOf(caller) });
  return toOlderKey(row, key);
});
