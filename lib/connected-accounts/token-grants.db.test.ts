/**
 * Schemes that exchange their credentials for a token: client credentials and registration at a strict OAuth server,
 * signed JWTs and sign-ins at servers that check them.
 */
import { jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { submit, visit } from "@/test/clients/connect-api";
import { startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { CALLBACK, giveConsent } from "@/test/servers/oauth-providers";
import {
  client,
  provider,
  privateKey,
  publicKey,
  newConfig,
  connect,
  open,
  later,
  json,
  setServer,
} from "@/test/builders/token-grants";

describe("S2S_OAUTH2", () => {
  it("connects with client credentials, and gets a new token when the old one ends", async () => {
    const server = setServer(await startOAuthServer({ redirectUri: CALLBACK }));
    const { client_id, client_secret, token_url } = server.credentials;
    const config = await newConfig("machine", "S2S_OAUTH2", { token_url: token_url ?? "" });
    const { status, body } = await connect(config, "S2S_OAUTH2", {
      client_id: client_id ?? "",
      client_secret: client_secret ?? "",
    });
    expect([status, body.connectionData.val.status]).toEqual([201, "ACTIVE"]);
    expect(JSON.stringify(body)).not.toContain(client_secret);
    const first = (await open(body.id)).values.access_token;
    later(6);
    const second = (await open(body.id)).values.access_token;
    expect(second).not.toBe(first);
    expect(server.grants).toEqual(["client_credentials", "client_credentials"]);
  });

  it("returns 400 with the provider's message for a wrong secret, and stores nothing", async () => {
    const server = setServer(await startOAuthServer({ redirectUri: CALLBACK }));
    const config = await newConfig("machine", "S2S_OAUTH2", { token_url: server.credentials.token_url ?? "" });
    const { status, body } = await connect(config, "S2S_OAUTH2", {
      client_id: server.credentials.client_id ?? "",
      client_secret: "not-the-secret-1",
    });
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining("invalid_client") as string]);
    expect((await client.call("GET", `/connected_accounts?auth_config_ids=${config}`)).body.total_items).toBe(0);
  });
});

describe("the connect page of a scheme that exchanges credentials", () => {
  it("ends a link after too many tries, whatever the button", async () => {
    provider.answer = json(401, { error: "invalid_client" });
    const config = await newConfig("machine", "S2S_OAUTH2", { token_url: `${provider.baseUrl}/token` });
    const { body } = await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "ada" });
    const typed = { client_id: "client-1", client_secret: "not-the-secret-1" };
    for (let n = 0; n < 10; n++)
      expect((await submit(body.redirect_url, { action: n % 2 ? "anyway" : "connect", ...typed })).status).toBe(200);
    const requestCount = provider.seen.length;
    expect(requestCount).toBeGreaterThanOrEqual(10);
    await submit(body.redirect_url, { action: "connect", ...typed });
    expect(provider.seen.length).toBe(requestCount);
    expect((await client.call("GET", `/connected_accounts/${body.connected_account_id}`)).body.status).toBe("FAILED");
    expect((await visit(body.redirect_url, { browser: new Map() })).status).toBe(410);
  });
});

