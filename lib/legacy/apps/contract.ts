/** Apps, as toolkits were called before version 3, and those that a project adds with an OpenAPI document. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";
import { Anything, OLDER } from "../older.contract";

/** `expected_from_customer`: asked of the end user; otherwise when the integration is made. */
export const Field = z.object({
  name: z.string(),
  displayName: z.string(),
  display_name: z.string(),
  description: z.string(),
  type: z.string(),
  required: z.boolean(),
  expected_from_customer: z.boolean(),
  is_secret: z.boolean(),
  default: z.string().nullable(),
});

const Scheme = z.object({
  mode: z.string(),
  auth_mode: z.string(),
  scheme_name: z.string(),
  name: z.string(),
  fields: z.array(Field),
  default_scopes: z.array(z.string()),
  authorization_url: z.string(),
  token_url: z.string(),
  proxy: z.object({ base_url: z.string() }),
});

export const App = z
  .object({
    appId: z.string(),
    key: z.string(),
    name: z.string(),
    displayName: z.string(),
    description: z.string(),
    categories: z.array(z.string()),
    logo: z.string(),
    docs: z.string(),
    status: z.string(),
    enabled: z.boolean(),
    no_auth: z.boolean(),
    yaml: z
      .object({ no_auth: z.boolean() })
      .meta({ description: "Where composio-core 0.3 reads that an app needs no account" }),
    tags: z.array(z.string()),
    meta: Anything,
    testConnectors: z.array(z.unknown()),
    get_current_user_endpoint: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
    auth_schemes: z.array(Scheme).optional(),
  })
  .meta({ id: "App" });

const read = { method: "GET", permission: "toolkits:read", audit: "none" } as const;

export const appsApi = {
  listApps: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.list",
    path: "/api/v1/apps",
    summary: "List apps",
    successor: "GET /api/v3/toolkits",
    query: z.object({
      category: z.string().max(MAX_ID).optional(),
      additionalFields: z.string().max(MAX_ID).optional(),
      includeLocal: flagQuery,
      sortBy: z.string().max(MAX_ID).optional(),
    }),
    response: z.object({ items: z.array(App), totalPages: z.number().int() }),
  }),
  getApp: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.get",
    path: "/api/v1/apps/{appName}",
    summary: "Get an app with its auth schemes",
    successor: "GET /api/v3/toolkits/{slug}",
    params: z.object({ appName: z.string().trim().min(1).max(100).toLowerCase() }),
    response: App,
  }),
  listAppCategories: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.categories",
    path: "/api/v1/apps/list/categories",
    summary: "List the names of categories",
    successor: "GET /api/v3/toolkits/categories",
    response: z.object({ items: z.array(z.string()) }),
  }),
  listAppNames: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.enums",
    path: "/api/v1/apps/list/enums",
    summary: "List the names of apps as text, one on each line",
    successor: "GET /api/v3/toolkits",
    response: z.string(),
  }),
};

const spec = {
  id: z.string().meta({ description: "The slug of the toolkit, custom_..." }),
  name: z.string(),
  clientId: z.string(),
  lastSyncAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  status: z.enum(["initialized", "finished"]).meta({ description: "finished: its actions can be executed" }),
  state: z.enum(["prepare", "finish"]),
};
const Spec = z.object(spec).meta({ id: "OlderSpec" });

const specText = z.string().max(9_000_000, "must have at most 9,000,000 characters").nullish();
const integrationText = z.string().max(200_000, "must have at most 200,000 characters").nullish();
const specBase = "/api/v1/apps/openapi/spec";
/** Programs name one by what they were given, or by the name they chose. */
const specName = z.string().trim().min(1).max(MAX_ID);
const removeSpec = {
  method: "DELETE",
  permission: "toolkits:write",
  audit: "own_toolkit.delete",
  summary: "Delete an app of the project's own with its integrations and connected accounts",
  successor: "DELETE /api/v3/internal/patchbay/own_toolkits/{slug}",
  response: z.object({ id: z.string(), message: z.string() }),
} as const;

export const ownAppsApi = {
  addSpec: operation({
    ...OLDER,
    id: "v1.apps.addSpec",
    method: "POST",
    permission: "toolkits:write",
    audit: "own_toolkit.publish",
    path: `${specBase}/add`,
    summary: "Add an app of the project's own, or replace it",
    description:
      "Compiles the document and publishes its actions before it answers. An integration.yaml alone makes an app " +
      "without actions. The same name, or the same unique_key, replaces the app.",
    successor: "POST /api/v3/internal/patchbay/own_toolkits",
    body: z.object({
      name: z.string().trim().min(1, "must name the app").max(200),
      openApiSpecYaml: specText,
      integrationYaml: integrationText,
      open_api_spec_yaml: specText,
      integration_yaml: integrationText,
    }),
    response: z.object({ ...spec, message: z.string() }),
  }),
  listSpecs: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.specs",
    path: `${specBase}/list`,
    summary: "List the apps that the project made from documents",
    successor: "GET /api/v3/internal/patchbay/own_toolkits",
    response: z.array(Spec),
  }),
  getSpecStatus: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.specStatus",
    path: `${specBase}/status/{id}`,
    summary: "Get an app of the project's own",
    successor: "GET /api/v3/internal/patchbay/own_toolkits/{slug}",
    params: z.object({ id: specName }),
    response: Spec,
  }),
  listSpecLogs: operation({
    ...OLDER,
    ...read,
    id: "v1.apps.specLogs",
    path: `${specBase}/logs/{name}`,
    summary: "List the problems of an app's document, each with its line",
    successor: "POST /api/v3/internal/patchbay/own_toolkits/preview",
    params: z.object({ name: specName }),
    response: z.object({ name: z.string(), logs: z.array(z.string()) }),
  }),
  deleteSpec: operation({
    ...OLDER,
    ...removeSpec,
    id: "v1.apps.deleteSpec",
    path: `${specBase}/delete/{id}`,
    params: z.object({ id: specName }),
  }),
  deleteSpecByName: operation({
    ...OLDER,
    ...removeSpec,
    id: "v1.apps.deleteSpecByName",
    path: `${specBase}/delete`,
    body: z.object({ name: specName }),
  }),
};
