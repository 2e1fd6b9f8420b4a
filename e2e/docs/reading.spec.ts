/** The documentation: read without a sign-in and without a script, searched, at three widths and in both themes. */
import { expect, test } from "@playwright/test";
import { complaintsOf, expectAccessible, expectContrast } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { run } from "../harness/run";

test.describe("without a script", () => {
  test.use({ javaScriptEnabled: false });
  test("a visitor finds a guide and reads it without a sign-in", async ({ page }) => {
    await page.goto(`${run().url}/docs`);
    await page.getByLabel("Search the documentation").fill("verify webhook signature");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Results for “verify webhook signature”" })).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Verify the signature in Events and webhooks/ })
      .click();
    await expect(page).toHaveURL(/\/docs\/triggers-and-webhooks\/webhooks#verify-the-signature$/);
    await expect(page.getByRole("heading", { name: "Events and webhooks" })).toBeVisible();
    await expect(page).toHaveTitle(/^Events and webhooks/);
    const tree = page.getByRole("navigation", { name: "Guides", exact: true });
    await expect(tree.getByRole("link", { name: "Events and webhooks" })).toHaveAttribute("aria-current", "page");
    await page.getByRole("navigation", { name: "Previous and next guide" }).getByRole("link").last().click();
    await expect(page).toHaveURL(/\/docs\/triggers-and-webhooks\/inboxes$/);
  });
});

test("a search for nothing known says so, and a guide that does not exist is a 404", async ({ page }) => {
  await page.goto(`${run().url}/docs/search?q=zzzzqqqq`);
  await expect(page.getByText("No guide has these words.")).toBeVisible();
  await page.goto(`${run().url}/docs/search`);
  await expect(page.getByText("Type some words in the field above.")).toBeVisible();
  expect((await page.goto(`${run().url}/docs/start/nothing`))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  expect((await page.goto(`${run().url}/docs/decisions/0001-two-doors`))?.status()).toBe(404);
});

test("an agent gets a guide as Markdown, by the end of its address or by what it accepts", async ({ request }) => {
  const address = `${run().url}/docs/start/first-call`;
  for (const [url, accept] of [
    [`${address}.md`, "*/*"],
    [address, "text/markdown, text/html;q=0.5"],
  ] as const) {
    const response = await request.get(url, { headers: { accept } });
    expect(response.headers()["content-type"]).toContain("text/markdown");
    expect(await response.text()).toMatch(/^# The first call\n/);
  }
  expect((await request.get(address)).headers()["content-type"]).toContain("text/html");
});

test("wide code fades only at the edges that hide some of it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto(`${run().url}/docs/triggers-and-webhooks/webhooks`);
  const code = page.getByRole("group", { name: "Terminal" }).first();
  await expect(code).toHaveAttribute("data-more-after");
  await expect(code).not.toHaveAttribute("data-more-before");
  await code.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect(code).not.toHaveAttribute("data-more-after");
  await expect(code).toHaveAttribute("data-more-before");
});

test("a guide fits a phone, a tablet and a desk in both themes, and axe finds nothing serious", async ({ page }) => {
  const complaints = complaintsOf(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of [
      "/docs",
      "/docs/search?q=mcp",
      "/docs/triggers-and-webhooks/webhooks",
      "/docs/api",
      "/docs/api/postToolsExecuteByToolSlug",
    ]) {
      await page.goto(run().url + path);
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await takePicture(page, `docs${path.replaceAll(/\W+/g, "-")}-${width}-${colorScheme}`);
      }
      await (colorScheme === "light" ? expectAccessible(page, path) : expectContrast(page, path));
    }
  }
  await page.setViewportSize({ width: 390, height: 900 });
  await page.getByText("All guides", { exact: true }).click();
  await page.getByRole("navigation", { name: "All guides" }).getByRole("link", { name: "Approvals" }).click();
  await expect(page.getByRole("heading", { name: "Approvals", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Theme: System" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  expect(complaints).toEqual([]);
});

test("Ctrl K finds pages, headings and operations while somebody types; code is copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: run().url });
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/docs/triggers-and-webhooks/webhooks`);
  const block = page.locator("[data-code]", { hasText: "composio.triggers.verifyWebhook(" });
  await block.getByRole("button", { name: "Copy TypeScript" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("composio.triggers.verifyWebhook(");

  await page.keyboard.press("ControlOrMeta+k");
  const field = page.getByRole("combobox", { name: "Search pages, headings and operations" });
  await expect(field).toBeFocused();
  await field.fill("zzzzqqqq");
  await expect(page.getByText("Nothing has these words.")).toBeVisible();
  await field.fill("create a connect link");
  const options = page.getByRole("listbox", { name: "Results" }).getByRole("option");
  await expect(options.first()).toContainText("in API reference");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await takePicture(page, "docs-window-of-the-search");
  await expectAccessible(page, "the window of the search");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/api\/postConnectedAccountsLink$/);

  await page.keyboard.press("ControlOrMeta+k");
  await field.fill("passkeys");
  await options.first().click();
  await expect(page).toHaveURL(/\/docs\/security-and-teams\/sign-in#passkeys$/);
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.press("Escape");
  await expect(field).toBeHidden();
  expect(complaints).toEqual([]);
});
