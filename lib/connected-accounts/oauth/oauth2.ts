/** OAuth 2.0 as providers really implement it: the consent URL, the code exchange and the refresh (RFC 6749, 7636). */
import { addParameters } from "@/lib/kernel/text/add-parameters";
import { bodyText } from "@/lib/kernel/text/decode-text";
import { createHash, randomBytes } from "node:crypto";
import { fillTemplate, type OAuthProvider, type TokenTrade } from "@/lib/catalog/toolkit-auth-scheme";
import { OutboundError, send } from "@/lib/kernel/outbound/send";
import type { OutboundRequest } from "@/lib/kernel/outbound/outbound-request";
import type { OAuthClient } from "./oauth-client";
import { readTokenAnswer, type TokenSet } from "./token-answer";
import { OAuthFailure } from "./oauth-failure";
import { cleanMessage } from "./provider-error";
import { isUrl } from "@/lib/kernel/text/is-url";

/** A provider that needs longer than this to issue a token is treated as unreachable. */
const TOKEN_TIMEOUT_MS = 20_000;

/** A new PKCE verifier: 43 characters, 256 random bits (RFC 7636 section 4.1). */
export const newVerifier = (): string => randomBytes(32).toString("base64url");

const challenge = (verifier: string, method: "S256" | "plain"): string =>
  method === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");

/** The URL of the provider's consent page. `verifier` is only used if the provider supports PKCE. */
export function toAuthorizeUrl(client: OAuthClient, { state, verifier }: { state: string; verifier: string }): string {
  const { provider } = client;
  const params: Record<string, string> = {
    response_type: "code",
    ...provider.authorizeParams,
    [provider.clientIdParam]: client.clientId,
    redirect_uri: client.redirectUri,
    state,
  };
  if (client.scopes.length > 0) params[provider.scopeParam] = client.scopes.join(provider.scopeSeparator);
  if (provider.userScopeParam && client.userScopes.length > 0)
    params[provider.userScopeParam] = client.userScopes.join(provider.scopeSeparator);
  if (provider.pkce !== "none") {
    params.code_challenge = challenge(verifier, provider.pkce);
    params.code_challenge_method = provider.pkce;
  }
  return addParameters(provider.authorizationUrl, params);
}

/** Form-encodes id and secret before they become user name and password (RFC 6749 section 2.3.1). */
const formEncoded = (text: string): string => new URLSearchParams([["", text]]).toString().slice(1);

/** The app's id and secret as an HTTP Basic header. */
export const basicAuth = ({ clientId, clientSecret }: Pick<OAuthClient, "clientId" | "clientSecret">): string =>
  `Basic ${Buffer.from(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`).toString("base64")}`;

type ClientAuth = { headers: Record<string, string>; params: Record<string, string> };

/** How the app authenticates at the token endpoint. */
export function toClientAuth(
  { provider, clientId, clientSecret }: OAuthClient,
  auth: OAuthProvider["tokenAuth"] = provider.tokenAuth,
): ClientAuth {
  if (auth === "basic") return { headers: { authorization: basicAuth({ clientId, clientSecret }) }, params: {} };
  const params = {
    [provider.clientIdParam]: clientId,
    ...(auth === "post" && clientSecret && { [provider.clientSecretParam]: clientSecret }),
  };
  return { headers: {}, params };
}

type TokenRequest = Pick<OutboundRequest, "method" | "url" | "headers" | "body">;

/** Sends one request whose answer is a token. */
async function askFor(
  { provider, projectId, proxy }: OAuthClient,
  request: TokenRequest,
  secrets: readonly string[],
): Promise<TokenSet> {
  const response = await send({
    projectId,
    ...(proxy && { proxy }),
    ...request,
    timeoutMs: TOKEN_TIMEOUT_MS,
    maxBytes: 1024 * 1024,
    // Following a redirect would send the app's secret to another host; token endpoints do not redirect.
    maxRedirects: 0,
  }).catch((error: unknown) => {
    if (error instanceof OutboundError)
      throw new OAuthFailure(
        error.phase === "refused" ? "refused" : "unreachable",
        `Couldn't get a token from the provider: ${cleanMessage(error.message, secrets)}`,
        { cause: error },
      );
    throw error;
  });
  const answer = {
    status: response.status,
    contentType: response.headers["content-type"] ?? "",
    text: bodyText(response),
  };
  return readTokenAnswer(provider, answer, secrets);
}

