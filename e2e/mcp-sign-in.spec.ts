/**
 * A client that has nothing but the address of an MCP server: a member signs in, allows it, sees it in the settings,
 * and ends it.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect, type Page, test } from "@playwright/test";
import { apiOf } from "./fixtures/api";
import { chooseProject, complaintsOf, expectAccessible, expectContrast } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `MCP sign-in ${process.env.TEST_WORKER_INDEX ?? ""} ${Date.now()}`;

let callback: Server;
test.beforeAll(async () => {
  callback = createServer((_, response) => {
    response
      .writeHead(200, { "content-type": "text/html" })
      .end("<!doctype html><title>Desk</title><h1>Back at Desk</h1>");
  });
  await new Promise<void>((resolve) => {
    callback.listen(0, "127.0.0.1", resolve);
  });
});
test.afterAll(() => callback.close());

/** What the client keeps; `asked` is where it sends the person. */
function newProvider() {
  const redirectUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
  const store: { info?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier: string; asked: string } = {
    verifier: "",
    asked: "",
  };
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: "Desk", redirect_uris: [redirectUrl], token_endpoint_auth_method: "none" },
    clientInformation: () => store.info,
    saveClientInformation: (info) => void (store.info = info),
    tokens: () => store.tokens,
    saveTokens: (tokens) => void (store.tokens = tokens),
    redirectToAuthorization: (url) => void (store.asked = url.href),
    saveCodeVerifier: (verifier) => void (store.verifier = verifier),
    codeVerifier: () => store.verifier,
  };
  return { provider, kept: store };
}

/** In both themes, on a phone and on a desk. */
async function expectReadable(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "dark"],
    [390, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await expectContrast(page, `the consent in ${colorScheme}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await expectAccessible(page, "the consent");
}

test("a client asks by itself, a member allows it with one click, and ends it with another", async ({ page }) => {
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  const { body: server } = await api.call<{ id: string }>("POST", "/mcp/servers/custom", {
    name: "News desk",
    toolkits: ["hackernews"],
  });
  const { provider, kept: store } = newProvider();
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${run().url}/v3/mcp/${server.id}`), { authProvider: provider });
  const first = transport();
  await expect(new Client({ name: "desk", version: "1" }).connect(first)).rejects.toThrow(/Unauthorized/);

  const complaints = complaintsOf(page);
  await page.goto(store.asked);
  await page.getByRole("link", { name: "sign in to the dashboard" }).click();
  await page.getByLabel("Email").fill(run().email);
  await page.getByLabel("Password", { exact: true }).fill(run().password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Allow Desk?" })).toBeVisible();
  await expect(page.getByText("News desk")).toBeVisible();
  await expectReadable(page);
  await page.getByLabel("Act as the user").fill("ada");
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Back at Desk" })).toBeVisible();

  await first.finishAuth(new URL(page.url()).searchParams.get("code") ?? "");
  const client = new Client({ name: "desk", version: "1" });
  await client.connect(transport());
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${run().url}/settings/mcp-clients`);
  await chooseProject(page, PROJECT);
  await page.getByRole("button", { name: "Revoke Desk for ada" }).click();
  await page.getByRole("button", { name: "Revoke access" }).click();
  await expect(page.getByText("No connected clients yet")).toBeVisible();
  await expect
    .poll(() =>
      client.ping().then(
        () => "answers",
        () => "refused",
      ),
    )
    .toBe("refused");
  await client.close();
  expect(complaints).toEqual([]);
});

test("an end user allows a client in their language, finds it among their connections, and ends it without scripts", async ({
  page,
  browser,
}) => {
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  const { body: server } = await api.call<{ id: string }>("POST", "/mcp/servers/custom", {
    name: "Reading room",
    toolkits: ["hackernews"],
  });
  const { provider, kept: store } = newProvider();
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${run().url}/v3/mcp/${server.id}`), { authProvider: provider });
  const first = transport();
  await expect(new Client({ name: "desk", version: "1" }).connect(first)).rejects.toThrow(/Unauthorized/);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const ada = await context.newPage();
  const complaints = complaintsOf(ada);
  await ada.goto(store.asked);
  await ada.getByLabel("Language").selectOption("de");
  await ada.getByRole("button", { name: "Change" }).click();
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Zum Fortfahren anmelden");
  const { body: link } = await api.call<{ url: string }>("POST", "/internal/patchbay/sign_in_links", {
    user_id: "ada",
    return_to: ada.url(),
  });
  await ada.goto(link.url);
  await ada.getByRole("button", { name: "Sign in" }).click();
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Desk erlauben?");
  await ada.getByRole("button", { name: "Erlauben", exact: true }).click();
  await expect(ada.getByRole("heading", { name: "Back at Desk" })).toBeVisible();
  await first.finishAuth(new URL(ada.url()).searchParams.get("code") ?? "");
  const client = new Client({ name: "desk", version: "1" });
  await client.connect(transport());

  await ada.goto(link.url);
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Desk erlauben?");
  await ada.goto(`${run().url}/my/connections`);
  const programs = ada.getByRole("region", { name: "Programs that can act as you" });
  await expect(programs).toContainText("It runs on your own computer (127.0.0.1).");
  await expect(programs).toContainText("May use Reading room: Hacker News");
  await programs.getByRole("link", { name: /^Revoke access for Desk/ }).click();
  await ada.getByRole("link", { name: "Cancel" }).click();
  await programs.getByRole("link", { name: /^Revoke access for Desk/ }).click();
  await ada.getByRole("button", { name: "Revoke access for Desk" }).click();
  await expect(ada.getByRole("heading", { level: 1 })).toHaveText("Access revoked for Desk");
  await expect
    .poll(() =>
      client.ping().then(
        () => "answers",
        () => "refused",
      ),
    )
    .toBe("refused");
  await client.close();
  expect(complaints).toEqual([]);
  await context.close();

  // axe runs as a script, which the pages themselves have none of.
  const refusal = new URL(store.asked);
  refusal.searchParams.set("redirect_uri", "https://elsewhere.example/");
  await page.goto(refusal.href);
  await expect(page.getByText("The program requested a redirect URL that isn’t its own.")).toBeVisible();
  await expectAccessible(page, "the refusal");
});
