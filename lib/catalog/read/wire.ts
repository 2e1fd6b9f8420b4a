/** Toolkits and tools as the API shows them. */
import type { z } from "zod";
import { env } from "@/lib/kernel/process/env";
import {
  isRedirectMode,
  OAUTH_CALLBACK,
  type AuthField,
  type AuthMode,
  type ToolkitAuthScheme,
} from "../toolkit-auth-scheme";
import { toRetirementNotice } from "../tool-request";
import { namedScopes, toScopeRequirements } from "../scope-alternatives";
import { withLongNumbers } from "./with-long-numbers";
import type { CatalogTool, CatalogToolkit, Category } from "./catalog";
import { isAdded } from "./own-names";
import type { ToolkitBasis } from "../compiled-toolkit";
import type { ToolItem, ToolkitDetail, ToolkitItem } from "../contract";

/** The path of the uploaded logos of projects' own toolkits; an ID follows. */
export const LOGO_PATH = "/logos/toolkit/";

/** Where the toolkit's logo is found: its own address, or the image that this server has or draws. */
export function logoUrl({ slug, logo }: Pick<CatalogToolkit, "slug" | "logo">): string {
  if (/^https?:/.test(logo)) return logo;
  return `${env().publicUrl}${logo.startsWith(LOGO_PATH) ? logo : `/logos/${encodeURIComponent(slug)}`}`;
}

/** Schemes for which the operator has set up an OAuth app: known to the room auth-configs, handed in by routes. */
export type ManagedModes = readonly AuthMode[];

function toMeta(toolkit: CatalogToolkit) {
  return {
    created_at: toolkit.createdAt.toISOString(),
    updated_at: toolkit.updatedAt.toISOString(),
    description: toolkit.description,
    logo: logoUrl(toolkit),
    ...(toolkit.appUrl ? { app_url: toolkit.appUrl } : {}),
    triggers_count: toolkit.triggersCount,
    tools_count: toolkit.toolsCount,
    proxy_only: toolkit.toolsCount === 0 && toolkit.baseUrl !== null,
    version: toolkit.version,
  };
}

const categoriesOf = (toolkit: CatalogToolkit, categories: readonly Category[]): Category[] =>
  toolkit.categories.map((id) => ({ id, name: categories.find((category) => category.id === id)?.name ?? id }));

export function toToolkit(
  toolkit: CatalogToolkit,
  categories: readonly Category[],
  managed: ManagedModes = [],
): z.input<typeof ToolkitItem> {
  return {
    slug: toolkit.slug,
    name: toolkit.name,
    type: toolkit.kind,
    auth_schemes: toolkit.authSchemes.map((scheme) => scheme.mode),
    composio_managed_auth_schemes: [...managed],
    is_local_toolkit: false,
    no_auth: toolkit.noAuth,
    ...(toolkit.meta.guideUrl ? { auth_guide_url: toolkit.meta.guideUrl } : {}),
    deprecated: { toolkitId: toolkit.id },
    meta: { ...toMeta(toolkit), categories: categoriesOf(toolkit, categories) },
  };
}

const toField = (field: AuthField) => ({
  name: field.name,
  displayName: field.displayName,
  type: field.type,
  description: field.description,
  required: field.required,
  is_secret: field.isSecret,
  user_visible: true,
  ...(field.default === undefined ? {} : { default: field.default }),
  ...(field.aliases[0] === undefined ? {} : { legacy_template_name: field.aliases[0] }),
});

const toFields = (fields: AuthField[]) => ({
  required: fields.filter((field) => field.required).map(toField),
  optional: fields.filter((field) => !field.required).map(toField),
});

/** The default and the possible scopes: of the app, or of the user where the scheme acts as the user. */
function toOfferedScopes(scheme: ToolkitAuthScheme) {
  const [usual, available] =
    scheme.actsAs === "user"
      ? [scheme.defaultUserScopes, scheme.availableUserScopes]
      : [scheme.defaultScopes, scheme.availableScopes];
  return available.length + usual.length > 0
    ? { scopes: { default: usual, available: [...new Set([...usual, ...available])] } }
    : {};
}

