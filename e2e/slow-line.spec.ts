/** What a click does while its page has not come yet, and without a network. */
import { expect, test } from "@playwright/test";
import { enterProject } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Slow line ${process.env.TEST_WORKER_INDEX ?? ""}`;

test.beforeEach(async ({ page }) => {
  await provision(run(), { email: run().email, project: PROJECT });
  await enterProject(page, run(), PROJECT);
});

test("a click marks its entry and shows the outline of the page before the page has come", async ({ page }) => {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/[?&]_rsc=/, async (route) => {
    await released;
    await route.continue();
  });
  const sidebar = page.getByRole("navigation", { name: "Dashboard" });
  const entry = sidebar.getByRole("link", { name: "Sessions" });
  await entry.click();
  await expect(entry).toHaveAttribute("aria-current", "page");
  await expect(sidebar.getByRole("link", { name: "Home" })).not.toHaveAttribute("aria-current");
  await expect(page.getByRole("status", { name: "Loading the page" })).toBeVisible();
  await expect(page).not.toHaveURL(/sessions/);
  release();
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  await expect(page.getByRole("status", { name: "Loading the page" })).toBeHidden();
});

test("offline, a click stays in the product, and its page opens when the network is back", async ({ page }) => {
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Healthy" })).toBeVisible();
  await page.context().setOffline(true);
  const banner = page.getByRole("alert", { name: "Offline" });
  await expect(banner).toContainText("You’re offline.");
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Sessions" }).click();
  await expect(banner).toContainText("The page will open");
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { level: 1, name: "Sessions" })).toBeVisible();
  await expect(banner).toBeHidden();
});

test("a server that does not respond is reported above the page until it is back", async ({ page }) => {
  await expect(page.getByRole("heading", { level: 1, name: "Home" })).toBeVisible();
  await page.route("**/api/health", (route) => route.abort());
  await page.reload();
  const banner = page.getByRole("alert", { name: "Not responding" });
  await expect(banner).toContainText("The server isn’t responding.");
  await page.unroute("**/api/health");
  await expect(banner).toBeHidden();
});
