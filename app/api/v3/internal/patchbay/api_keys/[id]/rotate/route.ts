/** POST /api/v3/internal/patchbay/api_keys/{id}/rotate */
import { actorOf } from "@/lib/access/caller";
import { accessApi } from "@/lib/access/contract";
import { rotateApiKey } from "@/lib/access/keys/rotate-api-key";
import { toWireApiKey } from "@/lib/access/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.rotateApiKey, async ({ params, body }, caller, { tell }) => {
  const { successor, replacedExpiresAt } = await rotateApiKey(caller.projectId, params.id, {
    overlapSeconds: body.overlap_hours * 3_600,
    createdBy: actorOf(caller),
    caller,
  });
  tell({ successor: successor.id, ends: replacedExpiresAt.toISOString() });
  return {
    ...toWireApiKey(successor),
    key: successor.key,
    replaces: params.id,
    replaced_expires_at: replacedExpiresAt.toISOString(),
  };
});
