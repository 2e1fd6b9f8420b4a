/** GET, POST /api/v3/internal/patchbay/revocations */
import { assertMayRevokeProject } from "@/lib/access/projects/assert-keeps-protection";
import { revocationApi } from "@/lib/connected-accounts/revocation/contract";
import { listRevocations, requireRevocation } from "@/lib/connected-accounts/revocation/list-revocations";
import { revokeEverything } from "@/lib/connected-accounts/revocation/create-revocation";
import { toWireRevocation } from "@/lib/connected-accounts/revocation/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(revocationApi.listRevocations, async ({ query }, { projectId }) => {
  const revocations = await listRevocations(projectId, query);
  return { ...revocations, items: revocations.items.map(toWireRevocation) };
});

export const POST = defineRoute(revocationApi.startRevocation, async ({ body }, caller) => {
  if (body.scope === "project") assertMayRevokeProject(caller);
  const { projectId } = caller;
  return toWireRevocation(await requireRevocation(projectId, await revokeEverything(projectId, body)));
});
