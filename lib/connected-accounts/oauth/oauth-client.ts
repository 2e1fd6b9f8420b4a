/**
 * What an OAuth 2.0 request needs: the provider's description with this connection's values, and the app's id and
 * secret.
 */
import {
  fillTemplate,
  OAUTH_CALLBACK,
  templateFields,
  type OAuthProvider,
  type TokenTrade,
  type ToolkitAuthScheme,
} from "@/lib/catalog/toolkit-auth-scheme";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import type { AuthConfigCredentials } from "@/lib/auth-configs/auth-config-credentials";
import { actsAsUser, askedScopes } from "@/lib/auth-configs/asked-scopes";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import type { ProxyRoute } from "@/lib/kernel/outbound/proxy-agent";
import { withoutEndSlashes } from "@/lib/kernel/text/without-end-slashes";
import type { AccountValues } from "../account-values";
import { assertFewPlaces, assertGivenHost, type Naming } from "./secret-hosts";

export type OAuthClient = {
  /** The project for which the request is sent. */
  projectId: string;
  /** URLs and parameters are final: all `{variables}` are filled. */
  provider: OAuthProvider;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  userScopes: readonly string[];
  redirectUri: string;
  /** The HTTP proxy of the auth config, if it has one. */
  proxy?: ProxyRoute;
};

/** The redirect URI, unless the auth config has one of its own. */
export const defaultRedirectUri = (): string => `${env().publicUrl}${OAUTH_CALLBACK}`;

/**
 * Fills a URL template. A value at the beginning is a base URL and is inserted unchanged; others are escaped, so that a
 * subdomain typed by an end user (`evil.example/#`) cannot send the app's secret to another host.
 */
export function filledUrl(template: string, values: Readonly<Record<string, string>>, what: string): string {
  assertFewPlaces(template, what);
  const first = /^\{([A-Za-z0-9_]+)\}/.exec(template)?.[1];
  const base = first && values[first] ? withoutEndSlashes(values[first]) : "";
  const url = fillTemplate(base ? template.slice((first?.length ?? 0) + 2) : template, values, encodeURIComponent);
  if (url === null) {
    const missing = templateFields(template).filter((name) => !values[name]);
    throw new ApiError("BadRequest", `The ${what} of this provider needs a value for ${missing.join(" and ")}.`, {
      suggestedFix:
        "Send it in connection_data when you create the link, or let the user enter it on the connect page.",
    });
  }
  const text = base + url;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new ApiError("BadRequest", `The ${what} is not a valid http(s) URL with the values of this connection.`, {
      suggestedFix: "Check the subdomain or base URL that was given.",
    });
  return text;
}

/** A URL to which a secret of the auth config is sent. @throws ApiError like `filledUrl` and `assertGivenHost` */
export function secretUrl(template: string, naming: Naming, what: string): string {
  assertGivenHost(template, what, naming);
  return filledUrl(template, naming.values, what);
}

const filledParams = <V extends string | number>(
  params: Readonly<Record<string, V>>,
  values: Readonly<Record<string, string>>,
): Record<string, V | string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, template]) => {
      const value = typeof template === "string" ? fillTemplate(template, values) : template;
      return value === null ? [] : [[name, value]];
    }),
  );

/** The provider as it is at the place that the values name. */
export function providerAt(oauth: OAuthProvider, values: AccountValues): OAuthProvider {
  const addresses = Object.entries(oauth.exceptions ?? {}).map(([place, byValue]) => {
    const value = values[place] ?? "";
    return Object.hasOwn(byValue, value) ? byValue[value] : undefined;
  });
  return Object.assign({}, oauth, ...addresses) as OAuthProvider;
}

/** The provider's exchange of tokens, which goes along to an operator's own server as far as it is of the same host. */
function tradeOf(trade: TokenTrade | undefined, oauth: OAuthProvider, tokenUrl: string | undefined) {
  const url = tokenUrl && tokenUrl !== oauth.tokenUrl ? movedUrl(trade?.url, oauth.tokenUrl, tokenUrl) : trade?.url;
  return trade && url ? { ...trade, url } : undefined;
}

/**
 * Combines the provider's description, the auth config and the connection's values. If both have a value, the auth
 * config wins, because an end user must not choose where the app's secret is sent. Parameters of the provider can also
 * contain `{redirect_uri}`, and those of the code exchange `{state}`, which some providers expect.
 * @param naming the values that are allowed to choose the server that gets the secret: only those of the auth config,
 * unless the secret belongs to the connection
 * @param callback values of the provider's callback, which fill parameters of the code exchange only
 * @throws ApiError BadRequest if the auth config has no client id, a value of the provider's URLs is missing, or a
 * value of the connection would choose where the secret is sent
 */
