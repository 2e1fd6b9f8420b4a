/** GET, POST /api/v1/api_keys */
import { actorOf } from "@/lib/access/caller";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { olderProjectApi } from "@/lib/legacy/project/contract";
import { listOlderKeys, toOlderKey } from "@/lib/legacy/project/list-older-keys";

export const GET = defineRoute(olderProjectApi.listOlderKeys, (_sent, { projectId }) => listOlderKeys(projectId));

export const POST = defineRoute(olderProjectApi.createOlderKey, async ({ body }, caller) => {
  const { key, ...row } = await createApiKey(caller.projectId, { name: body.name, createdBy: actorOf(caller) });
  return toOlderKey(row, key);
});
