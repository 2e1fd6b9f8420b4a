/** GET /logos/toolkit/{id}: the uploaded logo of a project's own toolkit, for everybody who connects to it. */
import { defineRawRoute } from "@/lib/http/api-door/define-route";
import { toLogoResponse } from "@/lib/http/api-door/to-logo-response";
import { customToolkitsApi } from "@/lib/own-toolkits/mcp/contract";
import { requireToolkitLogo } from "@/lib/own-toolkits/mcp/require-toolkit-logo";

export const GET = defineRawRoute(customToolkitsApi.getOwnToolkitLogo, async (_request, _caller, { params }) =>
  toLogoResponse(await requireToolkitLogo(params.id ?? "")),
);
