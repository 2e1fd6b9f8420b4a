/** The panel of a log next to its list: its address, keys and copies; and the columns of the list. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig, type ToolAnswer } from "../fixtures/api";
import { complaintsOf, expectAccessible, signIn } from "../fixtures/browser";
import { look } from "../fixtures/look";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one, which makes its own logs
const PROJECT = `Log drawer ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "GITHUB_GET_A_REPOSITORY";
const REPOS = ["engine", "it's $HOME", "nothing"];

let upstream: Loopback;
let projectId = "";
let key = "";
/** In the order of `REPOS`. */
const logIds: string[] = [];

test.beforeAll(async () => {
  ({ api_key: key, project_id: projectId } = await provision(run(), { email: run().email, project: PROJECT }));
  upstream = await startLoopback((request, response) =>
    request.url?.includes("nothing")
      ? sendJson(response, 404, { message: "Not Found" })
      : sendJson(response, 200, { id: 1, full_name: "ada/engine", topics: ["looms"], private: false }),
  );
  const api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: upstream.url },
  });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "drawer-secret" } });
  for (const repo of REPOS) {
    const { body } = await api.call<ToolAnswer>("POST", `/tools/execute/${TOOL}`, {
      user_id: "ada",
      version: "latest",
      arguments: { owner: "ada", repo },
    });
    logIds.push(body.log_id);
  }
});
test.afterAll(() => upstream.stop());

