/**
 * A consent with OAuth 1.0a: temporary credentials, the provider's page, and the exchange of the verifier (RFC 5849
 * section 2).
 */
import type { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import type { AppCredentials } from "@/lib/auth-configs/app-credentials";
import { ApiError } from "@/lib/kernel/errors";
import { defaultRedirectUri } from "../oauth/oauth-client";
import { OAuthFailure } from "../oauth/oauth-failure";
import { createState, type ConsentOrigin } from "./consent-state";
import {
  requestAccessToken,
  requestTemporaryToken,
  toConsentUrl,
  type OAuth1Keys,
  type ReachedProvider,
} from "../oauth/oauth1";
import type { TokenSet } from "../oauth/token-answer";

/** Kept sealed until the person comes back. */
type Temporary = { token: string; secret: string };

/** The provider with the URLs and keys of the auth config. @throws ApiError BadRequest without keys */
function clientOf(
  { oauth1 }: Pick<ToolkitAuthScheme, "oauth1">,
  { projectId, values, proxy }: AppCredentials,
): { provider: ReachedProvider; keys: OAuth1Keys } {
  if (!oauth1) throw new Error("the scheme has no OAuth 1.0a provider");
  if (!values.consumer_key || !values.consumer_secret)
    throw new ApiError(
      "BadRequest",
      "The auth config has no consumer_key and consumer_secret, so nobody can be sent to the provider.",
      { suggestedFix: "Add them with PATCH /api/v3/auth_configs/{id}." },
    );
  return {
    provider: {
      ...oauth1,
      projectId,
      ...(proxy && { proxy }),
      requestTokenUrl: values.request_token_url ?? oauth1.requestTokenUrl,
      authorizationUrl: values.authorization_url ?? oauth1.authorizationUrl,
      accessTokenUrl: values.token_url ?? oauth1.accessTokenUrl,
    },
    keys: { consumerKey: values.consumer_key, consumerSecret: values.consumer_secret },
  };
}

/**
 * Begins a consent: gives the URL of the provider's page.
 * @throws ApiError BadRequest with the provider's message, Unavailable if it cannot be reached
 */
export async function beginOAuth1(
  account: { id: string; projectId: string },
  scheme: ToolkitAuthScheme,
  app: AppCredentials,
  origin: ConsentOrigin,
): Promise<string> {
  const { provider, keys } = clientOf(scheme, app);
  const redirectUri = app.values.oauth_redirect_uri ?? defaultRedirectUri();
  let temporary: Temporary | undefined;
  const verifier = async (state: string): Promise<string> => {
    const callback = new URL(redirectUri);
    callback.searchParams.set("state", state);
    const { token, secret } = await requestTemporaryToken(provider, keys, callback.href);
    temporary = { token, secret };
    return JSON.stringify(temporary);
  };
  try {
    await createState(account.projectId, account.id, { verifier, redirectUri, origin });
  } catch (error) {
    if (!(error instanceof OAuthFailure)) throw error;
    throw new ApiError(error.kind === "unreachable" ? "Unavailable" : "BadRequest", error.message, {
      suggestedFix: "Check the consumer key and secret of the auth config, and the app's callback URL.",
    });
  }
  return toConsentUrl(provider, temporary?.token ?? "");
}

/**
 * Exchanges the verifier of the callback for lasting credentials.
 * @param query of the callback
 * @throws OAuthFailure, of kind "rejected" if the person declined or the callback has another token
 */
export async function finishOAuth1(
  scheme: ToolkitAuthScheme,
  app: AppCredentials,
  sealed: string | null,
  query: Readonly<Record<string, string>>,
): Promise<TokenSet> {
  const temporary = JSON.parse(sealed ?? "{}") as Partial<Temporary>;
  if (!query.oauth_verifier || query.denied !== undefined)
    throw new OAuthFailure("rejected", "The person did not give consent.", { providerCode: "access_denied" });
  if (!temporary.token || !temporary.secret || query.oauth_token !== temporary.token)
    throw new OAuthFailure("rejected", "The answer does not belong to the request that was made.", {
      providerCode: "invalid_request",
    });
  const { provider, keys } = clientOf(scheme, app);
  const { token, secret, more } = await requestAccessToken(
    provider,
    { ...keys, token: temporary.token, tokenSecret: temporary.secret },
    query.oauth_verifier,
  );
  return { values: { ...more, oauth_token: token, oauth_token_secret: secret }, expiresInSeconds: null };
}
