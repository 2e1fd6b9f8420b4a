/** GET /logos/project/{id}: the uploaded logo of a project, for everybody who connects there. */
import { accessApi } from "@/lib/access/contract";
import { requireLogo } from "@/lib/access/projects/logos";
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toLogoResponse } from "@/lib/http/api-door/to-logo-response";

export const GET = defineRawRoute(accessApi.getProjectLogo, async (_request, _caller, { params }) =>
  toLogoResponse(await requireLogo(params.id ?? "")),
);
