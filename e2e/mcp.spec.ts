/**
 * MCP servers as people make and use them: the wizard, an address that works, a call in the inspector, in the log,
 * rotated, deleted.
 */
import { expect, test, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible, expectContrast } from "./fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one, which makes its own server
const PROJECT = `MCP ${process.env.TEST_WORKER_INDEX ?? ""} ${Date.now()}`;
const READ = "GITHUB_GET_A_REPOSITORY";

let upstream: Loopback;
const questions: string[] = [];

test.beforeAll(async () => {
  const { api_key: key } = await provision(run(), { email: run().email, project: PROJECT });
  upstream = await startLoopback((request, response) => {
    // A job asks whose a new account is, at any time.
    if (request.url !== "/user") questions.push(`${request.headers.authorization} ${request.url}`);
    return sendJson(response, 200, { id: 1, full_name: "ada/engine" });
  });
  const api = apiOf(run().url, key);
  const credentials = { base_url: upstream.url };
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    name: "Engines",
    credentials,
  });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "adas-mcp-token" } });
});
test.afterAll(() => upstream.stop());

const tab = (page: Page, name: string): Promise<void> => page.getByRole("tab", { name, exact: true }).click();
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** The status of a message that the address gets from a client of no page. */
const ping = async (address: string): Promise<number> =>
  (
    await fetch(address, {
      method: "POST",
      headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" }),
    })
  ).status;

