/** DELETE /api/v3/internal/patchbay/sessions/{session_id}/access_keys/{key_id} */
import { sessionKeysApi } from "@/lib/access/keys/session-keys.contract";
import { revokeSessionKey } from "@/lib/access/keys/session-keys";
import { defineRoute } from "@/lib/http/api-door/define-route";
import { requireSeenSession } from "@/lib/sessions/sessions";

export const DELETE = defineRoute(sessionKeysApi.revokeSessionKey, async ({ params }, { projectId }) => {
  const session = await requireSeenSession(projectId, params.session_id);
  await revokeSessionKey(projectId, session.id, params.key_id);
  return { id: params.key_id, revoked: true as const };
});
