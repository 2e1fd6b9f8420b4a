/**
 * The playground and the tool logs as people use them: form and JSON in step, running, the code to take away really
 * runs, live logs, running again.
 */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test, type Page } from "@playwright/test";
import { inRoot } from "../../scripts/paths.mjs";
import { apiOf, connectAccount, createAuthConfig, type Api } from "../fixtures/api";
import { complaintsOf, expectAccessible, signIn } from "../fixtures/browser";
import { type Emulators, GITHUB_LOGIN, GITHUB_REPO, startEmulators } from "../fixtures/emulators";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one, which makes its own logs
const PROJECT = `Playground ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "GITHUB_CREATE_AN_ISSUE";
const runFile = promisify(execFile);

let emulators: Emulators;
let api: Api;
let key = "";
let projectId = "";

test.beforeAll(async () => {
  ({ api_key: key, project_id: projectId } = await provision(run(), { email: run().email, project: PROJECT }));
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: emulators.urls.github },
  });
  await connectAccount(api, {
    authConfigId,
    userId: "ada",
    scheme: "BEARER_TOKEN",
    val: { token: "playground-secret-token" },
  });
});
test.afterAll(() => emulators.stop());

test.beforeEach(async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

/** Opens a tool with the fields of the repository filled in. */
async function openTool(page: Page, tool: string, user = "ada"): Promise<void> {
  await page.goto(`${run().url}/playground?tool=${tool}&user=${user}`);
  await page.getByLabel("owner", { exact: true }).fill(GITHUB_LOGIN);
  await page.getByLabel("repo", { exact: true }).fill(GITHUB_REPO);
}

const succeeded = (page: Page) => page.getByText("Succeeded");

test("a tool is found by words and keys, its missing arguments are told at the fields, and it runs", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/playground`);
  await page.getByRole("combobox", { name: "Search tools" }).fill("github create an issue");
  await expect(page.getByRole("option", { selected: true })).toContainText(TOOL);
  await page.getByRole("combobox", { name: "Search tools" }).press("Enter");
  await expect(page).toHaveURL(new RegExp(`tool=${TOOL}`));
  await expect(page.getByLabel("User id")).toHaveValue("ada");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByLabel("owner", { exact: true })).toBeFocused();
  await expect(page.getByText("No result yet")).toBeVisible(); // nothing was sent
  await expect(page.getByLabel("owner", { exact: true })).toHaveAccessibleDescription(/Required\./);
  await page.getByLabel("owner", { exact: true }).fill(GITHUB_LOGIN);
  await expect(page.getByLabel("owner", { exact: true })).not.toHaveAccessibleDescription(/Required\./);
  await page.getByLabel("repo", { exact: true }).fill(GITHUB_REPO);
  await page.getByRole("textbox", { name: "title" }).fill("Found by words");
  await page.getByRole("button", { name: /optional fields/ }).click();
  await page.getByRole("button", { name: "Add labels" }).click();
  await page.getByRole("button", { name: "Add to labels" }).click();
  await page.getByRole("combobox", { name: "labels 1" }).fill("bug");
  await expectAccessible(page);
  await page.keyboard.press("Control+Enter");
  await expect(succeeded(page)).toBeVisible();
  await expect(page.getByRole("region", { name: "Response" })).toContainText("Found by words");
  await expect(page.getByRole("group", { name: "Timings" })).toContainText("Waiting for the provider");
  expect(complaints).toEqual([]);
});

