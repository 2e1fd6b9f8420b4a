/** Auth configs as they are copied to another project: without secrets, which somebody fills in there. */
import type { AuthConfig } from "@/generated/prisma/client";
import type { AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { findToolkit, requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { db, type Db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { StoredCopy } from "@/lib/kernel/database/stored-copy";
import { isUrl } from "@/lib/kernel/text/is-url";
import { now } from "@/lib/kernel/time/clock";
import { announceConfig } from "./announce-config";
import { assertLeftToOperator, usesManagedApp } from "./app-credentials";
import {
  openAuthConfigCredentials,
  openSharedCredentials,
  sealAuthConfigCredentials,
  sealSharedCredentials,
} from "./auth-config-credentials";
import type { ToolAccess } from "./auth-configs";
import { findManagedApp } from "./managed-apps";
import { isSecretValue } from "./mask-secret";
import { mergeCredentials, mergeValues } from "./merge-credentials";
import { assertCalledUrls, missingFields, needsOwn, presetValues, requireScheme, schemesOf } from "./require-scheme";
import { openProxy, sealProxy } from "./seal-proxy";

type Values = Readonly<Record<string, string>>;

export type AuthConfigCopy = {
  id: string;
  name: string;
  toolkitSlug: string;
  scheme: string;
  managed: boolean;
  enabled: boolean;
  credentials: Values;
  scopes?: readonly string[] | undefined;
  userScopes?: readonly string[] | undefined;
  sharedCredentials: Values;
  proxyUrl?: string | undefined;
  /** Names of the secret values, which are left out: `client_secret`, `shared_credentials.key`, `proxy_auth_key`. */
  secrets: readonly string[];
  toolAccess: ToolAccess;
  forToolRouter: boolean;
};

const PROXY_KEY = "proxy_auth_key";
const SHARED = "shared_credentials.";

/** Whether an address has a password in it. */
const hasPassword = (text: string): boolean => isUrl(text) && new URL(text).password !== "";

/** Documents in JSON count as secret: a key can be anywhere in them. */
const isShown = (name: string, value: string, scheme: ToolkitAuthScheme | undefined): boolean =>
  !isSecretValue(name, scheme) && !value.startsWith("{") && !hasPassword(value);

/** Splits values into those that everybody may read and the names of the others, both in order. */
function divide(values: Values, scheme: ToolkitAuthScheme | undefined, prefix = "") {
  const entries = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    shown: Object.fromEntries(entries.filter(([name, value]) => isShown(name, value, scheme))),
    secrets: entries.flatMap(([name, value]) => (isShown(name, value, scheme) ? [] : [prefix + name])),
  };
}

async function toCopy(config: AuthConfig): Promise<AuthConfigCopy> {
  const { id, projectId, name, toolkitSlug, scheme: mode, managed, enabled, forToolRouter } = config;
  const toolkit = await findToolkit(projectId, toolkitSlug);
  const scheme = toolkit ? schemesOf(toolkit).find((candidate) => candidate.mode === mode) : undefined;
  const { values, scopes, userScopes } = openAuthConfigCredentials(projectId, id, config.credentials);
  const configValues = divide(values, scheme);
  const shared = divide(openSharedCredentials(projectId, id, config.sharedCredentials), scheme, SHARED);
  const proxy = openProxy(projectId, id, config.proxy);
  const showsProxy = proxy !== null && !hasPassword(proxy.url);
  return {
    ...{ id, name, toolkitSlug, scheme: mode, managed, enabled, scopes, userScopes, forToolRouter },
    credentials: configValues.shown,
    sharedCredentials: shared.shown,
    ...(showsProxy && { proxyUrl: proxy.url }),
    secrets: [
      ...configValues.secrets,
      ...shared.secrets,
      ...(proxy && !showsProxy ? ["proxy_url"] : []),
      ...(proxy?.key ? [PROXY_KEY] : []),
    ],
    toolAccess: config.toolAccess as ToolAccess,
  };
}

/** The auth configs of a project, in no order. @param most rows */
export async function findAuthConfigCopies(projectId: string, most: number): Promise<AuthConfigCopy[]> {
  const rows = await db.authConfig.findMany({ where: { projectId }, orderBy: { id: "asc" }, take: most });
  return Promise.all(rows.map(toCopy));
}

/** A copy that fits the catalog, ready to be stored. */
export type CheckedConfig = {
  copy: AuthConfigCopy;
  scheme: AuthMode;
  toolkitSlug: string;
  sealed: (projectId: string, id: string) => Pick<AuthConfig, "credentials" | "sharedCredentials">;
  /** The names of the values that have to be filled in before anybody can connect. */
  missing: string[];
};

/**
 * Checks a copy against the catalog and the operator's apps of this server.
 * @throws ApiError NotFound for a toolkit, BadRequest for a scheme, a value or an address
 */
export async function checkAuthConfigCopy(projectId: string, copy: AuthConfigCopy): Promise<CheckedConfig> {
  const toolkit = await requireToolkit(projectId, copy.toolkitSlug);
  const scheme = requireScheme(toolkit, copy.scheme as AuthMode);
  const { authConfigCreation, connectedAccountInitiation } = scheme.fields;
  const input = { ...copy.credentials, scopes: copy.scopes, user_scopes: copy.userScopes };
  const credentials = mergeCredentials({ values: presetValues(authConfigCreation) }, input, authConfigCreation);
  const shared = mergeValues({}, copy.sharedCredentials, connectedAccountInitiation, "shared_credentials");
  assertCalledUrls(scheme, credentials.values);
  if (copy.proxyUrl !== undefined) sealProxy(projectId, copy.id, { url: copy.proxyUrl });
  const app = copy.managed ? await findManagedApp(toolkit, scheme) : null;
  if (app) assertLeftToOperator(toolkit, scheme, app, credentials);
  const isWithoutApp = copy.managed && !app && (usesManagedApp(true, toolkit, scheme) || needsOwn(scheme));
  const values: Values = { ...credentials.values, ...withPrefix(shared) };
  const missing = copy.managed
    ? isWithoutApp
      ? ["an app of this server's operator"]
      : []
    : [...new Set([...missingFields(scheme, values).map(({ name }) => name), ...copy.secrets])].filter(
        (name) => !values[name],
      );
  return {
    copy,
    scheme: scheme.mode,
    toolkitSlug: toolkit.slug,
    sealed: (project, id) => ({
      credentials: sealAuthConfigCredentials(project, id, credentials),
      sharedCredentials: Object.keys(shared).length > 0 ? sealSharedCredentials(project, id, shared) : null,
    }),
    missing,
  };
}

const withPrefix = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [SHARED + name, value]));