/** Fits a phone and a desk in both themes, and axe finds nothing serious. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `pages/mcp-${name}-${width}-${colorScheme}`, { fullPage: true });
      if (width === 390) continue;
      await (colorScheme === "light" ? expectAccessible(page, name) : expectContrast(page, name));
    }
  }
}

async function chooseTools(page: Page): Promise<void> {
  await page.getByRole("link", { name: "MCP servers" }).click();
  await expect(page.getByRole("heading", { name: "No MCP servers yet" })).toBeVisible();
  await page.getByRole("link", { name: "Create MCP server" }).first().click();
  await button(page, "Choose tools").click();
  await expect(page.getByRole("combobox", { name: "Toolkits" })).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Toolkits" })).toHaveAccessibleDescription("Choose a toolkit.");
  await page.getByRole("combobox", { name: "Toolkits" }).fill("hacker");
  await page.getByRole("option", { name: "Hacker News" }).click();
  await button(page, "Add GitHub").click();
  await button(page, "Choose tools").click();
  await expect(page.getByText(/^\d+ of [\d,]+ tools, ≈[\d.,k]+ tokens in context$/)).toBeVisible();
  await button(page, "None").click();
  await button(page, "Next: auth").click();
  await expect(page.getByText("Choose at least one tool.")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search tools" }).fill("get a repository");
  await page.getByRole("checkbox", { name: new RegExp(`${READ}$`) }).check();
  await expect(page.getByText(/^1 of [\d,]+ tools/)).toBeVisible();
}

test("a server is made step by step, its first address works at once, and a client gets what it needs", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await chooseTools(page);
  await inspect(page, "tools-step");
  await button(page, "Next: auth").click();
  await page.getByRole("checkbox", { name: /Engines/ }).check();
  await inspect(page, "sign-in-step");
  // The choices are there on the way back, and by the browser's own button.
  await page.goBack();
  await expect(page.getByText(/^1 of [\d,]+ tools/)).toBeVisible();
  await page.goForward();
  await button(page, "Next: users").click();
  await page.getByLabel("Name", { exact: true }).fill("x");
  await button(page, "Create MCP server").click();
  await expect(page.getByText("Use 4 to 30 letters")).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  // A reload loses nothing of what was chosen before this step.
  await page.reload();
  await page.getByLabel("Name", { exact: true }).fill("Engine desk");
  await page.getByLabel("User id").fill("ada");
  await button(page, "Create MCP server").click();
  await expect(page.getByRole("heading", { name: "Engine desk is ready" })).toBeFocused();
  const address = (await page.getByLabel("URL", { exact: true }).textContent()) ?? "";
  await button(page, "Test it").click();
  await expect(page.getByText(/^Connected: 1 tool in /)).toBeVisible();
  expect(await ping(address)).toBe(200);
  await page.getByLabel("Client", { exact: true }).selectOption("ChatGPT");
  await expect(page.getByText(/^ChatGPT cannot reach .* set PATCHBAY_PUBLIC_URL/)).toBeVisible();
  await page.getByLabel("Client", { exact: true }).selectOption("Cursor");
  await expect(page.getByRole("link", { name: "Install in Cursor" })).toHaveAttribute("href", /^cursor:\/\//);
  await expect(page.getByRole("group", { name: "~/.cursor/mcp.json" })).toContainText(address);
  await inspect(page, "made");
  await page.getByRole("link", { name: "Open MCP server" }).click();
  await expect(page.getByRole("heading", { name: "Engine desk", level: 1 })).toBeVisible();

  await tab(page, "Tools");
  await button(page, `Rename ${READ}`).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("read_engine");
  await button(page, "Save text").click();
  await expect(page.getByRole("link", { name: "read_engine" })).toBeVisible();

  await tab(page, "Inspector");
  await expect(page.getByLabel("User id")).toHaveValue("ada");
  await button(page, "List tools").click();
  await page.getByRole("list", { name: "Tools of the server" }).getByRole("button").click();
  await page.getByRole("textbox", { name: /^owner/i }).fill("ada");
  await page.getByRole("textbox", { name: /^repo/i }).fill("engine");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("Succeeded")).toBeVisible();
  await expect(page.getByRole("region", { name: "Result" })).toContainText("ada/engine");
  expect(questions).toEqual(["Bearer adas-mcp-token /repos/ada/engine"]);
  await inspect(page, "inspector");
  await page.getByLabel("User id").fill("nobody");
  await button(page, "List tools again").click();
  await page.getByRole("list", { name: "Tools of the server" }).getByRole("button").click();
  await page.getByRole("textbox", { name: /^owner/i }).fill("ada");
  await page.getByRole("textbox", { name: /^repo/i }).fill("engine");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("nobody has not connected GitHub")).toBeVisible();
  await expect(button(page, "Connect an account")).toBeVisible();

  await tab(page, "Recent calls");
  await expect(page.getByRole("row", { name: new RegExp(`${READ} Succeeded`) })).toContainText("ada");
  await page.getByRole("link", { name: "All calls" }).click();
  await expect(page).toHaveURL(/\/logs\/tools\?mcp=/);
  await expect(page.getByRole("row", { name: new RegExp(READ) })).toHaveCount(2);
  await page.goBack();

  await tab(page, "Connect");
  await expect(page.getByLabel("MCP server URL", { exact: true })).toHaveText(/\/v3\/mcp\/[\w-]+$/);
  await expect(page.getByRole("group", { name: "Terminal" })).toContainText(
    "claude mcp add --transport http engine-desk",
  );
  await inspect(page, "connect");
  await tab(page, "Signed URL for one user");
  const actions = button(page, "Actions for the URL of ada");
  await actions.click();
  await page.getByRole("menuitem", { name: "Rotate" }).click();
  await button(page, "Rotate URL").click();
  const rotated = page.getByLabel("URL", { exact: true });
  await expect(rotated).toBeVisible();
  await expect(rotated).not.toHaveText(address);
  expect([await ping(address), await ping((await rotated.textContent()) ?? "")]).toEqual([401, 200]);
  await inspect(page, "connect-signed");

  await tab(page, "Settings");
  await button(page, "Delete MCP server").click();
  const question = page.getByRole("alertdialog", { name: "Delete “Engine desk”?" });
  await question.getByLabel(/^Type/).fill("Engine desk");
  await question.getByRole("button", { name: "Delete MCP server" }).click();
  await expect(page).toHaveURL(/\/mcp$/);
  await expect(page.getByRole("heading", { name: "No MCP servers yet" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a client has its URL five clicks after the server runs", async ({ page }) => {
  await enterProject(page, run(), PROJECT);
  await page.getByRole("link", { name: "MCP servers", exact: true }).first().click();
  await page.getByRole("link", { name: "Create MCP server" }).first().click();
  await button(page, "Add GitHub").click();
  await button(page, "Create with suggested tools").click();
  const copy = page.getByRole("group", { name: "Terminal" });
  await expect(copy).toContainText("claude mcp add --transport http");
  await expect(page.getByRole("heading", { level: 1, name: "GitHub tools" })).toBeVisible();
  await expect(page.getByText(/^20 tools, /)).toBeVisible();
});
