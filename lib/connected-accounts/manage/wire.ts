/** Converts connected accounts between the API's form and ours; the only place here that shows secrets, masked. */
import type { z } from "zod";
import { findAuthConfigs } from "@/lib/auth-configs/auth-configs";
import { maskSecret, shownValue } from "@/lib/auth-configs/mask-secret";
import { schemesOf, type Toolkit } from "@/lib/auth-configs/require-scheme";
import { askedFields, type ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { Page } from "@/lib/kernel/database/cursor";
import { toUuid } from "@/lib/kernel/ids";
import { DISCOVERED, openAccountValues } from "../account-values";
import type { ConnectedAccount } from "../accounts/accounts";
import { wholeAcl } from "../accounts/acl";
import { openCurrentUser } from "../current-user";
import { PENDING_URL } from "../credentials/connection-values";
import type { AccountStatus, connectedAccountsApi } from "../contract";
import type { BegunConnection, NewConnection } from "./begin-connection";
import type { OAuthCallback } from "../connect/exchange-consent";
import { linkEnd, type NewLink } from "../accounts/connect-links";
import type { AccountFilter } from "../accounts/list-accounts";
import type { AccountChange } from "./update-account";

type Api = typeof connectedAccountsApi;
type Detail = z.input<Api["getConnectedAccount"]["response"]>;
type Item = z.input<Api["listConnectedAccounts"]["response"]>["items"][number];
type Experimental = z.output<Api["createConnectLink"]["body"]>["experimental"];

const toSharing = (experimental: Experimental): Pick<NewConnection, "accountType" | "acl"> => ({
  accountType: experimental?.account_type,
  acl: experimental?.acl_config_for_shared,
});

/** A request to begin a connection. */
export function toNewConnection({
  auth_config: config,
  connection,
  validate_credentials: validates,
}: z.output<Api["createConnectedAccount"]["body"]>): NewConnection {
  return {
    authConfigId: config.id,
    userId: connection.user_id,
    alias: connection.alias,
    callbackUrl: connection.callback_url ?? connection.redirect_uri,
    values: { ...connection.data, ...connection.state?.val },
    scheme: connection.state?.authScheme,
    validates,
    ...toSharing(connection.experimental),
  };
}

/** A request for a link. */
export const toNewLink = (body: z.output<Api["createConnectLink"]["body"]>): NewConnection => ({
  authConfigId: body.auth_config_id,
  userId: body.user_id,
  alias: body.alias,
  callbackUrl: body.callback_url,
  openerOrigin: body.opener_origin,
  ...(body.expires_in_minutes !== undefined && { linkMinutes: body.expires_in_minutes }),
  values: body.connection_data ?? {},
  ...toSharing(body.experimental),
});

export const toAccountFilter = (query: z.output<Api["listConnectedAccounts"]["query"]>): AccountFilter => ({
  toolkitSlugs: query.toolkit_slugs,
  statuses: query.statuses,
  userIds: query.user_ids,
  authConfigIds: query.auth_config_ids,
  ids: query.connected_account_ids,
  everActive: query.ever_active,
  accountType: query.account_type,
  orderBy: query.order_by === "updated_at" ? "updatedAt" : "createdAt",
  direction: query.order_direction,
  limit: query.limit,
  cursor: query.cursor,
});

export const toAccountChange = (body: z.output<Api["updateConnectedAccount"]["body"]>): AccountChange => ({
  alias: body.alias,
  ...(body.connection && {
    credentials: { scheme: body.connection.state.authScheme, values: body.connection.state.val ?? {} },
  }),
  acl: body.experimental?.acl_config_for_shared,
});

const toExperimental = (account: ConnectedAccount): Detail["experimental"] => ({
  account_type: account.accountType === "SHARED" ? "SHARED" : "PRIVATE",
  ...(account.accountType === "SHARED" && { acl_config_for_shared: wholeAcl(account.acl) }),
});

/** Further fields of `state` for each status, which the official clients expect. */
function extrasOf(account: ConnectedAccount): Record<string, unknown> {
  if (account.status === "FAILED") return { error: "connection_failed", error_description: account.statusReason ?? "" };
  if (account.status === "EXPIRED") return { expired_at: (account.expiresAt ?? account.updatedAt).toISOString() };
  return {};
}

type AccountState = { scheme: Detail["state"]["authScheme"]; val: { status: AccountStatus } & Record<string, unknown> };

function toState(account: ConnectedAccount, toolkit: Toolkit | null, maskSecrets: boolean): AccountState {
  const scheme = toolkit ? schemesOf(toolkit).find(({ mode }) => mode === account.scheme) : undefined;
  const storedValues = openAccountValues(account.projectId, account.id, account.credentials);
  const { [PENDING_URL]: pending, [DISCOVERED]: _marker, ...values } = storedValues;
  const visibleValues = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, shownValue(name, value, scheme, maskSecrets)]),
  );
  const status = account.status as AccountStatus;
  return {
    scheme: account.scheme as AccountState["scheme"],
    val: {
      ...visibleValues,
      ...(status === "INITIATED" && pending && { redirectUrl: pending }),
      ...extrasOf(account),
      status,
    },
  };
}

