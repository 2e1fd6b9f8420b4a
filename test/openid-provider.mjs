// An OpenID provider (oidc-provider) on loopback that signs in whoever the test says, without asking.
import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const ttl = { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };

/**
 * @param {string} callback the client's redirect URI
 * @param {() => { sub: string, email: string, email_verified: boolean }} person who is signed in at the provider
 * @returns {Promise<{ issuer: string, clientId: string, clientSecret: string, stop: () => void }>}
 */
export async function startOpenIdProvider(callback, person) {
  const [clientId, clientSecret] = ["patchbay", "the secret of the test client"];
  const server = createServer();
  await new Promise((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [callback] }],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    scopes: ["openid", "email", "profile"],
    cookies: { keys: ["openid-provider-of-the-tests"] },
    ttl,
    features: { devInteractions: { enabled: false } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => person() }),
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
  });
  const answer = provider.callback();
  server.on("request", (request, response) =>
    request.url.startsWith("/interaction/")
      ? void provider.interactionFinished(request, response, { login: { accountId: person().sub } })
      : void answer(request, response),
  );
  return {
    issuer,
    clientId,
    clientSecret,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
