/** GET /api/v3/internal/patchbay/organization/sso */
import { accessApi } from "@/lib/access/contract";
import { findDomains, toWireDomain } from "@/lib/access/sso/prove-domain";
import { findProviders, toWireProvider } from "@/lib/access/sso/update-provider";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getSso, async (_, { organizationId }) => {
  const [providers, domains] = await Promise.all([findProviders(organizationId), findDomains(organizationId)]);
  return { providers: providers.map(toWireProvider), domains: domains.map(toWireDomain) };
});