/** How the first secret of an account begins, as the wire masks it; undefined for one without. */
export function secretHintOf(
  account: Pick<ConnectedAccount, "projectId" | "id" | "credentials">,
  scheme: ToolkitAuthScheme,
): string | undefined {
  const values = openAccountValues(account.projectId, account.id, account.credentials);
  const secret = askedFields(scheme).find(({ name, isSecret }) => isSecret && values[name]);
  return secret && maskSecret(values[secret.name] ?? "");
}

type Context = {
  config: { managed: boolean; enabled: boolean } | undefined;
  toolkit: Toolkit | null;
  maskSecrets: boolean;
};

function toItem(account: ConnectedAccount, { config, toolkit, maskSecrets }: Context): Item {
  const { scheme, val } = toState(account, toolkit, maskSecrets);
  return {
    toolkit: { slug: account.toolkitSlug },
    auth_config: {
      id: account.authConfigId,
      auth_scheme: scheme,
      is_composio_managed: config?.managed ?? false,
      is_disabled: config ? !config.enabled : true,
    },
    id: account.id,
    word_id: null,
    alias: account.alias,
    user_id: account.userId,
    status: val.status,
    experimental: toExperimental(account),
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
    state: { authScheme: scheme, val },
    data: val,
    status_reason: account.statusReason,
    is_disabled: !account.enabled,
    last_used_at: account.lastUsedAt?.toISOString() ?? null,
    current_user_info: openCurrentUser(account.projectId, account.id, account.currentUser),
  };
}

async function contexts(
  projectId: string,
  accounts: ConnectedAccount[],
  maskSecrets: boolean,
): Promise<(account: ConnectedAccount) => Context> {
  const configs = await findAuthConfigs(projectId, [...new Set(accounts.map(({ authConfigId }) => authConfigId))]);
  const byId = new Map(configs.map((config) => [config.id, config]));
  const slugs = [...new Set(accounts.map(({ toolkitSlug }) => toolkitSlug))];
  const toolkits = new Map(
    await Promise.all(slugs.map(async (slug) => [slug, await findToolkit(projectId, slug)] as const)),
  );
  return (account) => ({
    config: byId.get(account.authConfigId),
    toolkit: toolkits.get(account.toolkitSlug) ?? null,
    maskSecrets,
  });
}

/** One account; secrets are masked unless the project shows them. */
export async function toAccount(projectId: string, account: ConnectedAccount, maskSecrets: boolean): Promise<Detail> {
  const waits = account.status === "INITIALIZING" || account.status === "INITIATED";
  const [contextOf, link] = await Promise.all([
    contexts(projectId, [account], maskSecrets),
    waits ? linkEnd(projectId, account.id) : null,
  ]);
  return {
    ...toItem(account, contextOf(account)),
    params: {},
    requested_scopes: account.requestedScopes,
    ...(account.expiresAt && { expires_at: account.expiresAt.toISOString() }),
    ...(link && { link_expires_at: link.toISOString() }),
  };
}

/** One page of accounts. */
export async function toAccountPage(
  projectId: string,
  page: Page<ConnectedAccount>,
  maskSecrets: boolean,
): Promise<z.input<Api["listConnectedAccounts"]["response"]>> {
  const contextOf = await contexts(projectId, page.items, maskSecrets);
  return { ...page, items: page.items.map((account) => toItem(account, contextOf(account))) };
}

/** The answer to a new connection. */
export async function toBegun(
  projectId: string,
  { account, link }: BegunConnection,
  maskSecrets: boolean,
): Promise<z.input<Api["createConnectedAccount"]["response"]>> {
  const { scheme, val } = toState(account, await findToolkit(projectId, account.toolkitSlug), maskSecrets);
  return {
    id: account.id,
    connectionData: { authScheme: scheme, val },
    status: val.status,
    redirect_url: link?.url ?? null,
    redirect_uri: link?.url ?? null,
    deprecated: { uuid: toUuid(account.id), authConfigUuid: toUuid(account.authConfigId) },
    experimental: toExperimental(account),
  };
}

/** The project's settings of links: whether its app verifies who comes back, and how long they work. */
export const toLinkTerms = (settings: {
  verifiesCallbacks?: true;
  linkMinutes?: number;
}): Pick<NewConnection, "verified" | "linkMinutes"> => ({
  verified: settings.verifiesCallbacks,
  linkMinutes: settings.linkMinutes,
});

/** The answer to a request for a link. */
export const toLink = (account: ConnectedAccount, link: NewLink): z.input<Api["createConnectLink"]["response"]> => ({
  link_token: link.token,
  redirect_url: link.url,
  expires_at: link.expiresAt.toISOString(),
  connected_account_id: account.id,
  experimental: toExperimental(account),
});

/** The query of a provider's callback. Repeated parameters count once (RFC 6749 section 3.1). */
export function toOAuthCallback(search: URLSearchParams): OAuthCallback {
  const of = (name: string) => search.get(name) ?? undefined;
  return {
    state: of("state"),
    code: of("code"),
    error: of("error"),
    errorDescription: of("error_description"),
    iss: of("iss"),
    query: Object.fromEntries([...search].reverse()),
  };
}
