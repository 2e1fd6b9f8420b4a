/**
 * OAuth 2 from the link to a call, against real django-oauth-toolkit (Debian's python3-django-oauth-toolkit) with its
 * own sign-in and consent pages.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireResolved } from "@/lib/connected-accounts/accounts/accounts";
import { refreshNow } from "@/lib/connected-accounts/credentials/open-credentials";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { type Client, newClient, visit } from "@/test/clients/connect-api";
import { CALLBACK, giveConsent, installConnectToolkits } from "@/test/servers/oauth-providers";
import { hasPython, startPython } from "@/test/servers/python-provider";
import { ON } from "@/test/builders/origin";

const APP = { client_id: "patchbay-at-django", client_secret: "a secret & more of 88" };

describe.skipIf(!hasPython("oauth2_provider"))("OAUTH2, against django-oauth-toolkit where it is installed", () => {
  let client: Client;
  let provider: Awaited<ReturnType<typeof startPython>>;
  let url: string;

  beforeAll(async () => {
    await installConnectToolkits();
    client = await newClient();
    provider = await startPython("django-oauth-server.py", JSON.stringify({ ...APP, redirect_uri: CALLBACK }));
    ({ url } = provider);
  });
  afterAll(() => provider.stop());

  /**
   * `strict` sends the client secret in the body, `strictbasic` in a header; both use PKCE, which this server requires.
   */
  async function beginConsent(toolkit: string, secret = APP.client_secret) {
    const credentials = {
      ...APP,
      client_secret: secret,
      scopes: "read",
      authorization_url: `${url}/o/authorize/`,
      token_url: `${url}/o/token/`,
      revoke_url: `${url}/o/revoke_token/`,
      base_url: url,
    };
    const config = await client.call("POST", "/auth_configs", {
      toolkit: { slug: toolkit },
      auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials },
    });
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config.body.auth_config.id },
      connection: { user_id: "ada" },
    });
    return { id: body.id, consent: (await visit(body.redirect_url)).location ?? "" };
  }
  const whoAmI = async (id: string) =>
    (
      await client.call("POST", "/tools/execute/proxy", {
        connected_account_id: id,
        endpoint: "/whoami",
        method: "GET",
      })
    ).body;
  async function connected(toolkit: string): Promise<string> {
    const { id, consent } = await beginConsent(toolkit);
    // The first name is of the sign-in form, the second of the consent form.
    expect((await visit(await giveConsent(consent, "ada", "allow"))).html).toContain("account is connected to");
    return id;
  }

  it.each(["strict", "strictbasic"])(
    "connects %s through the provider's sign-in and consent, and calls as the person",
    async (toolkit) => {
      expect(await whoAmI(await connected(toolkit))).toMatchObject({ status: 200, data: { user: "ada" } });
    },
  );

  it("renews with a rotating refresh token, and is refused after a revocation", async () => {
    const id = await connected("strict");
    const scheme = (await requireToolkit(client.projectId, "strict")).authSchemes[0];
    if (!scheme) throw new Error("no scheme");
    const renew = async () =>
      (
        await refreshNow(client.projectId, await requireResolved(client.projectId, id), scheme, {
          because: "a test",
          on: ON,
        })
      ).values;
    const [first, second] = [await renew(), await renew()];
    expect(first.refresh_token).not.toBe(second.refresh_token);
    expect(await whoAmI(id)).toMatchObject({ status: 200 });
    expect((await client.call("POST", `/connected_accounts/${id}/revoke`)).body.revoked_tokens).toContain(
      "refresh_token",
    );
    const answer = await fetch(`${url}/whoami`, { headers: { authorization: `Bearer ${second.access_token}` } });
    expect(answer.status).toBe(403);
  });

  it("is FAILED with the provider's message if the client secret is wrong", async () => {
    const { id, consent } = await beginConsent("strict", "not the secret of 99");
    await visit(await giveConsent(consent, "ada", "allow"));
    expect((await client.call("GET", `/connected_accounts/${id}`)).body).toMatchObject({
      status: "FAILED",
      status_reason: expect.stringContaining("invalid_client") as string,
    });
  });
});
