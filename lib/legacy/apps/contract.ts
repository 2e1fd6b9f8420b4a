/** Apps, as toolkits were called before version 3. */
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