test.beforeEach(async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

const openLog = (index: number): RegExp => new RegExp(`[?&]open=${logIds[index]}$`);
const panelOf = (page: Page) => page.getByRole("dialog", { name: "Get a repository" });
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

test("a log opens beside the list, which stays usable; j and k walk it, Escape returns to its row", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/logs/tools`);
  const rows = page.getByRole("table", { name: "Tool executions, newest first" }).locator("tbody tr");
  await expect(rows).toHaveCount(REPOS.length);
  await expect(page.getByRole("status").filter({ hasText: "3 calls" })).toBeVisible();
  await rows.nth(0).getByRole("link", { name: TOOL }).click();
  await expect(page).toHaveURL(openLog(2));
  const panel = panelOf(page);
  await expect(panel.getByRole("region", { name: "Request" })).toContainText("nothing");
  await expect(rows.nth(0)).toHaveAttribute("aria-current", "true");

  await rows.nth(2).getByRole("link", { name: TOOL }).click();
  await expect(page).toHaveURL(openLog(0));
  await expect(panel.getByRole("region", { name: "Response" })).toContainText("ada/engine");
  await expect(rows.nth(2)).toHaveAttribute("aria-current", "true");
  await expect(panel.getByRole("button", { name: "Older log" })).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("k");
  await expect(page).toHaveURL(openLog(1));
  await expect(rows.nth(1).getByRole("link", { name: TOOL })).toBeFocused();
  await page.keyboard.press("k");
  await expect(page).toHaveURL(openLog(2));
  await page.keyboard.press("k");
  await page.keyboard.press("j");
  await expect(page).toHaveURL(openLog(1));
  // a key pressed right after a click on a row moves from that row
  await rows.nth(0).getByRole("link", { name: TOOL }).click();
  await page.keyboard.press("j");
  await expect(page).toHaveURL(openLog(1));
  await panel.getByRole("button", { name: "Older log" }).click();
  await expect(page).toHaveURL(openLog(0));
  await expect(panel.getByRole("button", { name: "Older log" })).toHaveAttribute("aria-disabled", "true");

  await page.getByRole("searchbox", { name: "Search logs" }).press("j");
  await expect(page).toHaveURL(/search=j/);
  await page.getByRole("searchbox", { name: "Search logs" }).fill("");
  await expect(page).toHaveURL(openLog(0));
  await page.reload();
  await expect(panel.getByRole("region", { name: "Response" })).toContainText("ada/engine");
  await expect(rows.nth(2)).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(rows.nth(2).getByRole("link", { name: TOOL })).toBeFocused();
  await expect(page).not.toHaveURL(/open=/);
  expect(complaints).toEqual([]);
});

test("the open panel covers neither the pages of the section nor a banner", async ({ page }) => {
  await page.goto(`${run().url}/logs/tools?open=${logIds[0]}`);
  await expect(panelOf(page).getByRole("region", { name: "Response" })).toContainText("ada/engine");
  await page.context().setOffline(true);
  const banner = page.getByRole("alert", { name: "Offline" });
  await expect(banner).toBeVisible();
  for (const above of [banner, page.getByRole("navigation", { name: "Pages of Logs" })]) {
    const edge = (await panelOf(page).boundingBox())?.x ?? 0;
    const box = await above.boundingBox();
    expect((box?.x ?? edge) + (box?.width ?? edge)).toBeLessThanOrEqual(edge);
  }
  await page.context().setOffline(false);
});

test("a log is copied as a link and as code that runs with the key of the environment", async ({ page }) => {
  await page.goto(`${run().url}/logs/tools?open=${logIds[1]}`);
  const panel = panelOf(page);
  const copy = async (name: string) => {
    await panel.getByRole("button", { name: "Copy this log" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
    await expect(page.getByText(/^Copied /).last()).toBeVisible();
  };
  await copy("Link");
  await expect.poll(() => copied(page)).toBe(`${run().url}/logs/tools?open=${logIds[1]}`);
  await copy("As Python");
  await expect.poll(() => copied(page)).toContain(`os.environ["PATCHBAY_API_KEY"]`);
  await copy("As curl");
  await expect.poll(() => copied(page)).toContain("$PATCHBAY_API_KEY");
  const command = await copied(page);
  expect(command).not.toContain(key);
  const env = { ...process.env, PATCHBAY_API_KEY: key };
  const { stdout } = await promisify(execFile)("sh", ["-c", command.replace(/^curl/, "curl -s")], { env });
  expect(JSON.parse(stdout)).toMatchObject({ successful: true, data: { full_name: "ada/engine" } });
  await page.goto(`${run().url}/logs/tools?status=failed&key=${encodeURIComponent("no-key")}`);
  await expect(page.getByText("No matching logs")).toBeVisible();
});

test("columns are chosen, widened by keys, sorted, and remembered", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/logs/tools`);
  const table = page.getByRole("table", { name: "Tool executions, newest first" });
  await expect(table.locator("tbody tr").first()).toBeVisible();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "Account", exact: true }).click();
  await page.getByRole("menuitemcheckbox", { name: "API key", exact: true }).click();
  await expectAccessible(page, "columns");
  await page.keyboard.press("Escape");
  const edge = table.getByRole("separator", { name: "Width of the column User" });
  await edge.press("ArrowRight");
  const width = await edge.getAttribute("aria-valuenow");
  await page.reload();
  await expect(table.getByRole("columnheader", { name: "API key" })).toBeVisible();
  await expect(table.getByRole("columnheader", { name: "Account", exact: true })).toHaveCount(0);
  await expect(edge).toHaveAttribute("aria-valuenow", width ?? "");
  await table.getByRole("button", { name: "When" }).click();
  await expect(page).toHaveURL(/order=oldest/);
  const oldest = page.getByRole("table", { name: "Tool executions, oldest first" });
  await oldest.locator("tbody tr").first().getByRole("link", { name: TOOL }).click();
  await expect(page).toHaveURL(openLog(0));
  expect(complaints).toEqual([]);
});

test("the panel fits every width in both themes, without findings", async ({ page }) => {
  test.setTimeout(240_000);
  await page.goto(`${run().url}/logs/tools?open=${logIds[2]}`);
  await expect(panelOf(page).getByRole("region", { name: "Request" })).toBeVisible();
  await look(page, "log-drawer");
});
