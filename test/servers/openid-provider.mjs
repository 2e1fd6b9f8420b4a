// An OpenID provider (oidc-provider) on loopback. It signs in the person that the test chooses, without asking.
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const ttl = { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };

/** The ID token contains only its required claims, unless the two must differ. */
const claimsFor = (use, { userinfo, ...person }) => {
  if (use === "userinfo") return { ...person, ...userinfo };
  return userinfo ? person : { sub: person.sub };
};

/**
 * @param {string | ((uri: string) => boolean)} callback the client's redirect URI, or whether an address is one
 * @param {() => { sub: string, email: string, email_verified?: boolean, groups?: string[], userinfo?: object }} person
 *   who is signed in at the provider; with `userinfo`, the ID token contains all claims too, and the userinfo endpoint
 *   returns other claims
 * @param {object} client further settings of the client, such as its keys
 * @returns {Promise<{ issuer: string, clientId: string, clientSecret: string, stop: () => void,
 *   jwksAsked: () => number,
 *   change: (to: { jwks?: { keys: object[] }, published?: { keys: object[] }, secrets?: string[] }) => void }>}
 *   `change` begins again with other keys: the first key signs, `published` replaces the keys that it shows, and
 *   `secrets` are those that it takes from the client
 */
export async function startOpenIdProvider(callback, person, client = {}) {
  const [clientId, clientSecret] = ["patchbay", "the secret of the test client"];
  let [jwksCount, now] = [0, {}];
  const server = createServer();
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const settings = {
    clients: [
      {
        ...{ client_id: clientId, ...(!client.jwks_uri && { client_secret: clientSecret }), ...client },
        redirect_uris: [typeof callback === "string" ? callback : "https://client.example/callback"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    scopes: ["openid", "email", "profile"],
    cookies: { keys: ["openid-provider-of-the-tests"] },
    ttl,
    features: { devInteractions: { enabled: false } },
    // Its own request refuses loopback, where the keys of a test are.
    ...(client.jwks_uri && { fetch: (url) => fetch(url) }),
    conformIdTokenClaims: false,
    findAccount: (_, sub) => ({ accountId: sub, claims: (use) => claimsFor(use, person()) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client.clientId,
        accountId: ctx.oidc.session.accountId,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  };
  const build = () => {
    const provider = new Provider(issuer, { ...settings, ...(now.jwks && { jwks: now.jwks }) });
    if (typeof callback === "function") provider.Client.prototype.redirectUriAllowed = callback;
    if (now.secrets) provider.Client.prototype.compareClientSecret = async (text) => now.secrets.includes(text);
    return provider;
  };
  let current = build();
  let answer = current.callback();
  server.on("request", (request, response) => {
    if (request.url === "/jwks") jwksCount += 1;
    if (request.url === "/jwks" && now.published)
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(now.published));
    if (request.url.startsWith("/interaction/"))
      return void current.interactionFinished(request, response, { login: { accountId: person().sub } });
    // The library itself never answers about another person than the token's.
    if (request.url === "/me" && person().userinfo?.sub)
      return void response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(claimsFor("userinfo", person())));
    return void answer(request, response);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    jwksAsked: () => jwksCount,
    change: (to) => {
      now = to;
      current = build();
      answer = current.callback();
    },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
