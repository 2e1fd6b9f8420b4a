/** Toolkits in the form of apps. */
import type { z } from "zod";
import type { CatalogToolkit, Category } from "@/lib/catalog/read/catalog";
import { logoUrl } from "@/lib/catalog/read/wire";
import type { AuthField, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { App, Field } from "./contract";

/** The Python program refuses the whole list of apps for any other word. */
const KNOWN_MODES: ReadonlySet<string> = new Set([
  "OAUTH2",
  "OAUTH1",
  "API_KEY",
  "BASIC",
  "BEARER_TOKEN",
  "BASIC_WITH_JWT",
  "GOOGLE_SERVICE_ACCOUNT",
  "GOOGLEADS_AUTH",
  "NO_AUTH",
  "CALCOM_AUTH",
]);

/** @param isOfUser whether an end user fills it in */
export const toOlderField = (field: AuthField, isOfUser: boolean): z.input<typeof Field> => ({
  name: field.name,
  displayName: field.displayName,
  display_name: field.displayName,
  description: field.description,
  type: field.type === "number" || field.type === "boolean" ? field.type : "string",
  required: field.required,
  expected_from_customer: isOfUser,
  is_secret: field.isSecret,
  default: field.default ?? null,
});

const toScheme = (scheme: ToolkitAuthScheme, baseUrl: string | null) => ({
  mode: scheme.mode,
  auth_mode: scheme.mode,
  scheme_name: scheme.mode,
  name: scheme.name,
  fields: [
    ...scheme.fields.authConfigCreation.map((field) => toOlderField(field, false)),
    ...scheme.fields.connectedAccountInitiation.map((field) => toOlderField(field, true)),
  ],
  default_scopes: scheme.defaultScopes,
  authorization_url: scheme.oauth?.authorizationUrl ?? "",
  token_url: scheme.oauth?.tokenUrl ?? "",
  proxy: { base_url: baseUrl ?? "" },
});

/** The schemes that programs of that generation know. */
export const knownSchemes = (toolkit: CatalogToolkit): ToolkitAuthScheme[] =>
  toolkit.authSchemes.filter(({ mode }) => KNOWN_MODES.has(mode));

export function toApp(
  toolkit: CatalogToolkit,
  categories: readonly Category[],
  hasSchemes: boolean,
): z.input<typeof App> {
  const nameOf = (id: string) => categories.find((category) => category.id === id)?.name ?? id;
  return {
    appId: toolkit.slug,
    key: toolkit.slug,
    name: toolkit.slug,
    displayName: toolkit.name,
    description: toolkit.description,
    categories: toolkit.categories.map(nameOf),
    logo: logoUrl(toolkit),
    docs: toolkit.meta.guideUrl ?? "",
    status: "ACTIVE",
    enabled: true,
    no_auth: toolkit.noAuth,
    yaml: { no_auth: toolkit.noAuth },
    tags: [],
    meta: { actionsCount: toolkit.toolsCount, triggersCount: toolkit.triggersCount },
    testConnectors: [],
    get_current_user_endpoint: toolkit.currentUserEndpoint,
    createdAt: toolkit.createdAt.toISOString(),
    updatedAt: toolkit.updatedAt.toISOString(),
    ...(hasSchemes && { auth_schemes: knownSchemes(toolkit).map((scheme) => toScheme(scheme, toolkit.baseUrl)) }),
  };
}
