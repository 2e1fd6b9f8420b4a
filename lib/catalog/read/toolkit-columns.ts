/** The columns of toolkits and tools as statements read them, with their SQL types. */
import { narrowed } from "@/lib/kernel/database/statement";
import type { ToolkitAuthScheme } from "../toolkit-auth-scheme";
import type { ToolkitMeta, ToolkitVersionSince } from "../compiled-toolkit";
import type { ToolRun } from "../tool-request";
import type { RootSchema } from "../tool-schema";

export const TOOLKIT_COLUMNS = `id, project_id AS "projectId", slug, name, description, kind, logo,
  app_url AS "appUrl", base_url AS "baseUrl", categories,
  auth_schemes AS "authSchemes", no_auth AS "noAuth", version,
  available_versions AS "availableVersions", tools_count AS "toolsCount",
  triggers_count AS "triggersCount", current_user_endpoint AS "currentUserEndpoint", meta,
  created_at AS "createdAt", updated_at AS "updatedAt", popularity, versions_since AS "versionsSince"`;

export const toolkitColumns = {
  id: "text",
  projectId: "text?",
  slug: "text",
  name: "text",
  description: "text",
  kind: narrowed<"native" | "custom">()("text"),
  logo: "text",
  appUrl: "text?",
  baseUrl: "text?",
  categories: "text[]",
  authSchemes: narrowed<ToolkitAuthScheme[]>()("jsonb"),
  noAuth: "bool",
  version: "text",
  availableVersions: "text[]",
  toolsCount: "int4",
  triggersCount: "int4",
  currentUserEndpoint: "text?",
  meta: narrowed<ToolkitMeta>()("jsonb"),
  createdAt: "timestamptz",
  updatedAt: "timestamptz",
  popularity: "int4",
  versionsSince: narrowed<ToolkitVersionSince[]>()("jsonb"),
} as const;

/** The only user for whom the project made the tool's toolkit; null for all users. Nothing is read for shared tools. */
export const ONLY_USER = `CASE WHEN tool.project_id IS NOT NULL THEN (SELECT owner.meta->>'onlyUser' FROM toolkit AS owner
    WHERE owner.project_id = tool.project_id AND owner.slug = tool.toolkit_slug) END`;

export const TOOL_COLUMNS = `project_id AS "projectId", slug, toolkit_slug AS "toolkitSlug", version,
  is_latest AS "isLatest", name, description, tags, scopes,
  input_schema AS "inputSchema", output_schema AS "outputSchema", run, important, deprecated, aliases,
  ${ONLY_USER} AS "onlyUser"`;

export const toolColumns = {
  projectId: "text?",
  slug: "text",
  toolkitSlug: "text",
  version: "text",
  isLatest: "bool",
  name: "text",
  description: "text",
  tags: "text[]",
  scopes: "text[]",
  inputSchema: narrowed<RootSchema>()("json"),
  outputSchema: narrowed<RootSchema>()("json"),
  run: narrowed<ToolRun>()("jsonb"),
  important: "bool",
  deprecated: "bool",
  aliases: "text[]",
  onlyUser: "text?",
} as const;
