/** Integrations, as auth configs were called before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { AuthScheme } from "@/lib/auth-configs/contract";
import { ofStoredFields } from "@/lib/contract/few-keys";
import { flagQuery } from "@/lib/contract/page";
import { MAX_ID, idParam } from "@/lib/contract/texts";
import { App, Field } from "../apps/contract";
import { Anything, Deleted, OLDER, olderPage, pageQuery, Success } from "../older.contract";

export const Integration = z
  .object({
    id: z.string(),
    name: z.string(),
    authScheme: z.string(),
    createdAt: z.string(),
    updatedAt: z.string(),
    enabled: z.boolean(),
    deleted: z.boolean(),
    appId: z.string(),
    appName: z.string(),
    expectedInputFields: z.array(Field),
    logo: z.string(),
    authConfig: Anything.meta({ description: "Its secrets are masked, unless the project shows them" }),
    useComposioAuth: z.boolean(),
    /** Programs read an empty list as "no action is allowed". */
    limitedActions: z.array(z.string()).nullable(),
    defaultConnectorId: z.null(),
    connections: z.array(z.unknown()),
    member: Anything,
    _count: z.object({ connections: z.number().int() }),
  })
  .meta({ id: "Integration" });

const slug = z.string().trim().max(MAX_ID).toLowerCase();
const names = z.array(z.string().max(MAX_ID)).max(2000);
const secrets = ofStoredFields(z.record(z.string(), z.unknown()).nullish());
/** Some programs send an empty text for no scheme. */
const scheme = z.preprocess((value) => (value === "" ? undefined : value), AuthScheme.nullish());

/** How an integration is made on the way of another call. */
export const IntegrationConfig = z.object({
  name: z.string().max(200).nullish(),
  useComposioAuth: z.boolean().nullish(),
  authScheme: scheme,
  integrationSecrets: secrets,
});

const AppChoice = z.object({ uniqueKey: slug.nullish(), integrationId: z.string().max(MAX_ID).nullish() });

const params = z.object({ integrationId: idParam("Id of the integration, ac_...") });
const read = { method: "GET", permission: "auth_configs:read", audit: "none" } as const;
const create = { method: "POST", permission: "auth_configs:write", audit: "auth_config.create" } as const;

export const integrationsApi = {
  listIntegrations: operation({
    ...OLDER,
    ...read,
    id: "v1.integrations.list",
    path: "/api/v1/integrations",
    summary: "List integrations",
    successor: "GET /api/v3/auth_configs",
    query: z.object({ ...pageQuery, appName: slug.optional(), appId: slug.optional(), showDisabled: flagQuery }),
    response: olderPage(Integration),
  }),
  createIntegration: operation({
    ...OLDER,
    ...create,
    id: "v1.integrations.create",
    path: "/api/v1/integrations",
    summary: "Create an integration",
    description:
      "An enabled one of the same app and auth scheme is returned, unless secrets or forceNewIntegration come.",
    successor: "POST /api/v3/auth_configs",
    body: z.object({
      appId: slug.min(1, "must name an app, as github"),
      name: z.string().max(200).nullish(),
      authScheme: scheme,
      useComposioAuth: z.boolean().nullish(),
      forceNewIntegration: z.boolean().nullish(),
      authConfig: secrets,
      limitedActions: names.nullish(),
    }),
    response: Integration,
  }),
  getIntegration: operation({
    ...OLDER,
    ...read,
    id: "v1.integrations.get",
    path: "/api/v1/integrations/{integrationId}",
    summary: "Get an integration",
    successor: "GET /api/v3/auth_configs/{nanoid}",
    params,
    response: Integration,
  }),
  deleteIntegration: operation({
    ...OLDER,
    id: "v1.integrations.delete",
    method: "DELETE",
    permission: "auth_configs:write",
    audit: "auth_config.delete",
    path: "/api/v1/integrations/{integrationId}",
    summary: "Delete an integration and its connected accounts",
    successor: "DELETE /api/v3/auth_configs/{nanoid}",
    params,
    response: Deleted,
  }),
  changeIntegration: operation({
    ...OLDER,
    id: "v1.integrations.change",
    method: "PATCH",
    permission: "auth_configs:write",
    audit: "auth_config.update",
    path: "/api/v1/integrations/{integrationId}",
    summary: "Enable or disable an integration, or limit its actions",
    successor: "PATCH /api/v3/auth_configs/{nanoid}",
    params,
    body: z.object({ limitedActions: names.nullish(), enabled: z.boolean().nullish() }),
    response: Success,
  }),
  searchIntegrations: operation({
    ...OLDER,
    id: "v2.integrations.search",
    method: "POST",
    permission: "auth_configs:read",
    audit: "none",
    path: "/api/v2/integrations/search-by-filters",
    summary: "Find the integrations of an app with an auth scheme, the newest first",
    successor: "GET /api/v3/auth_configs",
    body: z.object({
      app: AppChoice,
      config: z.object({ useComposioAuth: z.boolean().nullish(), authScheme: scheme }).prefault({}),
    }),
    response: z.object({ matchedIntegrationIds: z.array(z.string()), appInfo: App }),
  }),
  createIntegrationV2: operation({
    ...OLDER,
    ...create,
    id: "v2.integrations.create",
    path: "/api/v2/integrations/create",
    summary: "Create an integration",
    successor: "POST /api/v3/auth_configs",
    body: z.object({ app: AppChoice, config: IntegrationConfig.prefault({}) }),
    response: z.object({ integrationId: z.string() }),
  }),
  getOrCreateIntegration: operation({
    ...OLDER,
    ...create,
    id: "v2.integrations.getOrCreate",
    path: "/api/v2/integrations/get-or-create",
    summary: "Get an integration of an app, or create it",
    successor: "POST /api/v3/auth_configs",
    body: z.object({ app: AppChoice, config: IntegrationConfig.prefault({}) }),
    response: z.object({ integrationId: z.string(), isNewIntegration: z.boolean() }),
  }),
};
