/** The dashboard's pages as people use them: set-up, sign-in, home, API keys, tool logs; within the size limit. */
import { gzipSync } from "node:zlib";
import { expect, test } from "@playwright/test";
import { apiOf, type ToolAnswer } from "./fixtures/api";
import { chooseProject, complaintsOf, expectAccessible, openPage, signInByForm } from "./fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { startProduct } from "./harness/product";
import { provision } from "./harness/provision";
import { run } from "./harness/run";
import { isRead, mostOf, SIZED } from "./fixtures/page-sizes";

const MAX_FONT_KB = 50;
// of this worker alone: a failed test starts another one, which makes its own logs
const PROJECT = `Pages ${process.env.TEST_WORKER_INDEX ?? ""}`;

let upstream: Loopback;
let key = "";
const logIds: string[] = [];

test.beforeAll(async () => {
  key = (await provision(run(), { email: run().email, project: PROJECT })).api_key;
  upstream = await startLoopback((request, response) =>
    request.url === "/items/1"
      ? sendJson(response, 200, { id: 1, title: "The cable is loose" })
      : sendJson(response, 404, { message: "Not Found" }),
  );
  const api = apiOf(run().url, key);
  for (const item of ["1", "2"]) {
    const { body } = await api.call<ToolAnswer>("POST", "/tools/execute/HACKERNEWS_GET_ITEM_WITH_ID", {
      user_id: "ada",
      version: "latest",
      arguments: { item_id: item },
      custom_auth_params: {
        base_url: upstream.url,
        parameters: [{ in: "header", name: "x-token", value: "pages-secret-token" }],
      },
    });
    expect(body.successful).toBe(item === "1");
    logIds.push(body.log_id);
  }
});
test.afterAll(() => upstream.stop());

