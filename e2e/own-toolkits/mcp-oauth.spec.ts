/** An MCP server behind the sign-in of an authorization server becomes a toolkit, and a person signs in to it. */
import { expect, test } from "@playwright/test";
import { startHostileMcp, type HostileMcp } from "../../test/servers/hostile-mcp";
import { startOAuthServer, type OAuthServer } from "../../test/servers/oauth-server.mjs";
import { complaintsOf, signIn } from "../fixtures/browser";
import { look, pasteInto } from "../fixtures/look";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

let provider: OAuthServer;
let server: HostileMcp;

/** Only requests with a token of the provider pass; the others get the address of its metadata (RFC 9728). */
function guard({ server: http }: HostileMcp): void {
  const [answerAll] = http.listeners("request") as ((...args: unknown[]) => void)[];
  http.removeAllListeners("request");
  http.on("request", (request, response) => {
    const origin = `http://${request.headers.host ?? ""}`;
    const metadata = `${origin}/.well-known/oauth-protected-resource`;
    if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      response.setHeader("content-type", "application/json");
      return response.end(JSON.stringify({ resource: `${origin}/mcp`, authorization_servers: [provider.url] }));
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
    return provider.accepts(token).then((isValid) => {
      if (isValid) return answerAll?.(request, response);
      return response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
    });
  });
}

test.beforeAll(async () => {
  provider = await startOAuthServer({ redirectUri: "http://127.0.0.1/unused", accessTokenSeconds: 600 });
  server = await startHostileMcp({});
  guard(server);
});
test.afterAll(() => Promise.all([provider.stop(), server.stop()]));

test.beforeEach(async ({ page }, { workerIndex }) => {
  const account = await provision(run(), { email: run().email, project: `MCP with OAuth ${workerIndex}` });
  // The preview of the connect page is a sandbox without storage.
  await page.addInitScript((id) => {
    if (window.top === window) window.localStorage.setItem("patchbay.project", id);
  }, account.project_id);
  await signIn(page, run());
});

test("a person adds the server, signs in at its own page, and its tool runs with that account", async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/toolkits/new`);
  await expect(page.locator(".monaco-editor")).toBeVisible({ timeout: 60_000 });
  await pasteInto(page, "URL or document", server.url("mcp"));
  await expect(page.getByText("The URL requires sign-in")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel("Authorization server")).toHaveValue(new RegExp(provider.url));
  await page.getByLabel("Name", { exact: true }).fill("Behind OAuth");
  await look(page, "own-mcp-oauth-form");
  await page.getByRole("button", { name: "Add the MCP server" }).click();
  await expect(page).toHaveURL(/custom_behind_oauth\/edit$/);
  await look(page, "own-mcp-oauth-empty");
  await page.getByRole("link", { name: "Connect an account" }).click();
  const scopes = page.getByRole("searchbox", { name: /Search scopes/ });
  await scopes.fill("read");
  await scopes.press("Enter");
  await expect(page.getByText("1 chosen")).toBeVisible();
  await page.getByRole("button", { name: "Create auth config" }).click();
  await expect(page).toHaveURL(/\/auth-configs\/ac_/);
  await page.getByRole("button", { name: "Connect an account" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect an account" });
  await dialog.getByLabel("User id").fill("ada");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("link", { name: "Open the connect page" }).click(),
  ]);
  await tab.getByRole("button", { name: /continue/i }).click();
  await expect(dialog.getByText("Account connected")).toBeVisible();
  await tab.close();
  expect(provider.grants).toEqual(["authorization_code"]);

  await page.goto(`${run().url}/toolkits/custom_behind_oauth/edit`);
  const approved = page.getByRole("region", { name: "As approved" });
  await expect(async () => {
    if ((await approved.count()) > 0) return;
    await page.getByRole("button", { name: "Read the tools again" }).click({ timeout: 1000 });
    await expect(approved).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 60_000 });
  await look(page, "own-mcp-oauth-tools");
  await page.goto(`${run().url}/playground?tool=CUSTOM_BEHIND_OAUTH_A`);
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  await look(page, "own-mcp-oauth-run");
  expect(complaints).toEqual([]);
});
