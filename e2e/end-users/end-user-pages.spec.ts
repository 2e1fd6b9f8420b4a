/** The pages of end users in a browser: pictures in both themes, and axe finds nothing serious or moderate. */
import { expect, type Page, test } from "@playwright/test";
import { apiOf, createAuthConfig } from "../fixtures/api";
import { complaintsOf } from "../fixtures/browser";
import { type Emulators, GITHUB_LOGIN, githubOverrides, startEmulators } from "../fixtures/emulators";
import { look } from "../fixtures/look";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const PROJECT = `End user pages ${process.env.TEST_WORKER_INDEX ?? ""}`;

let emulators: Emulators;
let api: ReturnType<typeof apiOf>;

test.beforeAll(async () => {
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
});
test.afterAll(() => emulators.stop());

const newLink = async (configId: string, more: object = {}): Promise<string> =>
  (
    await api.call<{ redirect_url: string }>("POST", "/connected_accounts/link", {
      auth_config_id: configId,
      user_id: "ada",
      ...more,
    })
  ).body.redirect_url;

/** Pictures of all widths in both themes; axe finds nothing serious and nothing moderate. */
const see = (page: Page, name: string): Promise<void> => look(page, `end-user-${name}`);

test("each page of a connection looks finished, and its end names the account after a reload too", async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  await api.call("PATCH", "/org/project/config", { display_name: "Acme Desk", accent_color: "#f5b301" });
  const github = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "OAUTH2",
    credentials: githubOverrides(emulators),
  });
  const stripe = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY", name: "Stripe look" });

  await page.goto(await newLink(stripe));
  await see(page, "form");
  await page.getByRole("button", { name: "Connect Stripe" }).click();
  await see(page, "form-error");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Couldn’t connect your Stripe account");
  await see(page, "failure");

  const link = await newLink(github);
  await page.goto(link);
  await see(page, "consent");
  await page.getByRole("button", { name: "Continue to GitHub" }).click();
  await page.getByRole("button", { name: GITHUB_LOGIN }).click();
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText("Your GitHub account is connected to Acme Desk");
  await expect(page.locator(".account")).toBeVisible();
  const owner = (await page.locator(".account").textContent()) ?? "";
  await see(page, "success");
  for (const address of [page.url(), link]) {
    await page.goto(address);
    await expect(page.locator(".account")).toHaveText(owner);
  }

  const stranger = await browser.newPage();
  for (const address of [page.url(), link, `${link}?answer=1`]) {
    await stranger.goto(address);
    await expect(stranger.getByRole("heading", { level: 1 })).toHaveText("This link has already been used");
    await expect(stranger.getByText(owner)).toHaveCount(0);
  }
  await see(stranger, "used");
  await stranger.close();
  expect(complaints).toEqual([]);
});

test("the page of connections and its sign-in look finished", async ({ page }) => {
  await page.goto(`${run().url}/my`);
  await expect(page).toHaveURL(/\/my\/connections$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("You’re not signed in");
  const { body } = await api.call<{ url: string }>("POST", "/internal/patchbay/sign_in_links", {
    user_id: "ada",
    destination: "connections",
  });
  await page.goto(body.url);
  await see(page, "sign-in");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your connections");
  await see(page, "connections");
  await page.getByRole("link", { name: /^Disconnect: GitHub/ }).click();
  await see(page, "disconnect");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByLabel("Language").selectOption("ja");
  await page.getByRole("button", { name: "Change" }).press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "ja");
});