export function toOAuthClient(
  scheme: ToolkitAuthScheme,
  config: AppCredentials,
  connection: AccountValues,
  naming: AccountValues = config.values,
  callback: AccountValues = {},
): OAuthClient {
  const appValues = config.values;
  const oauth = scheme.oauth && providerAt(scheme.oauth, { ...connection, ...appValues });
  if (!oauth)
    throw new ApiError("BadRequest", `${scheme.name} has no OAuth provider.`, {
      suggestedFix: "Use another auth scheme of this toolkit.",
    });
  if (!appValues.client_id)
    throw new ApiError("BadRequest", "The auth config has no client_id, so nobody can be sent to the provider.", {
      suggestedFix: "Add your OAuth app's client_id and client_secret with PATCH /api/v3/auth_configs/{id}.",
    });
  const redirectUri = appValues.oauth_redirect_uri ?? defaultRedirectUri();
  const values = { ...connection, ...appValues, redirect_uri: redirectUri };
  const named = { given: naming, values, places: oauth.places };
  const tokenUrl = secretUrl(naming.token_url ?? oauth.tokenUrl, named, "token URL");
  const refreshUrl = naming.refresh_url ?? (naming.token_url ? undefined : oauth.refreshUrl);
  const asUser = oauth.userTokenPath !== undefined && actsAsUser(scheme, config);
  const { longLived, renewal, ...rest } = oauth;
  const trades = {
    longLived: tradeOf(longLived, oauth, naming.token_url),
    renewal: tradeOf(renewal, oauth, naming.token_url),
  };
  return {
    projectId: config.projectId,
    provider: {
      ...rest,
      ...(trades.longLived && { longLived: trades.longLived }),
      ...(trades.renewal && { renewal: trades.renewal }),
      authorizationUrl: filledUrl(appValues.authorization_url ?? oauth.authorizationUrl, values, "authorization URL"),
      tokenUrl,
      refreshUrl: refreshUrl ? secretUrl(refreshUrl, named, "refresh URL") : tokenUrl,
      tokenPaths: asUser ? [oauth.userTokenPath ?? "", ...oauth.tokenPaths] : oauth.tokenPaths,
      authorizeParams: filledParams(oauth.authorizeParams, values),
      tokenParams: filledParams(oauth.tokenParams, { ...callback, ...values }),
      refreshParams: filledParams(oauth.refreshParams, values),
      tokenHeaders: filledParams(oauth.tokenHeaders, values),
    },
    clientId: appValues.client_id,
    clientSecret: appValues.client_secret ?? "",
    ...askedScopes(scheme, config),
    redirectUri,
    ...(config.proxy && { proxy: config.proxy }),
  };
}

const AT_A_HOST = /^(https?:\/\/[^/]+)(\/.*)$/;

/** A provider's URL on an operator's own server of the same kind, which is known by its token URL. */
export function movedUrl(template: string | undefined, usualTokenUrl: string, tokenUrl: string): string | undefined {
  const [, host, path] = AT_A_HOST.exec(template ?? "") ?? [];
  const [, tokenHost, tokenPath] = AT_A_HOST.exec(usualTokenUrl) ?? [];
  return path && tokenPath && host === tokenHost && tokenUrl.endsWith(tokenPath)
    ? tokenUrl.slice(0, -tokenPath.length) + path
    : undefined;
}

/**
 * The URL at which this connection's tokens are revoked; undefined if none is known. Tokens of an operator's own server
 * are never sent to the provider's public one.
 * @throws ApiError BadRequest if a value of the URL is missing, or one of the connection would choose the server
 */
export function revokeUrlOf(
  scheme: Pick<ToolkitAuthScheme, "oauth">,
  { values: appValues }: AuthConfigCredentials,
  connection: AccountValues,
  naming: AccountValues = appValues,
): string | undefined {
  const oauth = scheme.oauth && providerAt(scheme.oauth, { ...connection, ...appValues });
  const usual = !naming.token_url || naming.token_url === oauth?.tokenUrl;
  const template =
    naming.revoke_url ??
    (usual ? oauth?.revokeUrl : movedUrl(oauth?.revokeUrl, oauth?.tokenUrl ?? "", naming.token_url ?? ""));
  const named = { given: naming, values: { ...connection, ...appValues }, places: oauth?.places };
  return template ? secretUrl(template, named, "revocation URL") : undefined;
}
