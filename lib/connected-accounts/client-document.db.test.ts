/** An authorization server (oidc-provider) that reads who this server is, instead of taking a registration. */
import { afterEach, expect, it, vi } from "vitest";
import type { AuthMode } from "@/lib/catalog/toolkit-auth-scheme";
import { later, newConfig, open, setServer, client } from "@/test/builders/token-grants";
import { door, submit, visit } from "@/test/clients/connect-api";
import { CALLBACK, giveConsent } from "@/test/servers/oauth-providers";
import { startOAuthServer } from "@/test/servers/oauth-server.mjs";
import { forgetSettings } from "@/test/setup/process-memory";

const PUBLIC = "https://patchbay.example";
const DOCUMENT = `${PUBLIC}/oauth/client-document`;

const servePublicly = (address: string): void => {
  vi.stubEnv("PATCHBAY_PUBLIC_URL", address);
  forgetSettings();
};
afterEach(() => servePublicly("http://localhost:3000"));

const readDocument = async (url: string) => door.fetch(new Request(url));
type Server = Partial<Parameters<typeof startOAuthServer>[0]>;
const start = async (options: Server) =>
  setServer(await startOAuthServer({ redirectUri: CALLBACK, readDocument, ...options }));

/** Sends ada to the server's own page. @returns its address, and how to go through with it */
async function begin(toolkit: string, mode: AuthMode, credentials: Record<string, string>) {
  const config = await newConfig(toolkit, mode, credentials);
  const { body } = await client.call("POST", "/connected_accounts/link", { auth_config_id: config, user_id: "ada" });
  const browser = new Map<string, string>();
  const url = body.redirect_url;
  await visit(url, { browser });
  const { location, html } = await submit(url, { action: "connect" }, new URL(url).origin, { browser });
  const finish = async () => visit(await giveConsent(location ?? "", "ada"), { browser });
  return {
    id: body.connected_account_id,
    clientId: new URL(location ?? "https://none.test").searchParams.get("client_id"),
    html,
    finish,
  };
}

it("is introduced by the address of its document, connects without a secret, and renews the token", async () => {
  servePublicly(PUBLIC);
  const server = await start({});
  const { id, clientId, finish } = await begin("introduced", "CIMD_OAUTH", { server_url: server.url });
  expect(clientId).toBe(DOCUMENT);
  expect((await finish()).html).toContain("account is connected to");
  const first = (await open(id)).values.access_token;
  later(6);
  const { access_token: second } = (await open(id)).values;
  expect([second === first, await server.accepts(second)]).toEqual([false, true]);
  expect(server.grants).toEqual(["authorization_code", "refresh_token"]);
});

it("is introduced by its document where nobody can register", async () => {
  servePublicly(PUBLIC);
  const server = await start({ registers: false });
  const { clientId, finish } = await begin("discovered", "DCR_OAUTH", { server_url: server.url });
  expect(clientId).toBe(DOCUMENT);
  expect((await finish()).html).toContain("account is connected to");
});

it.each([
  ["the server reads no documents", PUBLIC, { readDocument: undefined }, {}],
  ["its own address is not https", "http://localhost:3000", {}, {}],
  ["the auth config has a redirect URI of its own", PUBLIC, {}, { oauth_redirect_uri: "https://own.example/back" }],
] as const)("registers if %s", async (_, address, options, credentials) => {
  servePublicly(address);
  const server = await start(options);
  const { clientId } = await begin("introduced", "CIMD_OAUTH", { server_url: server.url, ...credentials });
  expect(clientId).toMatch(/^[\w-]{10,}$/);
});

it("says so if the server takes neither", async () => {
  const server = await start({ registers: false, readDocument: undefined });
  const { clientId, html } = await begin("introduced", "CIMD_OAUTH", { server_url: server.url });
  expect([clientId, html]).toEqual([null, expect.stringContaining("takes no registrations")]);
});

it("everybody can read the document, and caches can keep it", async () => {
  servePublicly(PUBLIC);
  const answer = await door.fetch(new Request(DOCUMENT));
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "public, max-age=3600"]);
  expect(await answer.json()).toEqual({
    client_id: DOCUMENT,
    client_name: "Patchbay",
    client_uri: PUBLIC,
    redirect_uris: [`${PUBLIC}/api/v3/toolkits/auth/callback`],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  });
});