test("a repository is chosen from those of the account, fills its owner too, and any other text can be typed", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/playground?tool=${TOOL}&user=ada`);
  await page.getByRole("button", { name: "Choose repo" }).click();
  const values = page.getByRole("listbox", { name: "Values of repo" });
  await expect(values.getByRole("option").first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.getByLabel("repo", { exact: true }).fill(GITHUB_REPO.slice(0, 3));
  await values.getByRole("option", { name: new RegExp(GITHUB_REPO) }).click();
  await expect(page.getByLabel("repo", { exact: true })).toHaveValue(GITHUB_REPO);
  await expect(page.getByLabel("owner", { exact: true })).toHaveValue(GITHUB_LOGIN);
  await page.getByLabel("repo", { exact: true }).fill("another");
  await expect(page.getByLabel("repo", { exact: true })).toHaveValue("another");
  await page.getByRole("button", { name: "Another type of title" }).click();
  await expect(page.getByLabel("Kind of title")).toBeVisible();
  expect(complaints).toEqual([]);
});

/** An editor can close brackets and quotes automatically; the text behind the caret is not ours. */
async function dropWhatTheEditorClosed(page: Page): Promise<void> {
  await page.keyboard.press("Control+Shift+End");
  await page.keyboard.press("Delete");
}

test("form and JSON are one value, the editor knows the schema, and Tab leaves it", async ({ page }) => {
  const complaints = complaintsOf(page);
  await openTool(page, TOOL);
  await page.getByRole("radio", { name: "JSON" }).click();
  const editor = page.locator(".monaco-editor");
  await expect(editor).toContainText(GITHUB_REPO);
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(`{"owner": "${GITHUB_LOGIN}", "repo": "${GITHUB_REPO}", "title": 7, "asignees": []}`);
  await dropWhatTheEditorClosed(page);
  await expect(page.locator(".squiggly-warning")).not.toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press("Tab");
  await expect(editor.locator("textarea, [role=textbox]").first()).not.toBeFocused();
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByText(/asignees is not an argument/)).toBeVisible();
  await page.getByRole("radio", { name: "Form" }).click();
  await expect(page.getByLabel("Kind of title")).toHaveValue("1");
  await expect(page.getByRole("textbox", { name: "title" })).toHaveValue("7");
  await page.getByRole("textbox", { name: "title" }).fill("8");
  await page.getByRole("radio", { name: "JSON" }).click();
  await expect(editor).toContainText('"title": 8');
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText("{");
  await dropWhatTheEditorClosed(page);
  await expect(page.getByText(/This is not valid JSON/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Run tool" })).toBeDisabled();
  await page.getByRole("radio", { name: "Form" }).click();
  await page.getByRole("button", { name: "Restore last valid JSON" }).click();
  await expect(page.getByRole("textbox", { name: "title" })).toHaveValue("8");
  expect(complaints).toEqual([]);
});

test("the code of a call runs as it stands and brings the same data", async ({ page }) => {
  await openTool(page, "GITHUB_GET_A_REPOSITORY");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(succeeded(page)).toBeVisible();
  const snippet = async (language: string): Promise<string> => {
    await page.getByRole("tab", { name: "Code" }).click();
    await page.getByRole("radio", { name: language }).click();
    return (await page.getByRole("group", { name: language, exact: true }).textContent()) ?? "";
  };
  const [curl, typescript, python, mcp] = [
    await snippet("curl"),
    await snippet("TypeScript"),
    await snippet("Python"),
    await snippet("MCP"),
  ];
  // next to the packages, so that Node finds the SDK
  mkdirSync(inRoot("test-results"), { recursive: true });
  const folder = mkdtempSync(path.join(inRoot("test-results"), "snippets-"));
  const outside = mkdtempSync(path.join(tmpdir(), "patchbay-snippets-"));
  try {
    const env = { ...process.env, PATCHBAY_API_KEY: key, TELEMETRY_DISABLED: "true" };
    const expected = { name: GITHUB_REPO, owner: { login: GITHUB_LOGIN } };
    const byCurl = JSON.parse((await runFile("/bin/sh", ["-c", curl], { env })).stdout) as {
      successful: boolean;
      data: unknown;
    };
    expect(byCurl).toMatchObject({ successful: true, data: expected });
    // what is printed as JSON; no types, so Node runs it
    const printed = async (file: string, code: string): Promise<unknown> => {
      const script = path.join(folder, file);
      writeFileSync(script, code.replace(/console\.log\((.*)\);\s*$/, "console.log(JSON.stringify($1));"));
      const lines = (await runFile(process.execPath, [script], { env })).stdout.trim().split("\n");
      // the SDK can print notes of its own in addition
      return JSON.parse(lines.find((line) => line.startsWith("{")) ?? "");
    };
    expect(await printed("snippet.mjs", typescript)).toEqual(byCurl.data);
    // twice: the second run finds the first one's server
    for (const file of ["mcp.mjs", "mcp-again.mjs"])
      expect(await printed(file, mcp)).toMatchObject({ successful: true, data: byCurl.data });
    // Python is checked for its grammar alone: its SDK is not among the packages here
    const pythonScript = path.join(outside, "snippet.py");
    writeFileSync(pythonScript, python);
    await runFile("python3", ["-m", "py_compile", pythonScript]);
    expect(python).toContain("from composio import Composio");
  } finally {
    rmSync(folder, { recursive: true, force: true });
    rmSync(outside, { recursive: true, force: true });
  }
});

test("a list is shown as a table, a user without an account is led to one, the arguments come back without secrets", async ({
  page,
}) => {
  await api.call("POST", `/tools/execute/${TOOL}`, {
    user_id: "ada",
    version: "latest",
    arguments: { owner: GITHUB_LOGIN, repo: GITHUB_REPO, title: "A row of the table" },
  });
  await openTool(page, "GITHUB_LIST_REPOSITORY_ISSUES");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByRole("region", { name: "Recent runs" }).getByRole("button")).toHaveCount(1);
  await page.getByRole("radio", { name: "Table" }).click();
  await expect(page.getByRole("cell", { name: "A row of the table" })).toBeVisible();
  await page.getByLabel("repo", { exact: true }).fill("typed-and-not-run");
  await page.reload();
  await expect(page.getByLabel("owner", { exact: true })).toHaveValue(GITHUB_LOGIN);
  await expect(page.getByLabel("repo", { exact: true })).toHaveValue("typed-and-not-run");
  const shared = new URLSearchParams({
    tool: "GITHUB_GET_A_REPOSITORY",
    arguments: JSON.stringify({ owner: "shared", repo: "by-link" }),
  }).toString();
  await page.goto(`${run().url}/playground?tool=GITHUB_GET_A_REPOSITORY&user=ada#${shared}`);
  await expect(page.getByLabel("repo", { exact: true })).toHaveValue("by-link");
  await expect(page).not.toHaveURL(/#/);
  await page.goto(`${run().url}/playground?tool=GITHUB_GET_A_REPOSITORY&user=nobody`);
  await expect(page.getByText("No active GitHub account of nobody.")).toBeVisible();
  await openTool(page, "GITHUB_GET_A_REPOSITORY", "nobody");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByText("nobody has not connected GitHub")).toBeVisible();
  await page.getByRole("button", { name: "Connect an account" }).last().click();
  await expect(page.getByRole("dialog", { name: "Connect an account" })).toBeVisible();
});

