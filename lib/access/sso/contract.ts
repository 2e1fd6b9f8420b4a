/** Single sign-on of an organization: its OpenID providers, and the email domains that it has proven. */
import { z } from "zod";
import { named } from "@/lib/contract/named";
import { operation } from "@/lib/contract/operation";
import { hasControls, MAX_ID } from "@/lib/contract/texts";
import { Role } from "../people/members.contract";

const time = z.iso.datetime();

/** More would make an endless page; a company has a few. */
export const MAX_PROVIDERS = 20;
export const MAX_DOMAINS = 50;
const MAX_GROUPS = 100;

const isSafe = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isLocal = protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (protocol === "https:" || isLocal) && username === "" && search === "" && hash === "";
};

const Issuer = z
  .string()
  .trim()
  .max(1000, "must have at most 1000 characters")
  .refine((text) => isSafe(text) && !hasControls(text), "must be an https address without ? and #")
  .meta({ description: "The provider's address, exactly as its discovery document writes it" });

const short = (what: string, max: number) =>
  z.string().trim().min(1, `must be the ${what}`).max(max, `must have at most ${max} characters`);

/** Nobody becomes an owner by a provider: owners are made here. */
const GivenRole = Role.exclude(["owner"], "must be admin, developer, viewer or auditor");

const GroupRole = z.strictObject({ group: short("group", 200), role: GivenRole });
const groupRoles = z.array(GroupRole).max(MAX_GROUPS, `must have at most ${MAX_GROUPS} groups`);

const CLIENT_AUTHS = ["client_secret", "private_key_jwt"] as const;

const settings = {
  name: named("provider's name"),
  issuer: Issuer,
  client_id: short("client ID", 500),
  client_auth: z.enum(CLIENT_AUTHS).meta({
    description:
      "How this server proves itself to the provider: by the client secret, or by signing with a key that is made here",
  }),
  client_secret: short("client secret", 2000),
  enabled: z.boolean(),
  creates_members: z.boolean().meta({
    description: "Whether people with an email of a proven domain become members when they first sign in",
  }),
  default_role: GivenRole.meta({ description: "Of new members without a group in group_roles" }),
  groups_claim: short("claim", 200)
    .nullable()
    .meta({ description: "The claim with a person's groups; a.b is b inside of a" }),
  group_roles: groupRoles.meta({
    description: "The role of each group; of several groups the most powerful role counts. Owners stay owners.",
  }),
  trusts_emails: z
    .boolean()
    .meta({ description: "Whether emails without email_verified count, for a provider that never sends it" }),
};

/** Of a new provider. */
export const NewProvider = z.strictObject({
  ...settings,
  client_auth: settings.client_auth.default("client_secret"),
  client_secret: settings.client_secret.optional(),
  enabled: settings.enabled.default(true),
  creates_members: settings.creates_members.default(false),
  default_role: settings.default_role.default("viewer"),
  groups_claim: settings.groups_claim.default(null),
  group_roles: settings.group_roles.default([]),
  trusts_emails: settings.trusts_emails.default(false),
});

