/**
 * Connecting in the browser: an auth config is made, a person goes through consent, the account is watched, switched
 * off and on, and deleted.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { closeBulkWindow, complaintsOf, enterProject, expectAccessible, openPage } from "./fixtures/browser";
import { type Emulators, GITHUB_LOGIN, STRIPE_KEY, githubOverrides, startEmulators } from "./fixtures/emulators";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Connect pages ${process.env.TEST_WORKER_INDEX ?? ""}`;

let emulators: Emulators;
let api: ReturnType<typeof apiOf>;

test.beforeAll(async () => {
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
});
test.afterAll(() => emulators.stop());

test("an auth config is made in three steps; what was typed survives what was wrong", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Auth configs" }).click();
  await expect(page.getByText("No auth configs yet")).toBeVisible();
  await page.getByRole("link", { name: "Create auth config" }).first().click();
  await page.getByRole("searchbox", { name: "Search toolkits" }).fill("github");
  await page.getByRole("button", { name: /^GitHub/ }).click();
  await page.getByRole("button", { name: /with your own app/ }).click();
  await expect(page).toHaveURL(/toolkit=github&method=OAUTH2/);
  await expect(page.getByText(`${run().url}/api/v3/toolkits/auth/callback`)).toBeVisible();
  await expect(page.frameLocator("iframe").getByRole("heading", { name: "Connect GitHub" })).toBeVisible();
  const { client_id: id = "", client_secret: secret = "", ...urls } = githubOverrides(emulators);
  await page.getByLabel("Client ID").fill(id);
  await page.getByRole("button", { name: "Create auth config" }).click();
  await expect(page.getByText("Client secret is required.")).toBeVisible();
  await expect(page.getByLabel("Client secret")).toBeFocused();
  await expect(page.getByLabel("Client ID")).toHaveValue(id);
  await page.getByLabel("Client secret").fill(secret);
  await page.getByText("Self-managed servers, allowed tools, proxy").click();
  await page.getByLabel("Base URL of the API").fill("http://10.0.0.1");
  await page.getByLabel(/^Name/).fill("GitHub by hand");
  await page.getByRole("button", { name: "Create auth config" }).click();
  await expect(page.getByLabel("Base URL of the API")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel("Client secret")).toHaveValue(secret);
  await page.getByLabel("Authorization URL").fill(urls.authorization_url ?? "");
  await page.getByLabel("Token URL").fill(urls.token_url ?? "");
  await page.getByLabel("Base URL of the API").fill(urls.base_url ?? "");
  await page.getByLabel(/^Proxy/).fill("http://10.1.2.3:3128");
  await page.getByLabel("Key of the proxy").fill("user:word");
  await page.getByRole("button", { name: "Create auth config" }).click();
  await expect(page.getByLabel(/^Proxy/)).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel(/^Proxy/).fill("");
  await page
    .getByRole("group", { name: "Request only the scopes these tools need" })
    .getByRole("checkbox")
    .first()
    .check();
  await page.getByRole("searchbox", { name: /Search scopes/ }).fill("gist");
  await expect(page.getByRole("checkbox", { name: /gist/ })).not.toBeChecked();
  await page.getByRole("searchbox", { name: /Search scopes/ }).fill("copilot");
  await expect(page.getByRole("checkbox", { name: /^Manage Copilot for organizations/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create auth config" }).click();
  await expect(page).toHaveURL(/\/auth-configs\/ac_/);
  await expect(page.getByText("Next step: connect an account")).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("a person connects through the link; the account is followed live, switched off and on, renamed and deleted", async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page);
  const configId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: githubOverrides(emulators),
    name: "GitHub story",
  });
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/auth-configs/${configId}`);
  await page.getByRole("button", { name: "Connect an account" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Connect an account" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText(/Enter a user ID/)).toBeVisible();
  await dialog.getByLabel("User id").fill("grace");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Waiting for the user")).toBeVisible();
  await expectAccessible(page);
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    dialog.getByRole("link", { name: "Open the connect page" }).click(),
  ]);
  await tab.getByRole("button", { name: /connect|continue/i }).click();
  await tab.getByRole("button", { name: GITHUB_LOGIN }).click();
  await tab.waitForLoadState();
  await tab.close();
  await expect(dialog.getByText("Account connected")).toBeVisible();
  await dialog.getByRole("link", { name: "View account" }).click();
  await expect(page).toHaveURL(/\/connected-accounts\/ca_/);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("listitem").first()).toContainText("Active");
  expect(await timeline.getByRole("listitem").count()).toBeGreaterThanOrEqual(2);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Change the alias" }).click();
  await page.getByLabel("Alias").fill("Work account");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Work account");
  await page.getByRole("button", { name: "Disable", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable account" }).click();
  await expect(page.getByText("This account is disabled")).toBeVisible();
  await page.getByRole("button", { name: "Enable", exact: true }).click();
  await expect(page.getByText("This account is disabled")).toHaveCount(0);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete account" }).click();
  await expect(page).toHaveURL(/\/connected-accounts$/);
  await expect(page.getByText("grace").filter({ visible: true })).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test(
  "accounts are filtered in the address and changed many at once; a user's page shows theirs; " +
    "deleting an auth config names its accounts",
  async ({ page }) => {
    const complaints = complaintsOf(page);
    const configId = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY", name: "Stripe story" });
    for (const userId of ["kay", "kay", "lin"])
      await connectAccount(api, { authConfigId: configId, userId, scheme: "API_KEY", val: { api_key: STRIPE_KEY } });
    await enterProject(page, run(), PROJECT);
    await page.goto(`${run().url}/connected-accounts?config=${configId}`);
    const table = page.getByRole("table", { name: "Connected accounts, newest first" });
    await expect(table.getByRole("row")).toHaveCount(4);
    await page.getByRole("searchbox", { name: "User id" }).fill("kay");
    await expect(table.getByRole("row")).toHaveCount(3);
    await expect(page).toHaveURL(/config=ac_\w+&user=kay/);
    await page.getByRole("checkbox", { name: "Select all" }).check();
    await page.getByRole("button", { name: "Disable", exact: true }).click();
    await page.getByRole("button", { name: "Disable 2 accounts" }).click();
    await expect(page.getByText("Disabled 2 of 2")).toBeVisible();
    await closeBulkWindow(page);
    await expect(table.getByText("Disabled", { exact: true })).toHaveCount(2);
    await expectAccessible(page);

    await openPage(page, "Connected accounts", "Users");
    await page.getByRole("link", { name: "lin", exact: true }).click();
    await expect(page.getByRole("table", { name: "Accounts of lin" }).getByRole("row")).toHaveCount(2);
    await expectAccessible(page);

    await page.goto(`${run().url}/auth-configs/${configId}?tab=danger`);
    await page.getByRole("button", { name: "Delete auth config" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("its 3 connected accounts");
    await page.getByRole("button", { name: "Delete it and its accounts" }).click();
    await expect(page).toHaveURL(/\/auth-configs$/);
    expect(
      (await api.call<{ items: unknown[] }>("GET", `/connected_accounts?auth_config_ids=${configId}`)).body.items,
    ).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

/** An app on an origin of its own; the link that it opens in a popup stands in its address. */
async function startShop() {
  const html =
    `<!doctype html><html lang="en"><title>Shop</title><script src="${run().url}/connect.js"></script>` +
    `<button>Connect GitHub</button><pre></pre><script>
const tell = (result) => { document.querySelector("pre").textContent = JSON.stringify(result); };
document.querySelector("button").onclick = () =>
  Patchbay.connect(new URLSearchParams(location.search).get("link"), { onSuccess: tell, onFailure: tell });
</script></html>`;
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test("an app opens the link in a popup and hears how it ended; another origin hears nothing", async ({ page }) => {
  const configId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: githubOverrides(emulators),
    name: "GitHub popup",
  });
  const shop = await startShop();
  for (const origin of [shop.url, "http://127.0.0.1:9"]) {
    const { body } = await api.call<{ redirect_url: string; connected_account_id: string }>(
      "POST",
      "/connected_accounts/link",
      { auth_config_id: configId, user_id: "popup", opener_origin: origin },
    );
    await page.goto(`${shop.url}/?link=${encodeURIComponent(body.redirect_url)}`);
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      page.getByRole("button", { name: "Connect GitHub" }).click(),
    ]);
    await popup.getByRole("button", { name: /continue/i }).click();
    const closed = popup.waitForEvent("close");
    await popup.getByRole("button", { name: GITHUB_LOGIN }).click();
    await closed;
    await expect(page.locator("pre")).toHaveText(
      origin === shop.url
        ? JSON.stringify({ status: "success", connected_account_id: body.connected_account_id })
        : /"status":"closed"/,
    );
  }
  shop.stop();
});

