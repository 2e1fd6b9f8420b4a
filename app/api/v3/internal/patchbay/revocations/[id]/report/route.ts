/** GET /api/v3/internal/patchbay/revocations/{id}/report */
import { revocationApi } from "@/lib/connected-accounts/revocation/contract";
import { listRevocationItems, requireRevocation } from "@/lib/connected-accounts/revocation/list-revocations";
import { toWireReport } from "@/lib/connected-accounts/revocation/wire";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(revocationApi.getRevocationReport, async ({ params, query }, { projectId }) =>
  toWireReport(await requireRevocation(projectId, params.id), await listRevocationItems(projectId, params.id, query)),
);
