/** The OpenID providers of an organization. */
import { z } from "zod";
import type { SsoProvider } from "@/generated/prisma/client";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { env } from "@/lib/kernel/process/env";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import { announceChange } from "../announce-change";
import { refusal } from "../authorize";
import type { SignInCaller } from "../caller";
import { lockAs } from "../people/lock-organization";
import { rolesWith, toRole } from "../roles";
import type { Role } from "../role";
import { MAX_PROVIDERS, type ssoApi } from "./contract";
import { assertTakesKeys, readDiscovery, readKeys } from "./discover";
import { keepLeadingIn } from "./keep-leading-in";
import { createSigningKey, openNextKey, openSigningKey, toPresentKey, toPublicKey } from "./sign-assertion";

type Wire<Name extends keyof typeof ssoApi> = z.input<(typeof ssoApi)[Name]["response"]>;
type Settings = Omit<z.output<typeof ssoApi.updateSsoProvider.body>, "next_key">;

const GroupRoles = z.array(z.object({ group: z.string(), role: z.string() }));

const sealContext = (id: string) => ({ projectId: "", rowId: id, column: "sso_provider.client_secret" });

export const openClientSecret = ({ id, clientSecret }: Pick<SsoProvider, "id" | "clientSecret">): string =>
  open(clientSecret, sealContext(id));

const addressOf = (providerId: string): string =>
  `${env().publicUrl}/api/v3/internal/patchbay/sign_in/sso/${providerId}`;

/** Where a provider sends people back to: one for each, so that no provider gets the answer of another. */
export const redirectUriOf = (providerId: string): string => `${addressOf(providerId)}/callback`;

/** How a person's link to a provider is called in the table of linked accounts; the subject is in another column. */
export const linkOf = ({ id, issuer }: Pick<SsoProvider, "id" | "issuer">): string => `sso:${id}:${issuer}`;

export const toGroupRoles = ({ groupRoles }: Pick<SsoProvider, "groupRoles">): { group: string; role: Role }[] =>
  GroupRoles.parse(groupRoles).map(({ group, role }) => ({ group, role: toRole(role) }));

type WireKey = "client_auth" | "keys_url" | "public_key" | "next_public_key";

function toWireKey(row: SsoProvider): Pick<Wire<"createSsoProvider">, WireKey> {
  const [key, next] = [openSigningKey(row), openNextKey(row)];
  if (!key) return { client_auth: "client_secret" };
  const publicKey = { keys_url: `${addressOf(row.id)}/keys`, public_key: toPublicKey(key) };
  return { client_auth: "private_key_jwt", ...publicKey, ...(next && { next_public_key: toPublicKey(next) }) };
}

export const toWireProvider = (row: SsoProvider): Wire<"createSsoProvider"> => ({
  ...{ id: row.id, name: row.name, issuer: row.issuer, client_id: row.clientId, enabled: row.enabled },
  ...toWireKey(row),
  ...{ creates_members: row.createsMembers, default_role: toRole(row.defaultRole), groups_claim: row.groupsClaim },
  ...{ group_roles: toGroupRoles(row), trusts_emails: row.trustsEmails, redirect_uri: redirectUriOf(row.id) },
  created_at: row.createdAt.toISOString(),
});

/** The columns of the settings that a call names. */
function toData(settings: Settings) {
  const { client_id: clientId, creates_members: createsMembers } = settings;
  const { default_role: defaultRole, groups_claim: groupsClaim, group_roles: groupRoles } = settings;
  const { name, issuer, enabled, trusts_emails: trustsEmails } = settings;
  const data = { name, issuer, enabled, clientId, createsMembers, defaultRole, groupsClaim, groupRoles, trustsEmails };
  const named = Object.entries(data).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as { [Key in keyof typeof data]?: NonNullable<(typeof data)[Key]> };
}

/**
 * Locks the organization for a change of its sign-in.
 * @throws ApiError Forbidden for a person who no longer leads it
 */
