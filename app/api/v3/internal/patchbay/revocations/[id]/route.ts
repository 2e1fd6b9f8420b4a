/** GET /api/v3/internal/patchbay/revocations/{id} */
import { revocationApi } from "@/lib/connected-accounts/revocation/contract";
import { requireRevocation } from "@/lib/connected-accounts/revocation/list-revocations";
import { toWireRevocation } from "@/lib/connected-accounts/revocation/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(revocationApi.getRevocation, async ({ params }, { projectId }) =>
  toWireRevocation(await requireRevocation(projectId, params.id)),
);
