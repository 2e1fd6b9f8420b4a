/** The sign-in of each of the sixty most used toolkits as one line of a table, for the guide that lists them. */
import type { OAuthProvider, ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { ToolkitSourceFile } from "@/lib/catalog/compile/sources/read-toolkits";
import type { ProvidersFile, ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { toAuthScheme } from "@/lib/catalog/compile/requests/to-auth-scheme";

export const CONSENT_COLUMNS = [
  "toolkit",
  "sign-in",
  "scopes",
  "consent parameters",
  "PKCE",
  "app's secret",
  "tokens",
  "proof",
] as const;

const NOTHING = "-";
const SEPARATORS: Readonly<Record<string, string>> = { " ": "space", ",": "comma" };

const toPairs = (params: Readonly<Record<string, string | number>>): string =>
  Object.entries(params)
    .map(([name, value]) => `\`${name}=${value}\``)
    .join(" ") || NOTHING;

function toTokens(provider: OAuthProvider): string {
  const { rotatesRefreshToken, refreshTokenIdleDays, longLived, renewal, expiresInSeconds, tokenParams } = provider;
  return [
    rotatesRefreshToken ? "refresh token replaced" : "refresh token stays",
    ...(refreshTokenIdleDays ? [`ends after ${refreshTokenIdleDays} unused days`] : []),
    ...(longLived ? ["exchanged for longer ones"] : []),
    ...(renewal ? ["renewed by themselves"] : []),
    ...(expiresInSeconds ? [`${expiresInSeconds} s`] : []),
    ...(Object.keys(tokenParams).length > 0 ? [toPairs(tokenParams)] : []),
  ].join(", ");
}

/** The columns of a scheme with OAuth, from the scopes to the tokens. */
function toOAuthCells({ oauth, actsAs }: ToolkitAuthScheme): string[] {
  if (!oauth) return Array<string>(5).fill(NOTHING);
  const param = actsAs === "user" ? (oauth.userScopeParam ?? oauth.scopeParam) : oauth.scopeParam;
  return [
    `\`${param}\`, ${SEPARATORS[oauth.scopeSeparator] ?? oauth.scopeSeparator}`,
    toPairs(oauth.authorizeParams),
    oauth.pkce,
    `${oauth.tokenAuth}, ${oauth.tokenBody}`,
    toTokens(oauth),
  ];
}

const toProof = ({ currentUser }: ToolkitFile): string =>
  currentUser ? `\`${currentUser.method ?? "GET"} ${currentUser.path}\`` : NOTHING;

/** The most used scheme of a toolkit: OAuth where people can consent, else the first. */
const toMain = (schemes: readonly ToolkitAuthScheme[]): ToolkitAuthScheme | undefined =>
  schemes.find(({ mode }) => mode === "OAUTH2") ?? schemes[0];

/**
 * The cells of toolkits by slug, in the order of `CONSENT_COLUMNS`.
 * @throws CatalogSourceError for a scheme that does not fit its provider
 */
export function consentCells(toolkits: readonly ToolkitSourceFile[], providers: ProvidersFile): Map<string, string[]> {
  return new Map(
    toolkits.map(({ slug, file }) => {
      const scheme = toMain(file.auth.map((entry) => toAuthScheme(file.name, entry, providers)));
      const signIn = scheme?.oauth ? `${scheme.mode} at ${scheme.oauth.provider}` : (scheme?.mode ?? NOTHING);
      const others = file.auth.map(({ mode }) => mode).filter((mode) => mode !== scheme?.mode);
      const cells = [slug, [signIn, ...others].join(", "), ...(scheme ? toOAuthCells(scheme) : [])];
      return [slug, [...cells, toProof(file)]];
    }),
  );
}
