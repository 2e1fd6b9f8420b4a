/**
 * From a new project to the first call of an agent: the code on the home page, a key made in place, a coding agent that
 * follows the set-up prompt, and the call in the log; then the same component for a session, a key and an MCP server.
 */
import type { LLMock } from "@copilotkit/aimock";
import { expect, test, type Page } from "@playwright/test";
import { runProgram, startModel } from "./fixtures/agent-program";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible, expectContrast } from "./fixtures/browser";
import { type Emulators, startEmulators } from "./fixtures/emulators";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Connect ${process.env.TEST_WORKER_INDEX ?? ""} ${Date.now()}`;
const TOOL = "GITHUB_GET_THE_AUTHENTICATED_USER";

let emulators: Emulators;
let model: LLMock;
let api: ReturnType<typeof apiOf>;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: emulators.urls.github },
  });
  const val = { token: "connect-agent-token-9f21" };
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val });
  model = await startModel(TOOL);
});
test.afterAll(async () => {
  emulators.stop();
  await model.stop();
});

/** Follows the prompt as a coding agent in an empty repository: saves its program, and runs it with the key. */
function followPrompt(prompt: string, apiKey: string): Promise<string> {
  const code = /```typescript\n([\s\S]+?)\n```/.exec(prompt)?.[1] ?? "";
  const file = /save the program above as (\S+)\./.exec(prompt)?.[1] ?? "";
  return runProgram({ file, code }, apiKey, model);
}

/** Fits a phone, a tablet and a desk in both themes, and axe finds nothing serious. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `${name} at ${width} px`).toBeLessThanOrEqual(0);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `pages/connect-${name}-${width}-${colorScheme}`, { fullPage: true });
      if (width === 768) continue;
      await (colorScheme === "light" ? expectAccessible(page, name) : expectContrast(page, name));
    }
  }
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

test("the home page leads to the code, makes a key, hears the first call, and leads to its log", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: run().url });
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await button(page, "Show the code").click();
  await expect(page.getByText("Waiting for the first call…")).toBeVisible();
  await expect(page.getByRole("group", { name: "agent.mts" })).toContainText(`composio.create("ada")`);
  await inspect(page, "home");

  for (const [name, line] of [
    ["CrewAI", "from crewai import Agent, Crew, Task"],
    ["LangGraph", "new StateGraph(MessagesAnnotation)"],
    ["Anthropic", "new Anthropic()"],
  ] as const) {
    await tab(page, name).click();
    await expect(page.getByRole("group", { name: /^agent\./ })).toContainText(line);
  }
  await page.getByRole("radio", { name: "Python" }).click();
  await expect(page.getByRole("group", { name: "agent.py" })).toContainText("client = Anthropic()");
  await tab(page, "MCP clients").click();
  await expect(page.getByRole("link", { name: "Create MCP server" })).toBeVisible();
  await tab(page, "OpenAI Agents").click();
  await page.getByRole("radio", { name: "TypeScript" }).click();

  await button(page, "Create API key").click();
  await expect(page.getByText("Copy the key now.")).toBeVisible();
  const terminal = (await page.getByRole("group", { name: "Terminal" }).textContent()) ?? "";
  const apiKey = /PATCHBAY_API_KEY=(\S+)/.exec(terminal)?.[1] ?? "";
  expect(page.url()).not.toContain(apiKey);
  await button(page, "Copy set-up prompt").click();
  const prompt = await page.evaluate(() => navigator.clipboard.readText());
  expect(prompt).not.toContain(apiKey);

  expect(await followPrompt(prompt, apiKey)).toContain("You are octocat.");
  await expect(page.getByText("First call received")).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "First call received" })).toContainText("TypeScript SDK");
  await inspect(page, "received");
  await page.getByRole("link", { name: "View log" }).click();
  await expect(page.getByRole("dialog").getByText(TOOL).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a session has its own code and its MCP URL, and hears only its own calls", async ({ page }) => {
  const complaints = complaintsOf(page);
  const { body: session } = await api.call<{ session_id: string; mcp: { url: string } }>(
    "POST",
    "/tool_router/session",
    {
      user_id: "ada",
      toolkits: { enable: ["github"] },
    },
  );
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/sessions/${session.session_id}?tab=use`);
  await expect(page.getByRole("group", { name: "agent.mts" })).toContainText(`composio.use("${session.session_id}")`);
  await tab(page, "MCP clients").click();
  await expect(page.getByLabel("MCP URL of this session", { exact: true })).toHaveText(session.mcp.url);
  await expect(page.getByRole("group", { name: "Terminal" })).toContainText("x-api-key: $PATCHBAY_API_KEY");
  await inspect(page, "session");
  await page.waitForResponse((response) => response.url().endsWith("/logs/tool_execution"));
  await api.call("POST", `/tools/execute/${TOOL}`, { user_id: "ada", arguments: {}, version: "latest" });
  await api.call("POST", `/tool_router/session/${session.session_id}/execute`, { tool_slug: TOOL, arguments: {} });
  await expect(page.getByText("First call received")).toBeVisible();
  const log = (await page.getByRole("link", { name: "View log" }).getAttribute("href")) ?? "";
  const id = new URLSearchParams(log.split("?")[1]).get("open") ?? "";
  const { body } = await api.call<{ context: { session_id?: string } }>("GET", `/logs/tool_execution/${id}`);
  expect(body.context.session_id).toBe(session.session_id);
  expect(complaints).toEqual([]);
});

test("a new key comes with the code that uses it, and a server with the URL at which people sign in", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/api-keys?new=1`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Story");
  await dialog.getByRole("button", { name: "Create key" }).click();
  const apiKey = (await dialog.getByLabel("Key Story").textContent()) ?? "";
  await expect(dialog.getByRole("group", { name: "Terminal" })).toContainText(`PATCHBAY_API_KEY=${apiKey}`);
  await inspect(page, "key");
  await dialog.getByRole("button", { name: "Copy key" }).click();
  await page.keyboard.press("Escape");

  await page.goto(`${run().url}/mcp/new?toolkits=github&step=users`);
  await page.getByLabel("Name", { exact: true }).fill("Issue desk");
  await button(page, "Create MCP server").click();
  await expect(page.getByRole("heading", { name: "Issue desk", level: 1 })).toBeVisible();
  await expect(page.getByText("Issue desk is ready")).toBeVisible();
  const url = (await page.getByLabel("MCP server URL", { exact: true }).textContent()) ?? "";
  expect(new URL(url).search).toBe("");
  await page.getByLabel("Client", { exact: true }).selectOption("VS Code");
  await expect(page.getByRole("group", { name: "Terminal" })).toContainText("code --add-mcp");
  await page.getByLabel("Client", { exact: true }).selectOption("Codex");
  await expect(page.getByRole("group", { name: "Terminal" })).toContainText("codex mcp login issue-desk");
  await inspect(page, "server");
  await page.goto(`${run().url}/settings/api-keys?new=1`);
  await dialog.getByLabel("Name").fill("For the desk");
  await dialog.getByRole("button", { name: "Create key" }).click();
  await tab(page, "MCP clients").click();
  await expect(dialog.getByLabel("MCP server URL", { exact: true })).toHaveText(url);
  expect(complaints).toEqual([]);
});
