/** A preview of the connect page that end users of an auth config see. */
import { askedFields, type AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { requireScheme } from "@/lib/auth-configs/require-scheme";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { logoUrl } from "@/lib/catalog/read/wire";
import { connectMode } from "./connect-mode";
import type { Language } from "@/lib/hosted-pages/languages";
import { askedScopes } from "@/lib/auth-configs/asked-scopes";
import { toConnectPage } from "../pages/connect-page";
import type { Branding } from "@/lib/access/projects/branding";
import { isUrl } from "@/lib/kernel/text/is-url";

export type Preview = {
  toolkitSlug: string;
  scheme: AuthMode;
  /** The scheme's default scopes if left out. */
  scopes?: readonly string[] | undefined;
  /** Names of fields that the auth config fills. */
  givenFields?: readonly string[] | undefined;
  language?: Language | undefined;
};

/**
 * The same page as behind a link, with a form that does nothing.
 * @throws ApiError NotFound for an unknown toolkit, BadRequest for a scheme that it does not have
 */
export async function previewConnectPage(
  projectId: string,
  { toolkitSlug, scheme: mode, scopes, givenFields = [], language = "en" }: Preview,
  branding: Branding,
): Promise<string> {
  const toolkit = await requireToolkit(projectId, toolkitSlug);
  const scheme = requireScheme(toolkit, mode);
  const { consent } = connectMode(scheme.mode);
  const authorize = scheme.oauth?.authorizationUrl ?? "";
  return toConnectPage({
    language,
    branding,
    toolkit: { name: toolkit.name, logo: logoUrl(toolkit) },
    ...(consent && {
      consentAt: isUrl(authorize) && !authorize.includes("{") ? new URL(authorize).host : toolkit.name,
    }),
    scopes: consent ? [...(scopes ?? Object.values(askedScopes(scheme, { values: {} })).flat())] : [],
    fields: askedFields(scheme).filter(({ name }) => !givenFields.includes(name)),
    ...(scheme.hintUrl && { hintUrl: scheme.hintUrl }),
    values: {},
    errors: new Map(),
    goesTo: [],
    preview: true,
  }).html;
}
