/** Which of a toolkit's auth schemes an auth config can use, and what its credentials must hold. */
import { DISCOVERED_MODES } from "@/lib/contract/auth-modes";
import {
  isRedirectMode,
  type AuthField,
  type AuthMode,
  type ToolkitAuthScheme,
} from "@/lib/catalog/toolkit-auth-scheme";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { hasControls } from "@/lib/contract/texts";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import type { AuthConfigCredentials } from "./auth-config-credentials";
import { isUrl } from "@/lib/kernel/text/is-url";

export type Toolkit = CatalogToolkit;

/** SAML signs people in to a web app and gives no credentials that an API takes: no connection can come of it. */
const isReady = (mode: AuthMode): boolean => mode !== "SAML";

const NO_AUTH: ToolkitAuthScheme = {
  mode: "NO_AUTH",
  name: "No sign-in",
  fields: { authConfigCreation: [], connectedAccountInitiation: [] },
  apply: [],
  defaultScopes: [],
  availableScopes: [],
  defaultUserScopes: [],
  availableUserScopes: [],
};

/** The toolkit's schemes; one that needs no sign-in has NO_AUTH even where it does not list it. */
export const schemesOf = (toolkit: Pick<Toolkit, "authSchemes" | "noAuth">): ToolkitAuthScheme[] =>
  toolkit.noAuth && !toolkit.authSchemes.some(({ mode }) => mode === "NO_AUTH")
    ? [...toolkit.authSchemes, NO_AUTH]
    : toolkit.authSchemes;

const modesOf = (toolkit: Toolkit): string =>
  schemesOf(toolkit)
    .map(({ mode }) => mode)
    .join(", ") || "none";

/**
 * The toolkit's scheme of that mode.
 * @throws ApiError BadRequest naming the supported modes, and for SAML
 */
export function requireScheme(toolkit: Toolkit, mode: AuthMode | undefined): ToolkitAuthScheme {
  const scheme = schemesOf(toolkit).find((candidate) => candidate.mode === mode);
  if (!scheme) {
    throw new ApiError(
      "BadRequest",
      mode
        ? `${toolkit.name} does not support ${mode}. It supports: ${modesOf(toolkit)}.`
        : `authScheme is missing. ${toolkit.name} supports: ${modesOf(toolkit)}.`,
      {
        suggestedFix:
          "Send one of the supported schemes in auth_config.authScheme. /docs/connect-users/auth-schemes explains them.",
      },
    );
  }
  if (!isReady(scheme.mode)) {
    throw new ApiError(
      "BadRequest",
      `${scheme.mode} is not supported: it gives no credentials that an API takes, so ${toolkit.name} cannot be connected with it.`,
      {
        suggestedFix: `Use one of: ${
          schemesOf(toolkit)
            .filter((candidate) => isReady(candidate.mode))
            .map((candidate) => candidate.mode)
            .join(", ") || "another toolkit"
        }.`,
      },
    );
  }
  return scheme;
}

/** Whether a connection needs an app, or values that only its operator has. */
export const needsOwn = ({ mode, fields }: ToolkitAuthScheme): boolean =>
  (isRedirectMode(mode) && !DISCOVERED_MODES.has(mode)) ||
  fields.authConfigCreation.some(({ required, default: preset }) => required && preset === undefined);

/**
 * The scheme of an auth config that brings no app of its own.
 * @param managed schemes for which the operator has entered an app; they come first
 * @throws ApiError BadRequest when the toolkit needs an app that nobody has entered, or values that only the operator
 *   has
 */
export function requireManagedScheme(toolkit: Toolkit, managed: readonly AuthMode[] = []): ToolkitAuthScheme {
  const ready = schemesOf(toolkit).filter(({ mode }) => isReady(mode));
  const first = ready.find(({ mode }) => managed.includes(mode)) ?? ready[0];
  if (!first) return requireScheme(toolkit, schemesOf(toolkit)[0]?.mode);
  if (!managed.includes(first.mode) && needsOwn(first)) {
    throw new ApiError(
      "BadRequest",
      `This server has no managed app for ${toolkit.name}: ${first.mode} needs an app that is registered with the provider.`,
      {
        suggestedFix:
          "The server's operator can add one for everyone in the dashboard under Settings, Managed apps. " +
          `Or register an app with ${toolkit.name} yourself ` +
          `and create the auth config with type use_custom_auth, authScheme ${first.mode} and its credentials.` +
          `${first.hintUrl ? ` See ${first.hintUrl}.` : ""}`,
      },
    );
  }
  return first;
}

/** One sentence a field: its name, what it is, where to find it. */
export const missingSentence = (field: AuthField, prefix: string, hintUrl: string | undefined): string =>
  `${prefix}${field.name}: ${field.displayName} is required. ` +
  `${field.description.replace(/\.$/, "")}.${hintUrl ? ` Find it at ${hintUrl}.` : ""}`;

/** URLs of an auth config that this server calls, or sends people to. */
const CALLED_URLS = [
  "authorization_url",
  "token_url",
  "refresh_url",
  "revoke_url",
  "request_token_url",
  "server_url",
  "base_url",
];

function assertRedirectUri(uri: string): void {
  const url = isUrl(uri) && !hasControls(uri) ? new URL(uri) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash) return;
  throw new ApiError(
    "BadRequest",
    "credentials.oauth_redirect_uri must be an absolute http(s) URL without a fragment, a user name or control characters.",
    { suggestedFix: "Omit it to use this server's callback URL." },
  );
}

type Values = AuthConfigCredentials["values"];

/** The fields that a scheme needs and that have no value. */
export const missingFields = (scheme: ToolkitAuthScheme, values: Values): AuthField[] =>
  scheme.fields.authConfigCreation.filter(
    ({ name, required, default: preset }) =>
      required && preset === undefined && !values[name] && name !== "scopes" && name !== "user_scopes",
  );

/** @throws ApiError BadRequest for a URL that could not be called */
export function assertCalledUrls(scheme: ToolkitAuthScheme, values: Values): void {
  const urls = scheme.fields.authConfigCreation.filter(({ type }) => type === "url").map(({ name }) => name);
  for (const name of new Set([...CALLED_URLS, ...urls]))
    if (values[name]) assertReachable(values[name].replace(/\{[A-Za-z0-9_]+\}/g, "x"), `credentials.${name}`);
  if (values.oauth_redirect_uri) assertRedirectUri(values.oauth_redirect_uri);
}

/**
 * Holds credentials against their scheme before they are stored.
 * @throws ApiError BadRequest with one sentence a missing field, or for a URL that could not be called
 */
export function assertCredentials(
  toolkit: Pick<Toolkit, "slug">,
  scheme: ToolkitAuthScheme,
  { values }: AuthConfigCredentials,
): void {
  const missing = missingFields(scheme, values);
  if (missing.length > 0) {
    throw new ApiError(
      "BadRequest",
      `${scheme.name} needs ${missing.map(({ displayName }) => displayName).join(" and ")}.`,
      {
        errors: missing.map((field) => missingSentence(field, "auth_config.credentials.", scheme.hintUrl)),
        suggestedFix: `Send the fields named in errors in auth_config.credentials; GET /api/v3/toolkits/${toolkit.slug} describes them.`,
      },
    );
  }
  assertCalledUrls(scheme, values);
}

/** The values that a scheme presets and nobody gave. */
export const presetValues = (fields: readonly AuthField[]): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [[name, preset]])));
