// A strict OAuth 2 server (oidc-provider) on loopback: short tokens, rotating refresh tokens, a count of what was
// asked.
import { createServer } from "node:http";

/**
 * @typedef {object} OAuthServer
 * @property {string} url
 * @property {Record<string, string>} credentials what an auth config needs: the app's id and secret and the endpoints
 * @property {string[]} grants the grant type of every token request, in order; a refused one ends in `:refused`
 * @property {string[]} refreshTokens every refresh token that was given out
 * @property {{ granted?: () => Promise<void> }} hooks `granted` is waited for when tokens were made for a refresh,
 *   before they are sent
 * @property {(token: string | undefined) => Promise<boolean>} accepts whether an access token is valid now
 * @property {(user: string) => Promise<string>} issue gives a user a refresh token, without a browser
 * @property {Map<string, string[]>} renewed the newest tokens of each user that renewed: access token, refresh token
 * @property {() => void} endAllGrants from now on every refresh is refused, as after a person withdrew consent
 * @property {() => Promise<void>} stop
 */

const CLIENT_ID = "patchbay-strict";

const listening = (server) =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(server.address().port));
  });

function settings({ redirectUri, accessTokenSeconds, tokenAuth, client, rotates, registers, readDocument, adapter }) {
  return {
    ...(adapter && { adapter }),
    clients: [
      {
        ...client,
        redirect_uris: [redirectUri],
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
        token_endpoint_auth_method: tokenAuth,
      },
    ],
    ttl: {
      AccessToken: accessTokenSeconds,
      ClientCredentials: accessTokenSeconds,
      RefreshToken: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 600,
      IdToken: 3600,
      AuthorizationCode: 60,
    },
    cookies: { keys: ["oauth-server-of-the-tests"] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      registration: { enabled: registers },
      revocation: { enabled: true },
      // RFC 8707: a token for a resource is asked for by its address.
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({ scope: "read write", accessTokenFormat: "opaque" }),
        useGrantedResource: () => true,
      },
      ...(readDocument && { clientIdMetadataDocument: { enabled: true, ack: "draft-02" } }),
    },
    ...(readDocument && { fetch: readDocument }),
    scopes: ["openid", "offline_access", "read", "write"],
    pkce: { required: () => false },
    issueRefreshToken: async () => true,
    rotateRefreshToken: rotates,
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      const scopes = ctx.oidc.requestParamScopes.size > 0 ? [...ctx.oidc.requestParamScopes].join(" ") : "openid";
      grant.addOIDCScope(scopes);
      for (const resource of Object.keys(ctx.oidc.resourceServers ?? {})) grant.addResourceScope(resource, scopes);
      await grant.save();
      return grant;
    },
  };
}

/**
 * Starts it. Whoever opens the authorization endpoint is signed in and consents at once.
 * @param {{ redirectUri: string, accessTokenSeconds?: number, rotates?: boolean, tokenAuth?: string, clientSecret?:
 *   string, registers?: boolean, readDocument?: (url: string) => Promise<Response>, adapter?: unknown }} options
 *   `rotates: false` answers refreshes without a new refresh token, as Google does; with `readDocument` the address of
 *   a document can be a client ID; `adapter` is a store of oidc-provider; its usual store forgets all but 1,000 values
 * @returns {Promise<OAuthServer>}
 */
export async function startOAuthServer({
  redirectUri,
  accessTokenSeconds = 5,
  rotates = true,
  tokenAuth = "client_secret_post",
  clientSecret = "strict-client-secret-c04e77",
  registers = true,
  readDocument = undefined,
  adapter = undefined,
}) {
  const { default: Provider } = await import("oidc-provider");
  const client = { client_id: CLIENT_ID, client_secret: clientSecret };
  let answer;
  const server = createServer((request, response) => answer(request, response));
  const url = `http://127.0.0.1:${await listening(server)}`;
  const options = { redirectUri, accessTokenSeconds, tokenAuth, client, rotates, registers, readDocument, adapter };
  const provider = new Provider(url, settings(options));
  const grants = [];
  const refreshTokens = [];
  const hooks = {};
  const renewed = new Map();
  let isWithdrawn = false;
  provider.on("grant.success", (ctx) => {
    grants.push(ctx.oidc.params.grant_type);
  });
  provider.on("grant.error", (ctx) => {
    grants.push(`${ctx.oidc.params?.grant_type}:refused`);
  });
  provider.use(async (ctx, next) => {
    if (isWithdrawn && ctx.path === "/token") {
      grants.push("refresh_token:refused");
      ctx.status = 400;
      ctx.body = { error: "invalid_grant", error_description: "The grant was withdrawn" };
      return;
    }
    await next();
    if (ctx.path === "/token" && ctx.body?.refresh_token) refreshTokens.push(ctx.body.refresh_token);
    if (ctx.path === "/token" && ctx.oidc?.params?.grant_type === "refresh_token") {
      const user = ctx.body?.refresh_token && ctx.oidc.entities.Account?.accountId;
      if (user) renewed.set(user, [ctx.body.access_token, ctx.body.refresh_token]);
      await hooks.granted?.();
    }
    if (!rotates && ctx.path === "/token" && ctx.oidc?.params?.grant_type === "refresh_token" && ctx.body)
      delete ctx.body.refresh_token;
  });
  const signIn = (request, response) =>
    provider.interactionFinished(
      request,
      response,
      { login: { accountId: "ada" } },
      { mergeWithLastSubmission: false },
    );
  const callback = provider.callback();
  answer = (request, response) =>
    request.url.startsWith("/interaction/")
      ? signIn(request, response).catch((error) => response.destroy(error))
      : callback(request, response);
  return {
    url,
    credentials: { ...client, scopes: "openid", authorization_url: `${url}/auth`, token_url: `${url}/token` },
    grants,
    refreshTokens,
    hooks,
    renewed,
    issue: async (user) => {
      const grant = new provider.Grant({ clientId: CLIENT_ID, accountId: user });
      grant.addOIDCScope("openid");
      const facts = { accountId: user, client: await provider.Client.find(CLIENT_ID), grantId: await grant.save(3600) };
      return new provider.RefreshToken({ ...facts, gty: "authorization_code", scope: "openid", claims: {} }).save();
    },
    accepts: async (token) => Boolean(token && (await provider.AccessToken.find(token))?.isValid),
    endAllGrants: () => {
      isWithdrawn = true;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
