/** The catalog's pages and the first page as people use them: find a toolkit, read a tool, run the first call. */
import { expect, test } from "@playwright/test";
import { complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one, whose project begins empty again
const PROJECT = `Catalog ${process.env.TEST_WORKER_INDEX ?? ""}`;

test.beforeAll(async () => {
  await provision(run(), { email: run().email, project: PROJECT });
});

test("toolkits: slash searches, the address holds the filters, arrows walk through the cards", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.getByRole("link", { name: "Toolkits", exact: true }).click();
  const cards = page.getByRole("list", { name: "Toolkits" }).getByRole("link");
  await expect(cards.first()).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search toolkits" })).toBeFocused();
  await page.keyboard.type("gmail");
  await expect(page).toHaveURL(/search=gmail/);
  await expect(cards.first()).toContainText("Gmail");
  await expect.poll(() => cards.count()).toBeLessThan(5);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/search=/);
  await page.getByRole("combobox", { name: "Auth scheme" }).selectOption("NO_AUTH");
  await expect(cards.filter({ hasText: "Hacker News" }).first()).toBeVisible();
  await expect(cards.filter({ hasText: "GitHub" })).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(cards.filter({ hasText: "GitHub" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Connected", exact: true }).click();
  await expect(page.getByText("No matching toolkits")).toBeVisible();
  await page.getByRole("button", { name: "Show all toolkits" }).click();
  await page.getByRole("radio", { name: "List" }).click();
  await expect(page).toHaveURL(/view=list/);
  // The arrow goes to what is there, and lines are there when they have come.
  await expect.poll(async () => (await cards.nth(1).boundingBox())?.height ?? Infinity).toBeLessThan(60);
  await page.getByRole("searchbox", { name: "Search toolkits" }).press("ArrowDown");
  await expect(cards.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(cards.nth(1)).toBeFocused();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("a toolkit shows its tools, how people sign in, and leads to an auth config of its own", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/toolkits/github`);
  await expect(page.getByRole("list", { name: "Important tools" }).getByRole("link").first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("combobox", { name: "Behavior" }).selectOption("destructiveHint");
  await expect(page.getByRole("list", { name: "Matching tools" }).getByText("Deletes").first()).toBeVisible();
  await page.getByRole("tab", { name: "Tools" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Authentication" })).toBeFocused();
  await expect(page).toHaveURL(/tab=authentication/);
  await expect(page.getByText(`${run().url}/api/v3/toolkits/auth/callback`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "About" }).click();
  await expect(page.getByText("https://api.github.com")).toBeVisible();
  await page.getByRole("tab", { name: "Versions" }).click();
  await expect(page.getByRole("table", { name: "Versions, newest first" }).getByText("Latest")).toBeVisible();
  await expect(page.getByRole("link", { name: "Connect GitHub" })).toHaveAttribute(
    "href",
    "/auth-configs/new?toolkit=github",
  );
  await page.goto(`${run().url}/toolkits/githubb`);
  await expect(page.getByText("Not found", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: "All toolkits" })).toBeVisible();
  await expect(page).toHaveTitle("Not found · Patchbay");
  expect((await page.goto(`${run().url}/nowhere/at/all`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await expect(page).toHaveTitle("Not found · Patchbay");
  await page.getByRole("link", { name: "Toolkits", exact: true }).click();
  await expect(page).toHaveTitle("Toolkits · Patchbay");
  expect(complaints).toEqual([]);
});

test("a tool shows its arguments, code to call it, and the request behind it", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/tools/GITHUB_CREATE_AN_ISSUE`);
  const table = page.getByRole("table", { name: "Arguments" });
  await expect(table.getByText("owner", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Show what is in labels", exact: true }).click();
  await expect(table.getByText("color", { exact: true })).toBeVisible();
  const code = page.getByRole("region", { name: "Code" });
  await expect(code).toContainText(`${run().url}/api/v3/tools/execute/GITHUB_CREATE_AN_ISSUE`);
  await code.getByRole("radio", { name: "Python" }).click();
  await expect(code).toContainText("from composio import Composio");
  await page.getByRole("button", { name: "Underlying request" }).click();
  await expect(page.getByRole("group", { name: "curl to the provider" })).toContainText(
    "https://api.github.com/repos/{owner}/{repo}/issues",
  );
  await expectAccessible(page);
  await expect(page.getByRole("link", { name: "Try it" })).toHaveAttribute(
    "href",
    "/playground?tool=GITHUB_CREATE_AN_ISSUE",
  );
  expect(complaints).toEqual([]);
});

test("home: the first call runs in place, counts as done, and its log is a press away", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/`);
  await expect(page.getByRole("heading", { name: /First steps/ })).toBeVisible();
  await expect(page.getByText("No calls yet")).toBeVisible();
  await expect(page.getByRole("slider", { name: /No calls in this range/ })).toBeVisible();
  await page.getByRole("button", { name: "Run it" }).click();
  await expect(page.getByRole("link", { name: "View log" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Recent calls" }).getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("link", { name: "View log" }).click();
  await expect(page.getByRole("dialog", { name: "Get frontpage" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("the palette leads to pages, toolkits and tools without the mouse", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search pages, tools, users and guides" });
  await field.fill("create an issue");
  await expect(page.getByRole("option", { name: /Create an issue/ }).first()).toBeVisible();
  await expectAccessible(page);
  await field.fill("tool logs");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${run().url}/logs/tools`);
  await page.keyboard.press("Control+k");
  await field.fill("gmail");
  await page.getByRole("option", { name: "Gmail gmail" }).click();
  await expect(page).toHaveURL(`${run().url}/toolkits/gmail`);
  expect(complaints).toEqual([]);
});
