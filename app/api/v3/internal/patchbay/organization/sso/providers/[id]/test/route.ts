/** POST /api/v3/internal/patchbay/organization/sso/providers/{id}/test */
import { accessApi } from "@/lib/access/contract";
import { testProvider } from "@/lib/access/sso/update-provider";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.testSsoProvider, ({ params: { id } }, { organizationId }) =>
  testProvider(organizationId, id),
);