const toScheme = (scheme: ToolkitAuthScheme, toolkit: CatalogToolkit) => ({
  mode: scheme.mode,
  name: scheme.name,
  fields: {
    auth_config_creation: toFields(scheme.fields.authConfigCreation),
    connected_account_initiation: toFields(scheme.fields.connectedAccountInitiation),
  },
  required_scopes: scheme.baseScopes ?? [],
  ...toOfferedScopes(scheme),
  ...(toolkit.baseUrl ? { proxy: { base_url: toolkit.baseUrl } } : {}),
  ...(scheme.hintUrl ? { auth_hint_url: scheme.hintUrl } : {}),
  ...(isRedirectMode(scheme.mode) ? { redirect_uri: `${env().publicUrl}${OAUTH_CALLBACK}` } : {}),
  ...(scheme.oauth
    ? {
        deprecated_auth_provider_details: {
          authorization_url: scheme.oauth.authorizationUrl,
          token_url: scheme.oauth.tokenUrl,
        },
      }
    : {}),
});

const toBasis = ({ api, date, from, checked }: ToolkitBasis) => ({
  ...(api && { api_version: api }),
  date,
  ...(from && { from }),
  ...(checked && { checked_on: checked }),
});

export function toToolkitDetail(
  toolkit: CatalogToolkit,
  categories: readonly Category[],
  managed: ManagedModes = [],
): z.input<typeof ToolkitDetail> {
  const managedSchemes = toolkit.authSchemes.filter((scheme) => managed.includes(scheme.mode));
  return {
    slug: toolkit.slug,
    name: toolkit.name,
    type: toolkit.kind,
    enabled: true,
    composio_managed_auth_schemes: [...managed],
    composio_managed_auth: managedSchemes.map((scheme) => ({
      mode: scheme.mode,
      scopes: { available: scheme.availableScopes },
      ...(scheme.oauth?.userScopeParam ? { user_scopes: { available: scheme.availableUserScopes } } : {}),
    })),
    is_local_toolkit: false,
    auth_config_details: toolkit.authSchemes.map((scheme) => toScheme(scheme, toolkit)),
    ...(toolkit.meta.guideUrl ? { auth_guide_url: toolkit.meta.guideUrl } : {}),
    ...(toolkit.baseUrl ? { base_url: toolkit.baseUrl } : {}),
    meta: {
      ...toMeta(toolkit),
      categories: categoriesOf(toolkit, categories).map(({ id, name }) => ({ name, slug: id })),
      available_versions: toolkit.availableVersions,
    },
    ...(toolkit.currentUserEndpoint
      ? {
          get_current_user_endpoint: toolkit.currentUserEndpoint,
          get_current_user_endpoint_method: toolkit.meta.currentUserMethod ?? "GET",
        }
      : {}),
    ...(toolkit.meta.attribution.length > 0
      ? {
          sources: toolkit.meta.attribution.map((source) => ({
            name: source.package,
            ...(source.license && { license: source.license }),
            ...(source.licenseUrl && { url: source.licenseUrl }),
          })),
        }
      : {}),
    ...(toolkit.meta.basis && { basis: toBasis(toolkit.meta.basis) }),
    deprecated: {
      toolkitId: toolkit.id,
      ...(toolkit.currentUserEndpoint ? { getCurrentUserEndpoint: toolkit.currentUserEndpoint } : {}),
      rawProxyInfoByAuthSchemes: [],
    },
  };
}

/** The published schema of a tool's answer. Meta tools answer with numbers of this server, which are short. */
export const publishedOutput = ({ run, outputSchema }: CatalogTool): Record<string, unknown> =>
  run.builtin === undefined ? withLongNumbers(outputSchema) : outputSchema;

export function toTool(tool: CatalogTool, toolkit: CatalogToolkit): z.input<typeof ToolItem> {
  const logo = logoUrl(toolkit);
  const availableVersions = isAdded(tool) ? [tool.version] : toolkit.availableVersions;
  return {
    slug: tool.slug,
    name: tool.name,
    description: tool.description,
    toolkit: { slug: toolkit.slug, name: toolkit.name, logo },
    input_parameters: tool.inputSchema,
    output_parameters: publishedOutput(tool),
    no_auth: toolkit.noAuth,
    version: tool.version,
    available_versions: availableVersions,
    scopes: namedScopes(tool.scopes),
    scope_requirements: toScopeRequirements(tool.scopes),
    tags: tool.tags,
    human_description: tool.name,
    is_deprecated: tool.deprecated,
    ...(tool.run.retires && {
      retires: { from: tool.run.retires.from, notice: toRetirementNotice(tool.run.retires) },
    }),
    deprecated: {
      displayName: tool.name,
      version: tool.version,
      available_versions: availableVersions,
      is_deprecated: tool.deprecated,
      toolkit: { logo },
    },
  };
}
