/** The API of the catalog: toolkits, their categories and versions, and tools with their schemas. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { flagQuery, listQuery, page, pageQuery } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";

const Category = z.object({ id: z.string(), name: z.string() });
const CountedCategory = Category.extend({
  toolkits_count: z.number().int().meta({ description: "Toolkits in this category, the project's own included" }),
});

/** Of our own. */
const proxyOnly = z
  .boolean()
  .meta({ description: "It has no tools: its API is called through POST /api/v3/tools/execute/proxy" });

export const ToolkitItem = z
  .object({
    slug: z.string(),
    name: z.string(),
    type: z.enum(["native", "custom"]),
    auth_schemes: z.array(z.string()),
    composio_managed_auth_schemes: z.array(z.string()),
    is_local_toolkit: z.boolean(),
    no_auth: z.boolean(),
    auth_guide_url: z.string().nullable().optional(),
    deprecated: z.object({ toolkitId: z.string() }),
    meta: z.object({
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime(),
      description: z.string(),
      logo: z.string(),
      app_url: z.string().nullable().optional(),
      categories: z.array(Category),
      triggers_count: z.number().int(),
      tools_count: z.number().int(),
      proxy_only: proxyOnly,
      version: z.string(),
    }),
  })
  .meta({ id: "Toolkit" });

const AuthField = z
  .object({
    name: z.string(),
    displayName: z.string(),
    type: z.string(),
    description: z.string(),
    required: z.boolean(),
    default: z.string().nullable().optional(),
    is_secret: z.boolean().optional(),
    legacy_template_name: z.string().optional(),
    user_visible: z.boolean().meta({ description: "Whether the connect page asks for it: always, here" }),
  })
  .meta({ id: "AuthField" });

const AuthFields = z.object({ required: z.array(AuthField), optional: z.array(AuthField) });

export const ToolkitDetail = z
  .object({
    slug: z.string(),
    name: z.string(),
    type: z.enum(["native", "custom"]),
    enabled: z.boolean(),
    composio_managed_auth_schemes: z.array(z.string()),
    composio_managed_auth: z.array(
      z.object({
        mode: z.string(),
        scopes: z.object({ available: z.array(z.string()) }),
        user_scopes: z.object({ available: z.array(z.string()) }).optional(),
      }),
    ),
    is_local_toolkit: z.boolean(),
    auth_config_details: z.array(
      z.object({
        mode: z.string(),
        name: z.string(),
        fields: z.object({ auth_config_creation: AuthFields, connected_account_initiation: AuthFields }),
        required_scopes: z.array(z.string()).meta({ description: "Always asked for, besides those of tools" }),
        /** An extension: the scopes that an app of yours asks for by default, and all known scopes. */
        scopes: z.object({ default: z.array(z.string()), available: z.array(z.string()) }).optional(),
        /** An extension: the address of this server that an OAuth app must allow. */
        redirect_uri: z.string().optional(),
        proxy: z.object({ base_url: z.string() }).optional(),
        auth_hint_url: z.string().nullable().optional(),
        deprecated_auth_provider_details: z
          .object({ authorization_url: z.string().optional(), token_url: z.string().optional() })
          .optional(),
      }),
    ),
    auth_guide_url: z.string().nullable().optional(),
    base_url: z.string().optional(),
    meta: z.object({
      created_at: z.iso.datetime(),
      updated_at: z.iso.datetime(),
      description: z.string(),
      logo: z.string(),
      app_url: z.string().nullable().optional(),
      categories: z.array(z.object({ name: z.string(), slug: z.string() })),
      triggers_count: z.number().int(),
      tools_count: z.number().int(),
      proxy_only: proxyOnly,
      version: z.string(),
      available_versions: z.array(z.string()),
    }),
    get_current_user_endpoint: z.string().optional(),
    get_current_user_endpoint_method: z.string().optional(),
    /** Ours: the descriptions that the toolkit's tools were compiled from. */
    sources: z
      .array(z.object({ name: z.string(), license: z.string().optional(), url: z.string().optional() }))
      .optional(),
    /** Ours: what the tools stand for. */
    basis: z
      .object({
        api_version: z.string().optional(),
        date: z.string().meta({ description: "The day of the description that the tools were made from" }),
        from: z.string().optional().meta({ description: "Where that description is from" }),
        checked_on: z.string().optional().meta({ description: "The last check against the provider's reference" }),
      })
      .optional(),
    deprecated: z.object({
      toolkitId: z.string(),
      getCurrentUserEndpoint: z.string().optional(),
      rawProxyInfoByAuthSchemes: z.array(z.record(z.string(), z.unknown())),
    }),
  })
  .meta({ id: "ToolkitDetail" });

export const ScopeRequirements = z
  .object({ all_of: z.array(z.union([z.string(), z.object({ any_of: z.array(z.string()) })])) })
  .nullable();

