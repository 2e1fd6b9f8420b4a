/** Single sign-on: an owner sets up a provider and a domain, and a new person signs in by it. */
import { expect, test } from "@playwright/test";
import pg from "pg";
import { startOpenIdProvider } from "../../test/servers/openid-provider.mjs";
import { complaintsOf, signIn } from "../fixtures/browser";
import { databaseUrl } from "../fixtures/database";
import { look } from "../fixtures/people";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

/** What the DNS of the domain would show. */
async function prove(domain: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl(run().dataDir) });
  await client.connect();
  await client.query("UPDATE sso_domain SET proven_domain = domain, proven_at = now() WHERE domain = $1", [domain]);
  await client.end();
}

test("an owner sets up a provider, a new person signs in by it, and is out when it is turned off", async ({
  page,
  browser,
}) => {
  const mark = Date.now();
  const [domain, email] = [`company${mark}.example`, `sso-owner-${mark}@example.com`];
  const person = { sub: "ada", email: `ada@${domain}`, email_verified: true, groups: ["staff", "platform"] };
  const server = await startOpenIdProvider(
    (uri: string) => uri.startsWith(`${run().url}/api/v3/internal/patchbay/sign_in/sso/`),
    () => person,
  );
  const account = await provision(run(), { email, project: "Signed in" });
  await signIn(page, { url: run().url, email, password: account.password });
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/settings/single-sign-on`);
  await expect(page.getByText(/^No providers yet/)).toBeVisible();
  await look(page, "sso-empty");

  await page.getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Company login");
  await dialog.getByLabel("Issuer").fill(server.issuer);
  await dialog.getByLabel("Client ID").fill(server.clientId);
  await dialog.getByLabel("Client secret").fill(server.clientSecret);
  await dialog.getByLabel("People with an email of a proven domain").check();
  await dialog.getByLabel("Role of each group").fill("platform = chief");
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog.locator("[aria-invalid=true]")).toHaveCount(1);
  await look(page, "sso-provider-window");
  await dialog.getByLabel("Claim with the groups").fill("groups");
  await dialog.getByLabel("Role of each group").fill("platform = developer\nstaff = viewer");
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Test Company login" }).click();
  await expect(page.getByText(/^It answers, with \d+ keys?$/)).toBeVisible();

  await page.getByRole("button", { name: "Add domain" }).click();
  await page.getByRole("dialog").getByLabel("Domain").fill(domain);
  await page.getByRole("dialog").getByRole("button", { name: "Add domain" }).click();
  await expect(page.getByText("Not proven", { exact: true })).toBeVisible();
  await expect(page.getByLabel(`Provider of ${domain}`)).toHaveValue(/^sso_/);
  await page.getByRole("button", { name: `Check the record of ${domain}` }).click();
  await expect(page.getByText("Not proven yet")).toBeVisible();
  await look(page, "sso-set-up");
  await prove(domain);
  await page.reload();
  await expect(page.getByText("Proven", { exact: true })).toBeVisible();

  const guest = await (await browser.newContext()).newPage();
  const complaintsOfGuest = complaintsOf(guest);
  await guest.goto(`${run().url}/login?next=/logs/tools`);
  await guest.getByRole("button", { name: "Use single sign-on" }).click();
  await look(guest, "sso-login");
  await guest.getByLabel("Email").fill(`ada@sub.${domain}`);
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest.getByText("There is no single sign-on for this email.")).toBeVisible();
  await guest.getByLabel("Email").fill(person.email);
  await guest.getByRole("button", { name: "Continue" }).click();
  await expect(guest).toHaveURL(`${run().url}/logs/tools`);
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
  await guest.goto(`${run().url}/settings/members`);
  await expect(guest.getByRole("row").filter({ hasText: person.email })).toContainText("Developer");
  await guest.goto(`${run().url}/settings/single-sign-on`);
  await expect(guest.getByText("Only owners can change this.")).toBeVisible();
  await look(guest, "sso-member");

  await page.getByRole("button", { name: "Edit Company login" }).click();
  await dialog.getByLabel("Issuer").fill("https://other.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("must be entered again for an issuer at another server")).toBeVisible();
  await look(page, "sso-other-issuer");
  await dialog.getByLabel("Issuer").fill(server.issuer);
  await page.getByRole("dialog").getByLabel(/^On /).uncheck();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await guest.goto(`${run().url}/logs/tools`);
  await expect(guest).toHaveURL(/\/login\?next=/);

  await page.getByRole("button", { name: "Delete Company login" }).click();
  await page.getByRole("button", { name: "Delete provider" }).click();
  await expect(page.getByText(/^No providers yet/)).toBeVisible();
  await page.getByRole("button", { name: `Delete ${domain}` }).click();
  await page.getByRole("button", { name: "Delete domain" }).click();
  await expect(page.getByText(/^No domains yet/)).toBeVisible();
  expect([...complaints, ...complaintsOfGuest]).toEqual([]);
  server.stop();
});

test("an owner replaces the private key of a provider in two steps, and sees both public keys in between", async ({
  page,
  request,
}) => {
  const mark = Date.now();
  const email = `sso-key-owner-${mark}@example.com`;
  const account = await provision(run(), { email, project: "Keys" });
  await signIn(page, { url: run().url, email, password: account.password });
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/settings/single-sign-on`);
  await page.getByRole("button", { name: "Add provider" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Key login");
  await dialog.getByLabel("Issuer").fill("https://login.example.com");
  await dialog.getByLabel("Client ID").fill("patchbay");
  await dialog.getByLabel("Proof of this server").selectOption("private_key_jwt");
  await dialog.getByRole("button", { name: "Add provider" }).click();
  await expect(dialog).toBeHidden();

  const keysUrl = await page.getByText(/\/sign_in\/sso\/sso_[\w-]+\/keys$/).innerText();
  const readKeys = async () => ((await (await request.get(keysUrl)).json()) as { keys: { kid: string }[] }).keys;
  const [first] = await readKeys();
  await page.getByRole("button", { name: "Replace the key of Key login" }).click();
  await expect(page.getByText("Next public key.", { exact: false })).toBeVisible();
  await look(page, "sso-next-key");
  const [, next] = await readKeys();
  expect(await readKeys()).toEqual([first, next]);
  await page.getByRole("button", { name: "Use the next key of Key login" }).click();
  await expect(page.getByText("Requests are signed with the next key")).toBeVisible();
  expect(await readKeys()).toEqual([next]);
  await page.getByRole("button", { name: "Replace the key of Key login" }).click();
  await page.getByRole("button", { name: "Delete the next key of Key login" }).click();
  await expect(page.getByRole("button", { name: "Replace the key of Key login" })).toBeVisible();
  expect(await readKeys()).toEqual([next]);
  expect(complaints).toEqual([]);
});
