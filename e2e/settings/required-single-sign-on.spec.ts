/** Single sign-on by a key, required of all members: a password opens nothing, and the owner keeps a way in. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, type Browser, type Page } from "@playwright/test";
import pg from "pg";
import { codeOf, stepAt } from "../../lib/access/factors/find-step";
import { startOpenIdProvider } from "../../test/servers/openid-provider.mjs";
import { complaintsOf, signIn } from "../fixtures/browser";
import { databaseUrl } from "../fixtures/database";
import { look, PASSWORD } from "../fixtures/people";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const api = (path: string): string => `${run().url}/api/v3/internal/patchbay${path}`;

async function send(page: Page, path: string, data: object): Promise<Record<string, string>> {
  const answer = await page.request.post(api(path), { data, headers: { origin: run().url } });
  expect(answer.ok(), path).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

/** A proven domain that leads to the provider of the page. */
async function addDomain(page: Page, domain: string): Promise<void> {
  const { providers } = (await (await page.request.get(api("/organization/sso"))).json()) as {
    providers: { id: string }[];
  };
  await send(page, "/organization/sso/domains", { domain, provider_id: providers[0]?.id });
  const client = new pg.Client({ connectionString: databaseUrl(run().dataDir) });
  await client.connect();
  await client.query("UPDATE sso_domain SET proven_domain = domain, proven_at = now() WHERE domain = $1", [domain]);
  await client.end();
}

async function join(page: Page, browser: Browser, email: string): Promise<Page> {
  const { url = "" } = await send(page, "/invitations", { email, role: "developer" });
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(url);
  await guest.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Create account and join" }).click();
  await expect(guest.getByRole("navigation", { name: "Dashboard" })).toBeVisible();
  return guest;
}

/** The page at which the provider of the test reads the key of this server. */
async function startKeys() {
  let url = "";
  const server = createServer((_, response) => {
    void fetch(url)
      .then((answer) => answer.text())
      .then((text) => response.writeHead(200, { "content-type": "application/json" }).end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
    readAt: (keysUrl: string) => void (url = keysUrl),
    stop: () => server.close(),
  };
}

test("an owner requires single sign-on, a member comes by it alone, and the owner by password and code", async ({
  page,
  browser,
}) => {
  const mark = Date.now();
  const [domain, email] = [`required${mark}.example`, `sso-rule-${mark}@example.com`];
  const keys = await startKeys();
  const server = await startOpenIdProvider(
    (uri: string) => uri.startsWith(api("/sign_in/sso/")),
    () => ({ sub: "ada", email: `ada@${domain}`, email_verified: true }),
    { token_endpoint_auth_method: "private_key_jwt", jwks_uri: keys.address },
  );
  const account = await provision(run(), { email, project: "Required" });
  await signIn(page, { url: run().url, email, password: account.password });
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/settings/single-sign-on`);
  await page.getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Company login");
  await dialog.getByLabel("Issuer").fill(server.issuer);
  await dialog.getByLabel("Client ID").fill(server.clientId);
  await dialog.getByLabel("Proof of this server").selectOption("private_key_jwt");
  await expect(dialog.getByLabel("Client secret")).toBeHidden();
  await look(page, "sso-key-window");
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog).toBeHidden();
  const keyUrl = await page
    .locator("code")
    .filter({ hasText: /\/sign_in\/sso\/sso_\w+\/keys$/ })
    .textContent();
  keys.readAt(keyUrl ?? "");
  await addDomain(page, domain);
  const guest = await join(page, browser, `ada@${domain}`);

  await page.reload();
  await page.getByRole("button", { name: "Require single sign-on" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByRole("button", { name: "Require it" }).click();
  await expect(question.getByText(/^No owner could come in if the provider fails/)).toBeVisible();
  await look(page, "sso-rule-refused");
  await question.getByRole("button", { name: "Cancel" }).click();
  const { secret = "" } = await send(page, "/profile/second_factor/start", {});
  const code = (drift = 0) => codeOf(secret, stepAt(new Date()) + drift);
  await send(page, "/profile/second_factor", { code: code(-1) });
  await page.getByRole("button", { name: "Require single sign-on" }).click();
  await question.getByRole("button", { name: "Require it" }).click();
  await expect(page.getByText(/^Required for all members. 1 owner can still come in/)).toBeVisible();
  await look(page, "sso-rule");

  await guest.goto(`${run().url}/logs/tools`);
  await expect(guest.getByText("Your organization requires it. Sign in with its provider.")).toBeVisible();
  const complaintsOfGuest = complaintsOf(guest);
  await look(guest, "sso-login-required");
  await guest.getByLabel("Email").fill(`ada@${domain}`);
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest).toHaveURL(`${run().url}/logs/tools`);
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();

  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${run().url}/login?next=/settings/single-sign-on`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(account.password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Code").fill(code());
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Stop requiring it" }).click();
  await question.getByRole("button", { name: "Stop requiring it" }).click();
  await expect(page.getByText("Members can sign in with a password or passkey too.")).toBeVisible();
  expect([...complaints, ...complaintsOfGuest]).toEqual([]);
  keys.stop();
  server.stop();
});