export const ToolItem = z
  .object({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    toolkit: z.object({ slug: z.string(), name: z.string(), logo: z.string() }),
    input_parameters: z.record(z.string(), z.unknown()),
    output_parameters: z.record(z.string(), z.unknown()),
    no_auth: z.boolean(),
    version: z.string(),
    available_versions: z.array(z.string()),
    scopes: z.array(z.string()),
    scope_requirements: ScopeRequirements,
    tags: z.array(z.string()),
    human_description: z.string().optional(),
    is_deprecated: z.boolean(),
    /** Of our own: the first day on which the provider refuses it, and what to do then. */
    retires: z.object({ from: z.iso.date(), notice: z.string() }).optional(),
    deprecated: z.object({
      displayName: z.string(),
      version: z.string(),
      available_versions: z.array(z.string()),
      is_deprecated: z.boolean(),
      toolkit: z.object({ logo: z.string() }),
    }),
  })
  .meta({ id: "Tool" });

export const toolkitFilter = {
  category: z
    .string()
    .max(MAX_ID)
    .optional()
    .meta({ description: "Id or name of a category, or several ids with commas" }),
  managed_by: z
    .enum(["all", "composio", "project"])
    .optional()
    .meta({ description: "composio: toolkits of this server; project: the project's own" }),
  sort_by: z.enum(["usage", "alphabetically"]).optional().meta({
    description: "usage: what the project executed most comes first. Default: by importance; proxy_only ones are last",
  }),
};

/** `latest`, one version for all, or a version by toolkit (`toolkit_versions[gmail]=20260105_00`). */
const version = z.string().max(100);
export const toolkitVersions = z
  .union([version, z.record(z.string(), version)])
  .nullish()
  .meta({
    description:
      "latest, a version, or a version by toolkit. Left out, " +
      "it means the latest under /api/v3.1 and 00000000_00 under /api/v3: " +
      "the version that was the latest when the project was made. " +
      "A version that this server does not have is answered with the latest and " +
      "a warning header, unless the project refuses it (strict_toolkit_versions).",
  });
export const slug = z.string().trim().min(1).max(100);

/** Filters of our own, in addition to the published filters. */
const ownToolkitFilter = {
  slugs: listQuery(slug.toLowerCase()).meta({ description: "Only toolkits with these slugs" }),
  auth_scheme: z
    .string()
    .trim()
    .toUpperCase()
    .max(50)
    .optional()
    .meta({ description: "Only toolkits that offer this auth scheme, such as OAUTH2 or NO_AUTH" }),
};

export const catalogApi = {
  listToolkits: operation({
    id: "getToolkits",
    method: "GET",
    path: "/api/v3/toolkits",
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "List toolkits",
    query: z.object({
      ...toolkitFilter,
      ...pageQuery,
      type: z.enum(["all", "native", "custom"]).optional(),
      include_deprecated: flagQuery,
      search: z.string().max(200).optional(),
      ...ownToolkitFilter,
    }),
    response: page(ToolkitItem),
  }),
  listCategories: operation({
    id: "getToolkitsCategories",
    method: "GET",
    path: "/api/v3/toolkits/categories",
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "List the categories of toolkits",
    response: page(CountedCategory),
  }),
  getToolkit: operation({
    id: "getToolkitsBySlug",
    method: "GET",
    path: "/api/v3/toolkits/{slug}",
    tag: "Toolkits",
    auth: "project",
    permission: "toolkits:read",
    audit: "none",
    summary: "Get a toolkit with its auth schemes",
    params: z.object({ slug: slug.toLowerCase() }),
    query: z.object({ version: z.string().max(MAX_ID).optional() }),
    response: ToolkitDetail,
  }),
  listTools: operation({
    id: "getTools",
    method: "GET",
    path: "/api/v3/tools",
    tag: "Tools",
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "List tools",
    description:
      "The most important come first: every toolkit that is named is on the first page, if the limit allows. Deprecated tools are last.",
    query: z.object({
      toolkit_slug: listQuery(slug.toLowerCase()),
      tool_slugs: listQuery(slug.toUpperCase()).meta({
        description: "Only these tools; every other filter but toolkit_versions is ignored",
      }),
      auth_config_ids: listQuery(slug),
      important: flagQuery,
      tags: listQuery(slug),
      scopes: listQuery(z.string().max(300)),
      query: z.string().max(1024).optional().meta({ description: "Words to search for" }),
      search: z.string().max(1024).optional().meta({ deprecated: true, description: "The older name of query" }),
      include_deprecated: flagQuery.meta({ description: "Default true" }),
      toolkit_versions: toolkitVersions,
      ...pageQuery,
    }),
    response: page(ToolItem),
  }),
  getTool: operation({
    id: "getToolsByToolSlug",
    method: "GET",
    path: "/api/v3/tools/{tool_slug}",
    tag: "Tools",
    auth: "project",
    permission: "tools:read",
    audit: "none",
    summary: "Get a tool with its schemas",
    params: z.object({ tool_slug: slug.toUpperCase() }),
    query: z.object({ version: z.string().max(MAX_ID).optional(), toolkit_versions: toolkitVersions }),
    response: ToolItem,
  }),
};