export async function lockSso(tx: Db, caller: SignInCaller): Promise<void> {
  const { organizationId, by } = caller;
  const callerRole = await lockAs(tx, { organizationId, userId: by.userId });
  if (!rolesWith("organization:write").includes(callerRole)) throw refusal(caller, "organization:write");
}

const missing = (id: string) =>
  new ApiError("NotFound", `There is no provider ${id.slice(0, 40)} in this organization.`, {
    suggestedFix: "List the organization's single sign-on.",
  });

/** @throws ApiError NotFound for a provider that is not the organization's */
export async function requireProvider(
  organizationId: string,
  id: string,
  tx: Pick<Db, "ssoProvider"> = db,
): Promise<SsoProvider> {
  const row = await tx.ssoProvider.findFirst({ where: { organizationId, id } });
  if (row) return row;
  throw missing(id);
}

export const findProviders = (organizationId: string): Promise<SsoProvider[]> =>
  db.ssoProvider.findMany({
    where: { organizationId },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: MAX_PROVIDERS,
  });

const noSecret = () =>
  new ApiError("BadRequest", "The client secret is missing.", {
    errors: ["client_secret: is required, unless client_auth is private_key_jwt"],
    suggestedFix: "Send client_secret, or private_key_jwt as client_auth.",
  });

type ClientAuth = Pick<SsoProvider, "clientAuth" | "clientSecret" | "signingKey" | "nextSigningKey">;

/**
 * The columns by which this server proves itself. A new key takes the place of the secret.
 * @throws ApiError BadRequest without a secret, unless one is stored
 */
async function toClientAuth(id: string, settings: Settings, before?: SsoProvider): Promise<Partial<ClientAuth>> {
  const { client_auth: clientAuth = before?.clientAuth, client_secret: secret } = settings;
  if (clientAuth === "private_key_jwt")
    return before?.clientAuth === clientAuth
      ? {}
      : { clientAuth, clientSecret: seal("", sealContext(id)), signingKey: await createSigningKey(id) };
  const noKeys = { signingKey: null, nextSigningKey: null };
  if (secret !== undefined)
    return { clientAuth: "client_secret", clientSecret: seal(secret, sealContext(id)), ...noKeys };
  if (before?.clientAuth !== "client_secret") throw noSecret();
  return {};
}

type ChangedSettings = z.output<typeof ssoApi.updateSsoProvider.body>;

const noNextKey = (problem: string) =>
  new ApiError("Conflict", problem, {
    suggestedFix: "Prepare the next key first; a provider with private_key_jwt has one key, and one next key.",
    headers: { "x-should-retry": "false" },
  });

/**
 * The columns of a key that is replaced in two steps, so that the provider has both public halves in between.
 * @throws ApiError Conflict for a provider without a key, or without a next key
 */
async function toNextKey(
  before: SsoProvider,
  { next_key: step, client_auth: auth }: ChangedSettings,
): Promise<Partial<ClientAuth>> {
  if (step === undefined) return {};
  const [key, next] = [openSigningKey(before), openNextKey(before)];
  if (!key || (auth !== undefined && auth !== before.clientAuth))
    throw noNextKey("This provider has no key that could be replaced.");
  if (step === "discard") return { nextSigningKey: null };
  if (step === "prepare") return next ? {} : { nextSigningKey: await createSigningKey(before.id, "next_signing_key") };
  if (!next) throw noNextKey("No next key is prepared.");
  return { signingKey: toPresentKey(before.id, next), nextSigningKey: null };
}

/**
 * @throws ApiError BadRequest for an issuer that this server must not request, and without a client secret where one is
 *   needed; Conflict for too many providers
 */
export async function createProvider(
  caller: SignInCaller,
  settings: z.output<typeof ssoApi.createSsoProvider.body>,
): Promise<SsoProvider> {
  assertReachable(settings.issuer, "issuer");
  const { organizationId } = caller;
  const id = newId("ssoProvider");
  const auth = await toClientAuth(id, settings);
  return db.$transaction(async (tx) => {
    await lockSso(tx, caller);
    if ((await tx.ssoProvider.count({ where: { organizationId } })) >= MAX_PROVIDERS)
      throw new ApiError("Conflict", `An organization has ${MAX_PROVIDERS} providers at most.`, {
        suggestedFix: "Delete one that is no longer needed.",
        headers: { "x-should-retry": "false" },
      });
    const { name, issuer, client_id: clientId, default_role: defaultRole } = settings;
    return tx.ssoProvider.create({
      data: {
        ...{ id, organizationId, name, issuer, clientId, clientSecret: "", defaultRole, createdAt: now() },
        ...{ ...toData(settings), ...auth },
      },
    });
  });
}

