/** POST /api/v3/internal/patchbay/organization/sso/providers */
import { accessApi } from "@/lib/access/contract";
import { createProvider, toWireProvider } from "@/lib/access/sso/update-provider";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const POST = defineRoute(accessApi.createSsoProvider, async ({ body }, caller) =>
  toWireProvider(await createProvider(caller, body)),
);