/**
 * Sends one request to the token endpoint, with the app's authentication.
 * @param granted the secrets of `grant`; they and the app's secret are removed from the provider's message
 * @throws OAuthFailure with the provider's message
 */
export function askForToken(
  client: OAuthClient,
  url: string,
  grant: Readonly<Record<string, string | number>>,
  granted: readonly string[],
): Promise<TokenSet> {
  const { provider } = client;
  const auth = toClientAuth(
    client,
    grant.grant_type === "refresh_token" ? (provider.refreshAuth ?? provider.tokenAuth) : provider.tokenAuth,
  );
  const params = { ...grant, ...auth.params };
  const json = provider.tokenBody === "json";
  const request = {
    method: "POST",
    url,
    headers: {
      accept: "application/json",
      "content-type": json ? "application/json" : "application/x-www-form-urlencoded",
      ...auth.headers,
      ...provider.tokenHeaders,
    },
    body: json
      ? JSON.stringify(params)
      : new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)])).toString(),
  };
  return askFor(client, request, [client.clientSecret, ...granted]);
}

/**
 * Exchanges an access token for another. Without refresh tokens, the new token renews itself: it is stored as its own
 * refresh token.
 */
async function tradeToken(client: OAuthClient, { url, params }: TokenTrade, token: string): Promise<TokenSet> {
  const { clientId, clientSecret, provider } = client;
  const texts = { access_token: token, client_id: clientId, client_secret: clientSecret };
  const address = new URL(url);
  for (const [name, template] of Object.entries(params))
    address.searchParams.set(name, fillTemplate(template, texts) ?? "");
  const request = {
    method: "GET",
    url: address.href,
    headers: { accept: "application/json", ...provider.tokenHeaders },
  };
  const traded = await askFor(client, request, [clientSecret, token]);
  const accessToken = traded.values.access_token;
  return provider.renewal && accessToken
    ? { ...traded, values: { ...traded.values, refresh_token: accessToken } }
    : traded;
}

/**
 * Exchanges the code of the callback for tokens.
 * @throws OAuthFailure with the provider's message
 */
export async function exchangeCode(
  client: OAuthClient,
  { code, verifier }: { code: string; verifier: string | null },
): Promise<TokenSet> {
  const { provider } = client;
  const first = await askForToken(
    client,
    provider.tokenUrl,
    {
      ...provider.tokenParams,
      grant_type: "authorization_code",
      code,
      redirect_uri: client.redirectUri,
      ...(verifier !== null && provider.pkce !== "none" && { code_verifier: verifier }),
    },
    [code, verifier ?? ""],
  );
  if (!provider.longLived) return first;
  const { expires_in: _ended, ...tokenValues } = first.values;
  const longer = await tradeToken(client, provider.longLived, first.values.access_token ?? "");
  return { ...longer, values: { ...tokenValues, ...longer.values } };
}

/**
 * Exchanges a refresh token for a new access token. The result has no refresh token if the old one stays valid.
 * @throws OAuthFailure of kind "rejected" if the refresh token is no longer valid
 */
export const refreshTokens = (client: OAuthClient, refreshToken: string): Promise<TokenSet> =>
  client.provider.renewal
    ? tradeToken(client, client.provider.renewal, refreshToken)
    : askForToken(
        client,
        client.provider.refreshUrl ?? client.provider.tokenUrl,
        {
          ...client.provider.refreshParams,
          grant_type: "refresh_token",
          refresh_token: refreshToken,
        },
        [refreshToken],
      );

const isSameOrParent = (a: string, b: string): boolean => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);

/**
 * Whether the `iss` of a callback (RFC 9207) belongs to the provider to which the person was sent. If not, this may be
 * a mix-up attack, and the code must not be sent to any provider.
 */
export function isOwnIssuer(client: OAuthClient, iss: string): boolean {
  if (!isUrl(iss)) return false;
  const host = new URL(iss).host;
  return [client.provider.authorizationUrl, client.provider.tokenUrl].some((url) =>
    isSameOrParent(new URL(url).host, host),
  );
}