describe("DCR_OAUTH", () => {
  it("registers itself once, sends the person to consent, and renews the token", async () => {
    const server = setServer(await startOAuthServer({ redirectUri: CALLBACK }));
    const config = await newConfig("discovered", "DCR_OAUTH", { server_url: server.url });
    const links = await Promise.all(
      [1, 2].map(
        async () =>
          (
            await client.call("POST", "/connected_accounts", {
              auth_config: { id: config },
              connection: { user_id: "ada" },
            })
          ).body,
      ),
    );
    const browsers = [new Map<string, string>(), new Map<string, string>()] as const;
    const visits = await Promise.all(
      links.map(({ redirect_url: url }, index) => visit(url, { browser: browsers[index === 0 ? 0 : 1] })),
    );
    expect(new Set(visits.map(({ location }) => new URL(location ?? "").searchParams.get("client_id"))).size).toBe(1);
    expect((await visit(await giveConsent(visits[0]?.location ?? "", "ada"), { browser: browsers[0] })).html).toContain(
      "account is connected to",
    );
    const id = links[0]?.id ?? "";
    const first = (await open(id)).values.access_token;
    later(6);
    const { access_token: second } = (await open(id)).values;
    expect(second).not.toBe(first);
    expect(await server.accepts(second)).toBe(true);
  });

  it("returns 400 for a server without metadata", async () => {
    const config = await newConfig("discovered", "DCR_OAUTH", { server_url: provider.baseUrl });
    provider.answer = json(404, {});
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "ada" },
    });
    expect((await visit(body.redirect_url)).html).toContain("doesn&#39;t publish its sign-in endpoint");
  });

  it("keeps secrets out of the error for an invalid registration", async () => {
    const config = await newConfig("discovered", "DCR_OAUTH", { server_url: provider.baseUrl });
    provider.answer = (request, response) =>
      (request.method === "POST"
        ? json(201, { client_secret: "leaked-secret-77" })
        : json(200, {
            issuer: provider.baseUrl,
            authorization_endpoint: `${provider.baseUrl}/a`,
            token_endpoint: `${provider.baseUrl}/t`,
            registration_endpoint: `${provider.baseUrl}/r`,
          }))(request, response);
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "ada" },
    });
    const { html } = await visit(body.redirect_url);
    expect([html.includes("its answer holds no client_id"), html.includes("leaked-secret-77")]).toEqual([true, false]);
  });

  it("rejects metadata that names another issuer (RFC 8414 section 3.3)", async () => {
    const config = await newConfig("discovered", "DCR_OAUTH", { server_url: provider.baseUrl });
    provider.answer = json(200, {
      issuer: "https://other.example",
      authorization_endpoint: "https://other.example/a",
      token_endpoint: "https://other.example/t",
    });
    const { body } = await client.call("POST", "/connected_accounts", {
      auth_config: { id: config },
      connection: { user_id: "ada" },
    });
    expect((await visit(body.redirect_url)).html).toContain("doesn&#39;t publish its sign-in endpoint");
  });
});

describe("GOOGLE_SERVICE_ACCOUNT", () => {
  const keyFile = (): string =>
    JSON.stringify({
      type: "service_account",
      client_email: "robot@project.iam.gserviceaccount.com",
      private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
      private_key_id: "key-1",
      token_uri: `${provider.baseUrl}/token`,
    });

  it("signs an assertion that the token endpoint can check, for the user it acts for", async () => {
    const assertions: unknown[] = [];
    provider.answer = (request, response) => {
      const form = new URLSearchParams(request.body);
      void jwtVerify(form.get("assertion") ?? "", publicKey, {
        issuer: "robot@project.iam.gserviceaccount.com",
        audience: `${provider.baseUrl}/token`,
        subject: "ada@example.com",
      }).then(
        ({ payload, protectedHeader }) => {
          assertions.push([form.get("grant_type"), payload.scope, protectedHeader.kid]);
          json(200, { access_token: "ya29.service", expires_in: 3599, token_type: "Bearer" })(request, response);
        },
        (error: unknown) => json(400, { error: "invalid_grant", error_description: String(error) })(request, response),
      );
    };
    const config = await newConfig("keyfile", "GOOGLE_SERVICE_ACCOUNT");
    const { body } = await connect(config, "GOOGLE_SERVICE_ACCOUNT", {
      credentials_json: keyFile(),
      subject: "ada@example.com",
    });
    expect(assertions).toEqual([
      ["urn:ietf:params:oauth:grant-type:jwt-bearer", "https://www.googleapis.com/auth/drive", "key-1"],
    ]);
    expect((await open(body.id)).values.access_token).toBe("ya29.service");
    expect(JSON.stringify(body)).not.toContain("PRIVATE KEY");
  });

  it("names the problem of a key file, in a 400 of the API and on the connect page", async () => {
    const config = await newConfig("keyfile", "GOOGLE_SERVICE_ACCOUNT");
    expect((await connect(config, "GOOGLE_SERVICE_ACCOUNT", { credentials_json: "{}" })).body.error?.message).toContain(
      "has no client_email or no private_key",
    );
    const { body } = await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "ada" });
    const page = await submit(body.redirect_url, { action: "connect", credentials_json: "no json" });
    expect([page.status, page.html.includes("credentials_json is not JSON"), page.html.includes("<textarea")]).toEqual([
      200,
      true,
      true,
    ]);
  });
});