test("the set-up link makes the owner, keeps typed values on an error, and works once", async ({ page }) => {
  test.setTimeout(300_000);
  const product = await startProduct();
  try {
    const complaints = complaintsOf(page);
    const link = /http\S+\/setup\?token=\S+/.exec(product.output())?.[0] ?? "";
    await page.goto(`${product.url}/login`);
    await expect(page.getByRole("heading", { name: "No owner yet" })).toBeVisible();
    await page.goto(`${product.url}/setup?token=wrong`);
    await expect(page.getByText("This link does not work")).toBeVisible();
    await page.goto(link);
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("short");
    await page.getByRole("button", { name: "Create the owner account" }).click();
    await expect(page.getByText("Use at least 10 characters.")).toBeVisible();
    await expect(page.getByLabel("Password")).toBeFocused();
    await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
    await expectAccessible(page);
    await page.getByLabel("Password").fill("a sentence of my own");
    await page.getByLabel("Your name").fill("Ada Lovelace");
    await page.getByLabel("First project").fill("Engine");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(page.getByRole("button", { name: "Project: Engine" })).toBeVisible();
    await expect(page.getByText("No calls yet")).toBeVisible();
    await page.getByRole("button", { name: "Account of Ada Lovelace" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.goto(link);
    await expect(page.getByText("This server is already set up")).toBeVisible();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await expect(page).toHaveURL(/\/login/);
    await signInByForm(page, { url: product.url, email: "ada@example.com", password: "a sentence of my own" });
    await expect(page).toHaveURL(`${product.url}/`);
    expect(complaints).toEqual([]);
  } finally {
    await product.stop();
  }
});

test("sign-in explains a wrong password, keeps the way back, and does not follow a foreign one", async ({ page }) => {
  const { url, email, password } = run();
  await page.goto(`${url}/logs/tools?status=failed`);
  await expect(page).toHaveURL(`${url}/login?next=%2Flogs%2Ftools%3Fstatus%3Dfailed`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("not this one");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Wrong email or password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expectAccessible(page);
  await page.getByLabel("Password").fill(password ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${url}/logs/tools?status=failed`);
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("failed");
  // The sign-in page sends signed-in people away.
  await page.goto(`${url}/login?next=%2Fusers`);
  await expect(page).toHaveURL(`${url}/users`);
  // An open page would notice the end of its sign-in automatically, and go to /login at the same time.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${url}/login?next=${encodeURIComponent("//elsewhere.invalid/")}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${url}/`);
});

test("a password cannot get into the address before the page's script runs", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${run().url}/login`);
  await expect(page.getByLabel("Password")).toBeDisabled();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await expect(page.locator("form")).toHaveAttribute("method", "post");
  await context.close();
});

test("an API key is shown once, asks before it is lost, works, and is refused from the moment it is revoked", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await signInByForm(page, run());
  await openPage(page, "Settings", "API keys");
  await expect(page.getByRole("heading", { name: "API keys", level: 1 })).toBeVisible();
  await chooseProject(page, PROJECT);
  await page.getByRole("button", { name: "Create API key" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await dialog.getByLabel("Name").fill("Story");
  await dialog.getByLabel("Expires").selectOption("30");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const apiKey = (await dialog.getByLabel("Key Story").textContent()) ?? "";
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog.getByText("Close without copying?")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Key Story")).toHaveText(apiKey);
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("button", { name: "Keep open" })).toBeFocused();
  await dialog.getByRole("button", { name: "Copy key" }).click();
  await expect(dialog.getByText("Close without copying?")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create API key" }).first()).toBeFocused();
  await expect(page.getByText(apiKey)).toHaveCount(0);
  const api = apiOf(run().url, apiKey);
  expect((await api.call("GET", "/toolkits?limit=1")).status).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Revoke Story" }).click();
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("row", { name: /Story/ }).getByText("Revoked").first()).toBeVisible();
  expect((await api.call("GET", "/toolkits?limit=1")).status).toBe(401);
  expect(complaints).toEqual([]);
});

test("the address of tool logs contains filters and the open log; Back and Escape close it", async ({ page }) => {
  const complaints = complaintsOf(page);
  await signInByForm(page, run());
  await chooseProject(page, PROJECT);
  await expect(page.getByRole("table", { name: "Recent calls" }).getByRole("row")).toHaveCount(1 + logIds.length);
  await openPage(page, "Logs", "Tool logs");
  const table = page.getByRole("table", { name: "Tool executions, newest first" });
  await expect(table.getByRole("row")).toHaveCount(1 + logIds.length);
  await page.getByRole("combobox", { name: "Tool", exact: true }).fill("get_item");
  await page.keyboard.press("Enter");
  await page.getByRole("searchbox", { name: "Search logs" }).fill(logIds[1] ?? "");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(`${run().url}/logs/tools?tool=get_item&search=${logIds[1]}`);
  await table.getByRole("link", { name: "HACKERNEWS_GET_ITEM_WITH_ID" }).press("Enter");
  const drawer = page.getByRole("dialog", { name: "Get item with ID" });
  await expect(drawer.getByText("The tool failed")).toBeVisible();
  await expect(drawer.getByText('"2"')).toBeVisible();
  await expect(drawer).not.toContainText("pages-secret-token");
  await expectAccessible(page);
  await page.reload();
  await expect(drawer.getByText("The tool failed")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(table.getByRole("row")).toHaveCount(1 + logIds.length);
  await page.getByRole("combobox", { name: "Status" }).selectOption("success");
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("combobox", { name: "User", exact: true }).fill("nobody");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No matching logs")).toBeVisible();
  expect(complaints).toEqual([]);
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the sign-in page is accessible and fits a phone, ${colorScheme}`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${run().url}/login`);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
}

test("the next page has a chosen theme from its first byte", async ({ page, request }) => {
  await signInByForm(page, run());
  await expect(async () => {
    // As with every menu, a first click can come before its script.
    const dark = page.getByRole("menuitemradio", { name: "Dark" });
    if (!(await dark.isVisible())) await page.getByRole("button", { name: "Theme: System" }).click();
    await dark.click({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  expect(await (await request.get(`${run().url}/`, { headers: { cookie } })).text()).toContain('data-theme="dark"');
});

test(`a page first loads at most ${mostOf("/")} kB of script, and all pages ${MAX_FONT_KB} kB of fonts`, async ({
  request,
}) => {
  const large: string[] = [];
  const fonts = new Set<string>();
  for (const path of SIZED) {
    const page = await request.get(run().url + path);
    const html = await page.text();
    const scripts = new Set(
      [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)]
        .filter(([tag]) => !/nomodule/i.test(tag))
        .map(([, src]) => src ?? ""),
    );
    if (isRead(path)) expect([...scripts]).toEqual(["/docs.js"]);
    else expect(scripts.size).toBeGreaterThan(3);
    let bytes = 0;
    for (const src of scripts) bytes += gzipSync(await (await request.get(run().url + src)).body()).length;
    for (const [, font] of (page.headers().link ?? "").matchAll(/<([^>]+\.woff2)>/g)) fonts.add(font ?? "");
    if (bytes / 1024 >= mostOf(path)) large.push(`${path}: ${(bytes / 1024).toFixed(1)} kB`);
  }
  expect(large).toEqual([]);
  let bytes = 0;
  for (const font of fonts) bytes += (await (await request.get(run().url + font)).body()).length;
  expect(fonts.size).toBeGreaterThan(0);
  expect(bytes / 1024).toBeLessThan(MAX_FONT_KB);
});
