/** The bodies of operations on an organization, besides ids, and its single sign-on. */
import { newId } from "@/lib/kernel/ids";
import { queryRows } from "@/test/setup/query-rows";

let domainCount = 0;

const PROVIDER = { name: "Made", issuer: "https://login.example", client_id: "made", client_secret: "made" };

export const ORGANIZATION_BODIES = {
  changeMemberRole: { role: "viewer" },
  updateOrganization: { name: "Renamed" },
  setSecondStepRule: { required: true },
  updateAuditSettings: { retention_days: 60 },
  "organizationPolicies.create": { name: "Above", action: { type: "log" } },
  "sso.require": { required: true },
  "sso.createProvider": PROVIDER,
  "sso.updateProvider": { enabled: false },
  "sso.addDomain": { domain: "made.example" },
  "sso.updateDomain": { provider_id: null },
};

/** A provider of an organization, and a domain that it has proven. */
export async function storeSso(organizationId: string, mark: string) {
  const [ssoProvider, ssoDomain] = [newId("ssoProvider"), newId("ssoDomain")];
  await queryRows(
    "test.sso-provider",
    `INSERT INTO sso_provider (id, organization_id, name, issuer, client_id, client_secret, default_role, created_at)
      VALUES ($1, $2, $3, 'http://127.0.0.1:1', $3, $3, 'viewer', now())`,
    [ssoProvider, organizationId, `${mark} provider`],
  );
  const domain = `${mark.toLowerCase()}${++domainCount}.example`;
  await queryRows(
    "test.sso-domain-of",
    `INSERT INTO sso_domain (id, organization_id, domain, token, provider_id, proven_domain, proven_at, created_at)
      VALUES ($1, $2, $3, $4, $5, $3, now(), now())`,
    [ssoDomain, organizationId, domain, `${mark} token`, ssoProvider],
  );
  return { ssoProvider, ssoDomain };
}