const Provider = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  client_auth: z.enum(CLIENT_AUTHS),
  /** With private_key_jwt: the address of the public key, and the key itself for providers that take no address. */
  keys_url: z.string().optional(),
  public_key: z.record(z.string(), z.string()).optional(),
  /** The key that takes its place once the provider has it. */
  next_public_key: z.record(z.string(), z.string()).optional(),
  enabled: z.boolean(),
  creates_members: z.boolean(),
  default_role: Role,
  groups_claim: z.string().nullable(),
  group_roles: z.array(z.object({ group: z.string(), role: Role })),
  trusts_emails: z.boolean(),
  /** What the provider must send people back to: no other provider has it. */
  redirect_uri: z.string(),
  created_at: time,
});

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+${LABEL}$`);

/** As emails have it after the @. */
export const Domain = z
  .string()
  .max(1000)
  .trim()
  .toLowerCase()
  .pipe(
    z
      .string()
      .max(253, "must have at most 253 characters")
      .regex(DOMAIN, "must be a domain such as example.com; other letters as xn--"),
  );

const DomainRow = z.object({
  id: z.string(),
  domain: z.string(),
  provider_id: z.string().nullable(),
  /** The name of the TXT record that proves the domain, and what it must contain. */
  record_name: z.string(),
  record_value: z.string(),
  proven_at: time.optional(),
  /** When the record of a proven domain was first missing. It is looked up each day. */
  record_gone_since: time.optional(),
  created_at: time,
});

const path = "/api/v3/internal/patchbay/organization/sso";
const params = z.object({ id: z.string().min(1).max(MAX_ID) });
const shared = { own: true, tag: "Single sign-on", auth: "session", permission: "organization:write" } as const;
const providerId = z.string().min(1).max(MAX_ID).nullable();

export const ssoApi = {
  getSso: operation({
    ...shared,
    id: "sso.get",
    method: "GET",
    path,
    permission: "members:read",
    audit: "none",
    summary: "Show the single sign-on of the current organization",
    response: z.object({
      providers: z.array(Provider),
      domains: z.array(DomainRow),
      /** Whether members must come by single sign-on. */
      required: z.boolean(),
      /** Owners who can then still come by password or passkey. */
      owners_with_password: z.number().int(),
    }),
  }),
  setSsoRule: operation({
    ...shared,
    id: "sso.require",
    method: "PATCH",
    path,
    audit: "organization.require_sso",
    fresh: true,
    summary: "Require single sign-on of all members of the current organization, or stop requiring it",
    description:
      "A sign-in of another kind then does not open the organization, from now on. Owners who have two-step sign-in or a " +
      "passkey when it is turned on keep theirs. Keys are not members and work on.",
    body: z.strictObject({ required: z.boolean() }),
    response: z.object({ id: z.string(), required: z.boolean(), owners_with_password: z.number().int() }),
  }),
  createSsoProvider: operation({
    ...shared,
    id: "sso.createProvider",
    method: "POST",
    path: `${path}/providers`,
    audit: "sso_provider.create",
    fresh: true,
    summary: "Add an OpenID provider to the current organization",
    description:
      "Whoever runs the provider can sign in as each member of the organization, its owners too. A sign-in by it opens " +
      "this organization alone.",
    body: NewProvider,
    response: Provider,
    status: 201,
  }),
  updateSsoProvider: operation({
    ...shared,
    id: "sso.updateProvider",
    method: "PATCH",
    path: `${path}/providers/{id}`,
    audit: "sso_provider.update",
    fresh: true,
    summary: "Change an OpenID provider; its sign-ins end if it is turned off, or its issuer changes",
    params,
    description:
      "next_key replaces the key of private_key_jwt without a gap: prepare makes the next key, which the URL of the keys " +
      "then shows besides the present one; use signs with it from then on; discard deletes it.",
    body: z.strictObject({ ...settings, next_key: z.enum(["prepare", "use", "discard"]) }).partial(),
    response: Provider,
  }),
  deleteSsoProvider: operation({
    ...shared,
    id: "sso.deleteProvider",
    method: "DELETE",
    path: `${path}/providers/{id}`,
    audit: "sso_provider.delete",
    fresh: true,
    summary: "Delete an OpenID provider; its sign-ins end at once, and members stay members",
    params,
    response: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
  testSsoProvider: operation({
    ...shared,
    id: "sso.testProvider",
    method: "POST",
    path: `${path}/providers/{id}/test`,
    audit: "sso_provider.test",
    summary: "Read the provider's discovery document and its keys, as a sign-in does",
    params,
    response: z.object({ authorization_endpoint: z.string(), token_endpoint: z.string(), keys: z.number().int() }),
  }),
  addSsoDomain: operation({
    ...shared,
    id: "sso.addDomain",
    method: "POST",
    path: `${path}/domains`,
    audit: "sso_domain.create",
    fresh: true,
    summary: "Add an email domain, which counts once it is proven",
    body: z.strictObject({ domain: Domain, provider_id: providerId.default(null) }),
    response: DomainRow,
    status: 201,
  }),
  updateSsoDomain: operation({
    ...shared,
    id: "sso.updateDomain",
    method: "PATCH",
    path: `${path}/domains/{id}`,
    audit: "sso_domain.update",
    fresh: true,
    summary: "Change the provider to which a domain's emails lead",
    params,
    body: z.strictObject({ provider_id: providerId }),
    response: DomainRow,
  }),
  proveSsoDomain: operation({
    ...shared,
    id: "sso.proveDomain",
    method: "POST",
    path: `${path}/domains/{id}/prove`,
    audit: "sso_domain.prove",
    fresh: true,
    summary: "Look for the TXT record that proves a domain",
    params,
    response: DomainRow,
  }),
  deleteSsoDomain: operation({
    ...shared,
    id: "sso.deleteDomain",
    method: "DELETE",
    path: `${path}/domains/{id}`,
    audit: "sso_domain.delete",
    fresh: true,
    summary: "Delete an email domain; members stay members",
    params,
    response: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
};
