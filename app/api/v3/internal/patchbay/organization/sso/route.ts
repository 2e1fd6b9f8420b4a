/** GET, PATCH /api/v3/internal/patchbay/organization/sso */
import { accessApi } from "@/lib/access/contract";
import { readSsoRule, setSsoRule } from "@/lib/access/sso/set-sso-rule";
import { findDomains, toWireDomain } from "@/lib/access/sso/prove-domain";
import { findProviders, toWireProvider } from "@/lib/access/sso/update-provider";
import { defineRoute } from "@/lib/http/api-door/define-route";

export const GET = defineRoute(accessApi.getSso, async (_, { organizationId }) => {
  const [providers, domains, rule] = await Promise.all([
    findProviders(organizationId),
    findDomains(organizationId),
    readSsoRule(organizationId),
  ]);
  return { providers: providers.map(toWireProvider), domains: domains.map(toWireDomain), ...rule };
});

export const PATCH = defineRoute(accessApi.setSsoRule, async ({ body: { required } }, caller, { tell }) => {
  const { wasRequired, ownersWithPassword } = await setSsoRule(caller, required);
  tell({ from: String(wasRequired), to: String(required) });
  return { id: caller.organizationId, required, owners_with_password: ownersWithPassword };
});