test("logs appear as they happen, are walked by keys, and run again with their arguments", async ({ page }) => {
  await page.goto(`${run().url}/logs/tools?user=live`);
  await expect(page.getByText("No matching logs")).toBeVisible();
  await page.getByRole("switch", { name: "Live" }).click();
  await expect(page).toHaveURL(/live=1/);
  await expect(page.getByRole("switch", { name: "Live", exact: true })).toBeChecked();
  const table = page.getByRole("table", { name: "Tool executions, newest first" });
  for (const repo of ["first", "second"]) {
    await api.call("POST", "/tools/execute/GITHUB_GET_A_REPOSITORY", {
      user_id: "live",
      version: "latest",
      arguments: { owner: GITHUB_LOGIN, repo },
    });
    await expect(table.getByRole("row")).toHaveCount(repo === "first" ? 2 : 3);
  }
  const links = table.getByRole("link", { name: "GITHUB_GET_A_REPOSITORY" });
  await links.first().focus();
  await page.keyboard.press("ArrowDown");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "Get a repository" });
  await expect(drawer.getByText('"second"')).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await expect(drawer.getByText('"first"')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole("link", { name: "Run again" }).click();
  await expect(page.getByLabel("repo", { exact: true })).toHaveValue("first");
  await expect(page.getByLabel("User id")).toHaveValue("live");
});

test("a tool with two hundred fields opens and takes keys without lag, and everything fits a phone", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/playground?tool=TWILIO_CREATE_STREAM`);
  await page.getByRole("button", { name: /Show \d+ optional fields/ }).click();
  expect(await page.locator("[data-field]").count()).toBeGreaterThan(200);
  await page.getByRole("searchbox", { name: "Filter optional fields" }).fill("status");
  expect(await page.locator("[data-field]").count()).toBeLessThan(20);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await openTool(page, TOOL);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      `${width} px`,
    ).toBeLessThanOrEqual(0);
  }
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