test("the connect page speaks the person's language, by keyboard and with scripts off", async ({ browser }) => {
  const configId = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY" });
  const { body } = await api.call<{ redirect_url: string }>("POST", "/connected_accounts/link", {
    auth_config_id: configId,
    user_id: "reader",
  });
  const page = await browser.newPage({ locale: "de-DE", javaScriptEnabled: false });
  await page.goto(body.redirect_url);
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stripe verbinden");
  await page.getByLabel("Sprache").selectOption({ label: "Français" });
  await page.getByRole("button", { name: "Ändern" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Connecter Stripe");
  await page.locator("input[type=password]").fill(STRIPE_KEY);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Enregistrer quand même" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Votre compte Stripe est connecté");
  await page.goto(body.redirect_url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("-Konto ist mit");
  const stranger = await browser.newPage({ locale: "de-DE" });
  await stranger.goto(body.redirect_url);
  await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("Dieser Link wurde bereits verwendet");
  await stranger.close();
  await page.close();
});

test("the connect page has no serious accessibility problem in any language", async ({ page }) => {
  const configId = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY", name: "Stripe axe" });
  const { body } = await api.call<{ redirect_url: string }>("POST", "/connected_accounts/link", {
    auth_config_id: configId,
    user_id: "axe",
  });
  for (const language of ["en", "es", "de", "fr", "pt", "it", "zh", "ja"]) {
    await page.goto(`${body.redirect_url}?lang=${language}`);
    await expect(page.locator("script")).toHaveCount(0);
    await expectAccessible(page);
  }
});

test("the operator enters an app once, an auth config uses it, and its deletion names what depends on it", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/managed-apps`);
  await page.getByRole("button", { name: "Add managed app" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Add app" }).click();
  await expect(dialog.getByText("Choose a provider or a toolkit.")).toBeVisible();
  await dialog.getByLabel("For").fill("GitLab (toolkit gitlab)");
  await expect(dialog.getByText(`${run().url}/api/v3/toolkits/auth/callback`)).toBeVisible();
  await dialog.getByLabel("Client ID").fill("operators-app");
  await dialog.getByLabel("Client secret").fill("operators-secret-0123456789");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Add app" }).click();
  const table = page.getByRole("table", { name: "Managed apps" });
  await expect(table.getByRole("row", { name: /GitLab/ })).toContainText("oper...");
  await page.goto(`${run().url}/auth-configs/new?toolkit=gitlab`);
  await page.getByRole("button", { name: /with this server’s app|with this server's app/ }).click();
  await page.getByRole("button", { name: "Create auth config" }).click();
  await expect(page).toHaveURL(/\/auth-configs\/ac_/);
  await page.goto(`${run().url}/settings/managed-apps`);
  await page.getByRole("button", { name: /Delete the app of GitLab/ }).click();
  await expect(page.getByRole("alertdialog")).toContainText("1 auth config uses it");
  await page.getByRole("button", { name: "Delete managed app" }).click();
  await expect(page.getByText("No managed apps yet")).toBeVisible();
  expect(complaints).toEqual([]);
});
