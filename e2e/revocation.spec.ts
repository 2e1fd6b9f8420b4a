/**
 * Revoking in the browser: one account, everything of a user with its report, and what a user ends on their own page.
 */
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible, expectContrast } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Revocation ${process.env.TEST_WORKER_INDEX ?? ""}`;

let api: ReturnType<typeof apiOf>;
let configId: string;

test.beforeAll(async () => {
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  configId = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN", name: "Tokens" });
});

const connect = (userId: string, n: number) =>
  connectAccount(api, {
    authConfigId: configId,
    userId,
    scheme: "BEARER_TOKEN",
    val: { token: `ghp_planted-token-${userId}-${n}` },
  });

test("one account is revoked and says why; tools refuse it", async ({ page }) => {
  const complaints = complaintsOf(page);
  const id = await connect("alan", 1);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/connected-accounts/${id}`);
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible(); // it is loaded on demand
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke access" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(page.getByText("counts at the provider until someone removes it there").first()).toBeVisible();
  expect((await api.call<{ status: string }>("GET", `/connected_accounts/${id}`)).body.status).toBe("REVOKED");
  expect(complaints).toEqual([]);
});

test("everything of a user is revoked after the name was typed, and the report can be kept", async ({ page }) => {
  const complaints = complaintsOf(page);
  const ids = [await connect("grace", 1), await connect("grace", 2)];
  const other = await connect("lin", 1);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/users/grace`);
  await page.getByRole("button", { name: "Revoke everything" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("2 accounts");
  const confirm = dialog.getByRole("button", { name: "Revoke 2 accounts" });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(/Type .grace. to confirm/).fill("grace");
  await expectAccessible(page);
  await confirm.click();
  await expect(page).toHaveURL(/\/connected-accounts\/revocations\/rvj_/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("All accounts of the user grace");
  await expect(page.getByText("2 of 2 revoked, 2 with a key to remove at the provider.")).toBeVisible();
  await expectAccessible(page);
  const started = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  const report = await readFile(await (await started).path(), "utf8");
  for (const id of ids) expect(report).toContain(id);
  expect(report).not.toContain("planted-token");
  expect((await api.call<{ status: string }>("GET", `/connected_accounts/${other}`)).body.status).toBe("ACTIVE");
  await page.goto(`${run().url}/connected-accounts/revocations`);
  await page.getByRole("link", { name: "All accounts of the user grace" }).click();
  await expect(page.getByText("2 of 2 revoked")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a user gets a link, sees their connections without scripts, expires one and signs out; in both themes", async ({
  page,
  browser,
}) => {
  const complaints = complaintsOf(page);
  const id = await connect("mary", 1);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/users/mary`);
  await page.getByRole("button", { name: "Connections page link" }).click();
  const dialog = page.getByRole("dialog", { name: "Connections page link" });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText(/It works once until/)).toBeVisible();
  await expectAccessible(page);
  const link = await dialog.getByLabel("Connections page link", { exact: true }).innerText();

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const mary = await context.newPage();
  const complaintLines = complaintsOf(mary);
  await mary.goto(link);
  await mary.getByRole("button", { name: "Sign in" }).click();
  await expect(mary).toHaveURL(`${run().url}/my/connections`);
  const row = mary.getByRole("listitem").filter({ hasText: "GitHub" }).first();
  await expect(row).toContainText("Connected");
  await row.getByText(/^What .* can do$/).click();
  await expect(row).toContainText("can do everything the key allows");
  expect(await mary.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
  await mary.getByLabel("Language").selectOption("de");
  await mary.getByRole("button", { name: "Change" }).click();
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("Ihre Verbindungen");
  await mary.getByLabel("Sprache").selectOption("en");
  await mary.getByRole("button", { name: "Ändern" }).click();
  await row.getByRole("link", { name: /^Disconnect: GitHub/ }).click();
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("Disconnect GitHub?");
  await mary.getByRole("link", { name: "Cancel" }).click();
  await row.getByRole("link", { name: /^Disconnect: GitHub/ }).click();
  await mary.getByRole("button", { name: "Disconnect GitHub" }).click();
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("GitHub is disconnected");
  expect((await api.call<{ status: string }>("GET", `/connected_accounts/${id}`)).body.status).toBe("REVOKED");
  await mary.getByRole("button", { name: /^Connect again/ }).click();
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("Connect GitHub");
  await mary.goto(`${run().url}/my/connections`);
  await mary.getByRole("button", { name: "Sign out" }).click();
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("You’re signed out");
  await mary.goto(`${run().url}/my/connections`);
  await expect(mary.getByRole("heading", { level: 1 })).toHaveText("You’re not signed in");
  await context.close();

  // axe runs as a script, which the pages themselves have none of.
  await connect("mary", 2);
  const { body } = await api.call<{ url: string }>("POST", "/internal/patchbay/sign_in_links", {
    user_id: "mary",
    destination: "connections",
  });
  await page.goto(body.url);
  await page.getByRole("button", { name: "Sign in" }).click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${run().url}/my/connections`);
    await expectAccessible(page, colorScheme);
    await page
      .getByRole("link", { name: /^Disconnect: GitHub/ })
      .first()
      .click();
    await expectContrast(page, colorScheme);
  }
  expect([...complaints, ...complaintLines]).toEqual([]);
});
