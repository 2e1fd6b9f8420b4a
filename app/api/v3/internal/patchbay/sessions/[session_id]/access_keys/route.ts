/** GET, POST /api/v3/internal/patchbay/sessions/{session_id}/access_keys */
import { actorOf } from "@/lib/access/caller";
import { sessionKeysApi } from "@/lib/access/keys/session-keys.contract";
import { createSessionKey, findSessionKeys, toSessionKey } from "@/lib/access/keys/session-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { takeOwnership, requireSeenSession } from "@/lib/sessions/sessions";

export const GET = defineRoute(sessionKeysApi.listSessionKeys, async ({ params }, { projectId }) => {
  const session = await requireSeenSession(projectId, params.session_id);
  return { items: (await findSessionKeys(projectId, session.id)).map(toSessionKey) };
});

export const POST = defineRoute(sessionKeysApi.createSessionKey, async ({ params, body }, caller, { tell }) => {
  const { projectId } = caller;
  const { id } = await requireSeenSession(projectId, params.session_id);
  const hold = takeOwnership(projectId, id);
  const accessKey = await createSessionKey(
    projectId,
    { id, hold },
    {
      name: body.name,
      createdBy: actorOf(caller),
      expiresInSeconds: body.expires_in_seconds,
    },
  );
  tell({ session: id });
  return { ...toSessionKey(accessKey), key: accessKey.key };
});
