/** Auth configs: making, finding, listing, changing and deleting them. */
import type { AuthConfig } from "@/generated/prisma/client";
import type { AuthMode, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { now } from "@/lib/kernel/time/clock";
import { readCursor, toPage, type Page } from "@/lib/kernel/database/cursor";
import { db, type Db, type Prisma } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { rowsByBytes } from "@/lib/kernel/database/rows-by-bytes";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { afterCursor } from "./after-cursor";
import { announceConfig } from "./announce-config";
import { assertLeftToOperator, withManagedApp } from "./app-credentials";
import {
  openAuthConfigCredentials,
  openSharedCredentials,
  sealAuthConfigCredentials,
  sealSharedCredentials,
  type AuthConfigCredentials,
} from "./auth-config-credentials";
import { mergeCredentials, mergeValues } from "./merge-credentials";
import { findManagedApp, findManagedModes, type ManagedApp } from "./managed-apps";
import { openProxy, sealProxy, type ProxyInput } from "./seal-proxy";
import { assertSecretsStay, movedAddress, type ConfigValues, type MovedAddress } from "./assert-secrets-stay";
import { assertCredentials, presetValues, requireManagedScheme, requireScheme, type Toolkit } from "./require-scheme";

export type { AuthConfig };

export type ToolAccess = { tools_for_connected_account_creation?: string[]; tools_available_for_execution?: string[] };

export type AuthConfigSettings = {
  name?: string;
  /** As they were sent; see `mergeCredentials`. */
  credentials?: Readonly<Record<string, unknown>>;
  sharedCredentials?: Readonly<Record<string, unknown>>;
  /** null removes it. */
  proxy?: ProxyInput | null;
  toolAccess?: ToolAccess;
  forToolRouter?: boolean;
};

export type NewAuthConfig = AuthConfigSettings & {
  toolkitSlug: string;
  managed: boolean;
  scheme?: AuthMode;
  createdBy?: string;
};

export type AuthConfigFilter = {
  managed?: boolean;
  toolkitSlugs?: string[];
  showDisabled?: boolean;
  search?: string;
  limit: number;
  cursor?: string;
};

/** The error for an auth config that the project does not have. */
export const unknownConfig = (id: string) =>
  new ApiError("NotFound", `There is no auth config ${id} in this project.`, {
    suggestedFix: "List the auth configs with GET /api/v3/auth_configs and use the id of one of them.",
  });

/**
 * Checks credentials against their scheme; credentials for a managed app against the fields that the operator leaves
 * open.
 */
function assertUsable(
  toolkit: Toolkit,
  scheme: ToolkitAuthScheme,
  app: ManagedApp | null,
  credentials: AuthConfigCredentials,
): void {
  if (app) assertLeftToOperator(toolkit, scheme, app, credentials);
  assertCredentials(toolkit, scheme, app ? withManagedApp(scheme, credentials, app) : credentials);
}

/**
 * @throws ApiError NotFound for an unknown toolkit; BadRequest for a scheme the toolkit does not support, for missing
 *   credentials, and for a managed auth config of a toolkit that needs the operator's own app
 */
export async function createAuthConfig(projectId: string, input: NewAuthConfig): Promise<AuthConfig> {
  const toolkit = await requireToolkit(projectId, input.toolkitSlug);
  const scheme = input.managed
    ? requireManagedScheme(toolkit, (await findManagedModes())(toolkit))
    : requireScheme(toolkit, input.scheme);
  const fields = scheme.fields.authConfigCreation;
  const credentials = mergeCredentials({ values: presetValues(fields) }, input.credentials ?? {}, fields);
  assertUsable(toolkit, scheme, input.managed ? await findManagedApp(toolkit, scheme) : null, credentials);
  const id = newId("authConfig");
  return db.authConfig.create({
    data: {
      id,
      projectId,
      toolkitSlug: toolkit.slug,
      scheme: scheme.mode,
      managed: input.managed,
      name: input.name ?? scheme.name,
      credentials: sealAuthConfigCredentials(projectId, id, credentials),
      sharedCredentials: input.sharedCredentials
        ? sealSharedCredentials(
            projectId,
            id,
            mergeValues({}, input.sharedCredentials, scheme.fields.connectedAccountInitiation, "shared_credentials"),
          )
        : null,
      toolAccess: input.toolAccess ?? {},
      forToolRouter: input.forToolRouter ?? true,
      createdBy: input.createdBy ?? null,
      createdAt: now(),
      ...(input.proxy && { proxy: sealProxy(projectId, id, input.proxy) }),
    },
  });
}

/** @throws ApiError NotFound, for another project's auth config too */
export async function requireAuthConfig(projectId: string, id: string): Promise<AuthConfig> {
  const config = await db.authConfig.findFirst({ where: { id, projectId } });
  if (!config) throw unknownConfig(id);
  return config;
}

/** Those of the ids that the project has. */
export const findAuthConfigs = (projectId: string, ids: string[]): Promise<AuthConfig[]> =>
  ids.length === 0 ? Promise.resolve([]) : db.authConfig.findMany({ where: { projectId, id: { in: ids } } });

/** The newest first. Disabled auth configs are left out unless requested. */
export async function listAuthConfigs(projectId: string, filter: AuthConfigFilter): Promise<Page<AuthConfig>> {
  const cursor = readCursor(filter.cursor);
  const where: Prisma.AuthConfigWhereInput = {
    projectId,
    ...(filter.managed !== undefined && { managed: filter.managed }),
    ...(filter.toolkitSlugs && { toolkitSlug: { in: filter.toolkitSlugs } }),
    ...(!filter.showDisabled && { enabled: true }),
    ...(filter.search && { OR: [{ name: { contains: filter.search, mode: "insensitive" } }, { id: filter.search }] }),
  };
  const position = (row: AuthConfig) => ({ time: row.createdAt.toISOString(), id: row.id });
  const read = (take: number, after: AuthConfig | undefined) =>
    db.authConfig.findMany({
      where: { AND: [where, afterCursor(after ? position(after) : cursor, "createdAt", "desc")] },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take,
    });
  const size = ({ credentials, sharedCredentials, toolAccess }: AuthConfig): number =>
    credentials.length + (sharedCredentials?.length ?? 0) + JSON.stringify(toolAccess).length;
  const [{ rows, fit }, total] = await Promise.all([
    rowsByBytes(filter.limit, read, size),
    db.authConfig.count({ where }),
  ]);
  return toPage(rows, total, filter.limit, cursor, position, fit);
}

const LOCK = statement({
  name: "auth-configs.lock",
  text: "SELECT 1 AS locked FROM auth_config WHERE project_id = $1 AND id = $2 FOR UPDATE",
  columns: { locked: "int4" },
});

/** The row, locked until the transaction ends, so that two changes of its sealed values both arrive. */
async function lockAuthConfig(tx: Db, projectId: string, id: string): Promise<AuthConfig> {
  await rowsIn(tx, LOCK, [projectId, id]);
  const config = await tx.authConfig.findFirst({ where: { id, projectId } });
  if (!config) throw unknownConfig(id);
  return config;
}

const toConfigValues = ({ projectId, id, credentials, sharedCredentials, proxy }: AuthConfig): ConfigValues => ({
  credentials: openAuthConfigCredentials(projectId, id, credentials).values,
  shared: openSharedCredentials(projectId, id, sharedCredentials),
  proxyUrl: openProxy(projectId, id, proxy)?.url,
});

/**
 * Changes what is mentioned and leaves the rest. Credentials of its own make a managed auth config a custom one.
 * @param change.onlyWithoutApp changes nothing when there is a client id by now
 * @param onMove called before an address is taken to another origin; what it throws prevents the change
 * @throws ApiError NotFound; BadRequest when the result would lack a required credential, name a URL that cannot be
 *   called, or lead a secret that is not sent again to another server
 */
export async function updateAuthConfig(
  projectId: string,
  id: string,
  { owned, onlyWithoutApp = false, ...change }: AuthConfigSettings & { owned: boolean; onlyWithoutApp?: boolean },
  onMove?: (tx: Db, scheme: ToolkitAuthScheme, moved: MovedAddress) => Promise<void>,
): Promise<void> {
  // Neither of them ever changes; the transaction reads nothing past its own connection.
  const { toolkitSlug, scheme: mode } = await requireAuthConfig(projectId, id);
  const toolkit = await requireToolkit(projectId, toolkitSlug);
  const scheme = requireScheme(toolkit, mode as AuthMode);
  const app = change.credentials ? await findManagedApp(toolkit, scheme) : null;
  await db.$transaction(async (tx) => {
    const config = await lockAuthConfig(tx, projectId, id);
    if (onlyWithoutApp && openAuthConfigCredentials(projectId, id, config.credentials).values.client_id) return;
    const data: Prisma.AuthConfigUpdateInput = {
      ...(change.name !== undefined && { name: change.name }),
      ...(change.toolAccess && { toolAccess: { ...(config.toolAccess as ToolAccess), ...change.toolAccess } }),
      ...(change.forToolRouter !== undefined && { forToolRouter: change.forToolRouter }),
    };
    const before = toConfigValues(config);
    const after = { ...before };
    if (change.credentials) {
      const credentials = mergeCredentials(
        openAuthConfigCredentials(projectId, id, config.credentials),
        change.credentials,
        scheme.fields.authConfigCreation,
      );
      const stays = config.managed && !(owned && Object.keys(credentials.values).length > 0);
      assertUsable(toolkit, scheme, stays ? app : null, credentials);
      after.credentials = credentials.values;
      data.credentials = sealAuthConfigCredentials(projectId, id, credentials);
      data.managed = stays;
    }
    if (change.sharedCredentials) {
      const fields = scheme.fields.connectedAccountInitiation;
      after.shared = mergeValues(before.shared, change.sharedCredentials, fields, "shared_credentials");
      data.sharedCredentials =
        Object.keys(after.shared).length > 0 ? sealSharedCredentials(projectId, id, after.shared) : null;
    }
    if (change.proxy !== undefined) {
      data.proxy = sealProxy(projectId, id, change.proxy, config.proxy);
      after.proxyUrl = change.proxy?.url;
    }
    const sentValues = { credentials: change.credentials, shared_credentials: change.sharedCredentials };
    assertSecretsStay(toolkit, scheme, { before, after, sent: sentValues });
    const moved = onMove && movedAddress(scheme, toolkit, before, after);
    if (moved) await onMove(tx, scheme, moved);
    await announceConfig(tx, await tx.authConfig.update({ where: { id }, data }), "updated");
  });
}

/** @throws ApiError NotFound */
export async function setAuthConfigEnabled(projectId: string, id: string, enabled: boolean): Promise<void> {
  await db.$transaction(async (tx) => {
    const config = await lockAuthConfig(tx, projectId, id);
    if (config.enabled === enabled) return;
    await tx.authConfig.update({ where: { id }, data: { enabled } });
    await announceConfig(tx, { ...config, enabled }, enabled ? "enabled" : "disabled");
  });
}
