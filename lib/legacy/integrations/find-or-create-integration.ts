/** Lists, finds and makes integrations. */
import type { z } from "zod";
import { findCategories, findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import {
  createAuthConfig,
  listAuthConfigs,
  requireAuthConfig,
  type AuthConfig,
  type NewAuthConfig,
} from "@/lib/auth-configs/auth-configs";
import { toAuthConfig } from "@/lib/auth-configs/wire";
import { countAccounts } from "@/lib/connected-accounts/accounts/list-accounts";
import { MAX_LIMIT } from "@/lib/contract/page";
import { ApiError } from "@/lib/kernel/errors";
import { knownSchemes, toApp } from "../apps/to-app";
import { requireApp } from "../apps/list-apps";
import { withNamedError } from "../with-named-error";
import { readPage } from "../read-page";
import type { integrationsApi } from "./contract";
import { toIntegration } from "./to-integration";

type Wire = z.input<typeof integrationsApi.getIntegration.response>;

/** The integration that a request needs. */
export type IntegrationTerms = {
  app?: string | null | undefined;
  integrationId?: string | null | undefined;
  name?: string | null | undefined;
  scheme?: AuthMode | null | undefined;
  secrets?: Readonly<Record<string, unknown>> | null | undefined;
  limitedActions?: string[] | null | undefined;
  isForced?: boolean | null | undefined;
  createdBy: string;
};

/** @throws ApiError NotFound as IntegrationNotFoundError */
export const requireIntegration = (projectId: string, id: string): Promise<AuthConfig> =>
  withNamedError("IntegrationNotFoundError", () => requireAuthConfig(projectId, id));

/** @throws ApiError NotFound */
export async function showIntegration(projectId: string, id: string, maskSecrets: boolean): Promise<Wire> {
  const config = await requireIntegration(projectId, id);
  const [toolkit, counts] = await Promise.all([
    findToolkit(projectId, config.toolkitSlug),
    countAccounts(projectId, [id]),
  ]);
  return toIntegration(toAuthConfig(config, { toolkit, connections: counts.get(id) ?? 0, maskSecrets }), toolkit);
}

/** One page, the newest first. */
export async function listIntegrations(
  projectId: string,
  query: z.output<typeof integrationsApi.listIntegrations.query>,
  maskSecrets: boolean,
): Promise<z.input<typeof integrationsApi.listIntegrations.response>> {
  const app = query.appName ?? query.appId;
  const { items, ...page } = await readPage(
    (slice) =>
      listAuthConfigs(projectId, {
        ...slice,
        ...(app && { toolkitSlugs: [app] }),
        ...(query.showDisabled && { showDisabled: true }),
      }),
    query,
  );
  const counts = await countAccounts(
    projectId,
    items.map(({ id }) => id),
  );
  const integrations = items.map(async (config) => {
    const toolkit = await findToolkit(projectId, config.toolkitSlug);
    return toIntegration(
      toAuthConfig(config, { toolkit, connections: counts.get(config.id) ?? 0, maskSecrets }),
      toolkit,
    );
  });
  return { ...page, items: await Promise.all(integrations) };
}

const isEmpty = (secrets: IntegrationTerms["secrets"]): boolean => !secrets || Object.keys(secrets).length === 0;

/** The programs name the redirect address of an OAuth app `redirect_uri`. */
function toCredentials(secrets: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { redirect_uri: redirect, ...rest } = secrets;
  return { ...rest, ...(typeof redirect === "string" && redirect !== "" && { oauth_redirect_uri: redirect }) };
}

const withoutApp = (): ApiError =>
  new ApiError("BadRequest", "The request names neither an app nor an integration.", {
    suggestedFix: "Send app.uniqueKey, as github, or app.integrationId.",
  });

/** The newest enabled integration of an app and a scheme. */
async function findFitting(projectId: string, app: string, scheme: AuthMode): Promise<AuthConfig | undefined> {
  const { items } = await listAuthConfigs(projectId, { toolkitSlugs: [app], limit: 100 });
  return items.find((config) => config.scheme === scheme);
}

/**
 * The integration that a request names by ID, or one of its app, which is made if no other fits.
 * @throws ApiError NotFound for an unknown integration or app; BadRequest as `createAuthConfig`, and for neither
 */
export async function findOrCreateIntegration(
  projectId: string,
  terms: IntegrationTerms,
): Promise<{ config: AuthConfig; isNew: boolean }> {
  if (terms.integrationId) return { config: await requireIntegration(projectId, terms.integrationId), isNew: false };
  if (!terms.app) throw withoutApp();
  const toolkit = await requireApp(projectId, terms.app);
  const scheme = terms.scheme ?? knownSchemes(toolkit)[0]?.mode ?? toolkit.authSchemes[0]?.mode;
  // An existing integration runs every action, so a request that limits them gets a new integration.
  const isPlain = !terms.isForced && isEmpty(terms.secrets) && !terms.limitedActions?.length;
  const existing = scheme && isPlain ? await findFitting(projectId, toolkit.slug, scheme) : undefined;
  if (existing) return { config: existing, isNew: false };
  const isManaged = isEmpty(terms.secrets) && isConsent(scheme);
  const input: NewAuthConfig = {
    toolkitSlug: toolkit.slug,
    managed: isManaged,
    createdBy: terms.createdBy,
    ...(scheme && !isManaged && { scheme }),
    ...(terms.name && { name: terms.name.slice(0, 200) }),
    ...(terms.secrets && !isManaged && { credentials: toCredentials(terms.secrets) }),
    ...(terms.limitedActions?.length && { toolAccess: { tools_available_for_execution: terms.limitedActions } }),
  };
  return { config: await createAuthConfig(projectId, input), isNew: true };
}

/**
 * The integrations of an app, or the named integration.
 * @throws ApiError NotFound for an unknown integration or app; BadRequest if neither is named
 */
export async function searchIntegrations(
  projectId: string,
  { app, config: terms }: z.output<typeof integrationsApi.searchIntegrations.body>,
): Promise<z.input<typeof integrationsApi.searchIntegrations.response>> {
  const named = app.integrationId ? await requireIntegration(projectId, app.integrationId) : undefined;
  const slug = named?.toolkitSlug ?? app.uniqueKey;
  if (!slug) throw withoutApp();
  const toolkit = await requireApp(projectId, slug);
  const configs = named
    ? [named]
    : (await listAuthConfigs(projectId, { toolkitSlugs: [toolkit.slug], limit: MAX_LIMIT })).items;
  const matches = configs.filter(
    ({ scheme, managed }) =>
      (!terms.authScheme || scheme === terms.authScheme) &&
      (typeof terms.useComposioAuth !== "boolean" || managed === terms.useComposioAuth),
  );
  return {
    matchedIntegrationIds: matches.map(({ id }) => id),
    appInfo: toApp(toolkit, await findCategories(), false),
  };
}

/** Without an app of one's own, a consent needs the operator's; keys need neither. */
const isConsent = (scheme: AuthMode | undefined): boolean => scheme === "OAUTH2" || scheme === "OAUTH1";