/** Ends the sign-ins of a provider, in every copy of the app, and those between their two steps. */
async function endSignInsBy(tx: Db, providerId: string): Promise<void> {
  await tx.pendingSignIn.deleteMany({ where: { providerId } });
  await tx.userSession.deleteMany({ where: { providerId } });
  await announceChange(tx, "callers");
}

/**
 * The secret was entered for one server: it is not sent to another one.
 * @throws ApiError BadRequest for an issuer at another origin without its secret
 */
function assertSecretStays({ issuer: before, clientAuth }: SsoProvider, settings: Settings): void {
  const { issuer, client_secret: secret, client_auth: nextAuth = clientAuth } = settings;
  // A signed statement is for one server alone.
  if (
    nextAuth === "private_key_jwt" ||
    issuer === undefined ||
    secret !== undefined ||
    new URL(issuer).origin === new URL(before).origin
  )
    return;
  throw new ApiError("BadRequest", "The issuer is at another server, so the client secret must be entered again.", {
    errors: ["client_secret: must be entered again for an issuer at another server"],
    suggestedFix: "Send client_secret with the new issuer.",
  });
}

/**
 * Changes a provider. What identifies its people is the issuer: with another one, its sign-ins end.
 * @throws ApiError NotFound for a provider that is not the organization's; BadRequest as `createProvider`, and for an
 *   issuer at another server without its secret; Conflict as `keepLeadingIn` and `toNextKey`
 */
export async function updateProvider(
  caller: SignInCaller,
  id: string,
  settings: ChangedSettings,
): Promise<SsoProvider> {
  if (settings.issuer !== undefined) assertReachable(settings.issuer, "issuer");
  return db.$transaction(async (tx) => {
    await lockSso(tx, caller);
    const before = await requireProvider(caller.organizationId, id, tx);
    assertSecretStays(before, settings);
    const auth = { ...(await toClientAuth(id, settings, before)), ...(await toNextKey(before, settings)) };
    const after = await keepLeadingIn(tx, caller.organizationId, () =>
      tx.ssoProvider.update({ where: { id }, data: { ...toData(settings), ...auth } }),
    );
    if (!after.enabled || after.issuer !== before.issuer) await endSignInsBy(tx, id);
    return after;
  });
}

/**
 * Deletes a provider with its sign-ins and its links to people.
 * @returns its name
 * @throws ApiError NotFound for a provider that is not the organization's; Conflict as `keepLeadingIn`
 */
export const deleteProvider = (caller: SignInCaller, id: string): Promise<string> =>
  db.$transaction(async (tx) => {
    await lockSso(tx, caller);
    const { name } = await requireProvider(caller.organizationId, id, tx);
    await endSignInsBy(tx, id);
    await tx.authAccount.deleteMany({ where: { type: "sso", provider: { startsWith: linkOf({ id, issuer: "" }) } } });
    await keepLeadingIn(tx, caller.organizationId, () => tx.ssoProvider.delete({ where: { id } }));
    return name;
  });

/**
 * Reads what a sign-in would read.
 * @throws ApiError NotFound for a provider that is not the organization's; Unprocessable with what is wrong with it
 */
export async function testProvider(organizationId: string, id: string): Promise<Wire<"testSsoProvider">> {
  const provider = await requireProvider(organizationId, id);
  const discovery = await readDiscovery(provider);
  const { authorizationUrl, tokenUrl, jwksUrl } = discovery;
  if (openSigningKey(provider)) assertTakesKeys(discovery);
  const { count } = await readKeys(organizationId, jwksUrl);
  return { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl, keys: count };
}
