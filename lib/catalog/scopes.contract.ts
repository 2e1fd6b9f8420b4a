/** Which scopes tools need, and which to ask for. */
import { z } from "zod";
import { AUTH_MODES } from "@/lib/contract/auth-modes";
import { operation } from "@/lib/contract/operation";
import { listQuery } from "@/lib/contract/page";
import { ScopeRequirements, slug, toolkitVersions } from "./contract";

const scopes = z.array(z.string().trim().min(1).max(500)).max(1_000);

const common = { tag: "Toolkits", auth: "project", permission: "tools:read", audit: "none" } as const;

const authScheme = z.enum(AUTH_MODES).default("OAUTH2").meta({ description: "The auth scheme of the connection" });
const toolkitVersion = z.string().min(1).max(50).default("latest");

/** For whom a provider grants scopes, where its app and its user have scopes of their own. */
const grantContext = z.record(z.string().max(100), z.string().max(100));

const tools = z.array(slug.toUpperCase()).min(1).max(500);

const RequiredScopes = z.object({
  scopes_required: z.array(z.string()),
  per_tool_requirements: z.array(z.object({ tool: z.string(), scope_requirements: ScopeRequirements })),
});

/** The path that published answers about missing scopes name: with a query, or with a body as their curl sends it. */
const earlier = {
  ...common,
  path: "/api/v3/tools/get_scopes_required",
  tag: "Tools",
  deprecated: true,
  response: RequiredScopes,
} as const;

const answer = {
  auth_scheme: z.string(),
  /** The version that the answer is about. */
  toolkit_version: z.string(),
};

export const scopesApi = {
  listRequiredScopes: operation({
    ...common,
    id: "tools.retrieveRequiredScopes",
    method: "POST",
    path: "/api/v3/tools/scopes/required",
    tag: "Tools",
    summary: "Get the scopes that tools need",
    body: z.object({ tools, version: z.string().max(500).optional() }),
    response: RequiredScopes,
  }),
  getScopesRequired: operation({
    ...earlier,
    id: "tools.getScopesRequired",
    method: "GET",
    summary: "Get the scopes that tools need, by the earlier path",
    query: z.object({
      tools: listQuery(slug.toUpperCase()).nonoptional("must name tools"),
      toolkit_versions: toolkitVersions,
    }),
  }),
  askScopesRequired: operation({
    ...earlier,
    id: "tools.askScopesRequired",
    method: "POST",
    summary: "Get the scopes that tools need, by the earlier path and with a body",
    body: z.object({ tools, toolkit_versions: toolkitVersions }),
  }),
  getLatestVersion: operation({
    ...common,
    id: "tools.getLatestVersion",
    method: "GET",
    path: "/api/v3/tools/{tool_slug}/get_latest_version",
    tag: "Tools",
    summary: "Get the latest version of a tool",
    params: z.object({ tool_slug: slug.toUpperCase() }),
    response: z.object({ tool_slug: z.string(), version: z.string() }),
  }),
  recommendScopes: operation({
    ...common,
    id: "toolkits.recommendScopes",
    method: "POST",
    path: "/api/v3/toolkits/{slug}/scopes/recommended",
    summary: "Recommend the scopes to ask for, so that tools of a toolkit can run",
    description:
      "`least_privilege` takes the narrowest scopes of each tool: those that the fewest tools of the toolkit name. " +
      "`fewest` takes as few scopes as possible. Tools whose scopes are unknown ask for nothing.",
    params: z.object({ slug: slug.toLowerCase() }),
    body: z.object({
      tools: z.array(slug.toUpperCase()).max(500).meta({ description: "None = all tools of the toolkit" }),
      auth_scheme: authScheme,
      toolkit_version: toolkitVersion,
      grant_context: grantContext.default({}),
      include: scopes.default([]).meta({ description: "Scopes to ask for in any case" }),
      exclude: scopes.default([]).meta({ description: "Scopes that must not be asked for" }),
      available_scopes: scopes.optional().meta({ description: "All scopes that the OAuth app can ask for" }),
    }),
    response: z.object({
      ...answer,
      grant_context: grantContext,
      scopes: z.object({
        least_privilege: z.array(z.string()),
        fewest: z.array(z.string()),
        /** Scopes that only some values of arguments need: no tool of the catalog has any. */
        conditional: z.array(
          z.object({
            scope: z.string(),
            when: z.record(z.string(), z.array(z.string())),
            for: z.array(z.string()),
          }),
        ),
      }),
    }),
  }),
  listGrantContexts: operation({
    ...common,
    id: "toolkits.retrieveScopesGrantContext",
    method: "GET",
    path: "/api/v3/toolkits/{slug}/scopes/grant_context",
    summary: "List the choices that change which scopes a toolkit's tools need",
    params: z.object({ slug: slug.toLowerCase() }),
    query: z.object({ auth_scheme: authScheme, toolkit_version: toolkitVersion }),
    response: z.object({
      ...answer,
      grant_context_dimensions: z.array(
        z.object({ dimension: z.string(), description: z.string(), values: z.array(z.string()) }),
      ),
      default_grant_context: grantContext,
    }),
  }),
};