/** Whether the two mean the same tools; a missing list is an empty one. */
const isSameAccess = (a: ToolAccess, b: ToolAccess): boolean =>
  (["tools_for_connected_account_creation", "tools_available_for_execution"] as const).every(
    (name) => JSON.stringify(a[name] ?? []) === JSON.stringify(b[name] ?? []),
  );

async function updateConfig(
  tx: Db,
  config: AuthConfig,
  { copy, scheme, toolkitSlug }: CheckedConfig,
): Promise<StoredCopy> {
  const { id } = config;
  if (config.toolkitSlug !== toolkitSlug || config.scheme !== scheme)
    throw new ApiError("Conflict", `The auth config ${id} is one of ${config.toolkitSlug} with ${config.scheme}.`, {
      suggestedFix: "Give the item another id in from: then a new auth config is made.",
    });
  const isSame =
    config.name === copy.name &&
    config.forToolRouter === copy.forToolRouter &&
    isSameAccess(config.toolAccess as ToolAccess, copy.toolAccess);
  if (isSame) return { id, change: "unchanged" };
  const data = { name: copy.name, forToolRouter: copy.forToolRouter, toolAccess: copy.toolAccess };
  await announceConfig(tx, await tx.authConfig.update({ where: { id, projectId: config.projectId }, data }), "updated");
  return { id, change: "updated" };
}

/**
 * Stores a copy. An auth config that is there already keeps its values, its addresses and whether it is enabled; a new
 * one whose values are not complete is disabled.
 * @param id of the auth config that it became before; null for a new one
 * @throws ApiError Conflict if that is one of another toolkit or scheme
 */
export async function storeAuthConfigCopy(
  tx: Db,
  projectId: string,
  checked: CheckedConfig,
  { id, createdBy }: { id: string | null; createdBy: string | null },
): Promise<StoredCopy> {
  const config = id === null ? null : await tx.authConfig.findFirst({ where: { projectId, id } });
  if (config) return updateConfig(tx, config, checked);
  const { copy, scheme, toolkitSlug, sealed, missing } = checked;
  const newConfigId = newId("authConfig");
  await tx.authConfig.create({
    data: {
      ...sealed(projectId, newConfigId),
      ...{ id: newConfigId, projectId, toolkitSlug, scheme, createdBy },
      managed: copy.managed,
      name: copy.name,
      toolAccess: copy.toolAccess,
      ...(copy.proxyUrl !== undefined && { proxy: sealProxy(projectId, newConfigId, { url: copy.proxyUrl }) }),
      enabled: copy.enabled && missing.length === 0,
      forToolRouter: copy.forToolRouter,
      createdAt: now(),
    },
  });
  return { id: newConfigId, change: "created" };
}

/** Those of the ids that the project has. */
export async function findKnownConfigIds(
  tx: Pick<Db, "authConfig">,
  projectId: string,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.authConfig.findMany({ where: { projectId, id: { in: ids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}
