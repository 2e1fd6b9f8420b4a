/** The tool logs as people search, export and compare them; and the playground, which starts with nobody. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig, type ToolAnswer } from "./fixtures/api";
import { complaintsOf, expectAccessible, signIn } from "./fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one, which makes its own logs
const PROJECT = `Logs ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "GITHUB_GET_A_REPOSITORY";

let upstream: Loopback;
let projectId = "";
const logIds: string[] = [];
let connect: (userId: string) => Promise<string>;

test.beforeAll(async () => {
  const { api_key: key, project_id: id } = await provision(run(), { email: run().email, project: PROJECT });
  projectId = id;
  upstream = await startLoopback((request, response) =>
    request.url?.startsWith("/repos/ada/engine")
      ? sendJson(response, 200, { id: 1, full_name: "ada/engine", topics: ["looms"] })
      : sendJson(response, 404, { message: "Not Found" }),
  );
  const api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: upstream.url },
  });
  connect = (userId) =>
    connectAccount(api, { authConfigId, userId, scheme: "BEARER_TOKEN", val: { token: "logs-secret-token" } });
  await connect("=ada");
  for (const repo of ["engine", "nothing"]) {
    const { body } = await api.call<ToolAnswer>("POST", `/tools/execute/${TOOL}`, {
      user_id: "=ada",
      version: "latest",
      arguments: { owner: "ada", repo },
    });
    logIds.push(body.log_id);
  }
});
test.afterAll(() => upstream.stop());

test.beforeEach(async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

test("search finds words of errors and paths, and the export holds what is shown", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/logs/tools`);
  const table = page.getByRole("table", { name: "Tool executions, newest first" });
  await expect(table.getByRole("row")).toHaveCount(1 + logIds.length);
  await page.getByRole("searchbox", { name: "Search logs" }).fill("repos noth");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(page).toHaveURL(`${run().url}/logs/tools?search=repos+noth`);
  const exported = async (format: RegExp) => {
    await expect(async () => {
      await page.getByRole("button", { name: "Export" }).click({ timeout: 3_000 });
      await expect(page.getByRole("menuitem", { name: format })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format }).click(),
    ]);
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), "utf8") };
  };
  const csv = await exported(/CSV/);
  expect(csv.name).toMatch(/^tool-logs-logs.*-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.split("\r\n")).toHaveLength(3);
  expect(csv.text).toContain(`${logIds[1]},`);
  expect(csv.text).toContain(",'=ada,");
  const lines = (await exported(/JSON Lines/)).text.trimEnd().split("\n");
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([logIds[1]]);
  expect(lines.join()).not.toContain("logs-secret-token");
  await page.getByRole("searchbox", { name: "Search logs" }).fill("nobody-wrote-this");
  await expect(page.getByText("No matching logs")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("filters suggest what exists, stand as chips, and are kept as a view that is renamed, deleted and restored", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/logs/tools`);
  const table = page.getByRole("table", { name: "Tool executions, newest first" });
  await expect(table.getByRole("row", { name: /Failed 404/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Toolkit", exact: true }).fill("git");
  await expect(page.getByRole("option", { name: "GitHub", exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("option", { name: "GitHub", exact: true }).click();
  await page.getByRole("combobox", { name: "Error code" }).fill("404");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${run().url}/logs/tools?toolkit=github&code=404`);
  await expect(table.getByRole("row")).toHaveCount(2);

  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Not found");
  await page.getByRole("dialog").getByRole("button", { name: "Save view" }).click();
  const views = page.getByRole("navigation", { name: "Saved views" });
  await expect(views.getByRole("link", { name: "Not found" })).toHaveAttribute("aria-current", "true");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove the filter Error code: 404" }).click();
  await expect(table.getByRole("row")).toHaveCount(1 + logIds.length);
  await views.getByRole("link", { name: "Not found" }).click();
  await expect(table.getByRole("row")).toHaveCount(2);

  const inMenu = async (name: string) => {
    await views.getByRole("button", { name: /Change the view/ }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await inMenu("Rename…");
  await page.getByRole("dialog").getByLabel("Name").fill("Lost");
  await page.getByRole("button", { name: "Rename" }).click();
  await expect(views.getByRole("link", { name: "Lost" })).toBeVisible();
  await inMenu("Delete");
  await expect(views).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(views.getByRole("link", { name: "Lost" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("Back takes the last filter off, values that do not exist are left out, and a log that is gone says so", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const home = `${run().url}/logs/tools`;
  await page.goto(`${home}?status=foo&range=1h`);
  const table = page.getByRole("table", { name: "Tool executions, newest first" });
  await expect(table.getByRole("row")).toHaveCount(1 + logIds.length);
  await expect(page.getByText("Ignored unknown filter values: Status “foo”.")).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Status" })).toHaveValue("");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page).toHaveURL(`${home}?range=1h`);

  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await expect(table.getByRole("row")).toHaveCount(2);
  await page.getByRole("searchbox", { name: "Search logs" }).pressSequentially("nothing", { delay: 90 });
  await expect(page).toHaveURL(`${home}?range=1h&status=failed&search=nothing`);
  await page.goBack();
  await expect(page).toHaveURL(`${home}?range=1h&status=failed`);
  await expect(page.getByRole("searchbox", { name: "Search logs" })).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL(`${home}?range=1h`);
  await expect(table.getByRole("row")).toHaveCount(1 + logIds.length);

  await page.goto(`${home}?open=log_nope`);
  await expect(page.getByRole("dialog").getByText("Logs in this project are kept for 30 days.")).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("two runs of a tool stand side by side with what differs", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/logs/tools?open=${logIds[0]}`);
  const drawer = page.getByRole("dialog", { name: "Get a repository" });
  await expect(drawer.getByRole("group", { name: "Timings" }).getByText("Waiting for the provider")).toBeVisible();
  await drawer.getByRole("link", { name: "Compare with" }).click();
  await page.getByRole("combobox", { name: "Second run" }).selectOption(logIds[1] ?? "");
  await expect(page).toHaveURL(`${run().url}/logs/tools/compare?a=${logIds[0]}&b=${logIds[1]}`);
  const row = page.getByRole("table", { name: "Arguments of both runs" }).getByRole("row", { name: /repo/ });
  await expect(row).toContainText("engine");
  await expect(row).toContainText("nothing");
  await expect(
    page.getByRole("table", { name: "Arguments of both runs" }).getByRole("row", { name: /owner/ }),
  ).toHaveCount(0);
  await page.getByRole("switch", { name: "Also show identical values" }).click();
  await expect(
    page.getByRole("table", { name: "Arguments of both runs" }).getByRole("row", { name: /owner/ }),
  ).toBeVisible();
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});

test("the playground chooses the only account; of two it takes none, and runs nothing before a user is chosen", async ({
  page,
}) => {
  await page.goto(`${run().url}/playground?tool=${TOOL}`);
  await expect(page.getByLabel("User id")).toHaveValue("=ada");
  await connect("zoe");
  await page.goto(`${run().url}/playground?tool=${TOOL}`);
  await expect(page.getByLabel("User id")).toHaveValue("");
  await page.getByLabel("owner", { exact: true }).fill("engine");
  await page.getByLabel("repo", { exact: true }).fill("nothing");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByLabel("User id")).toBeFocused();
  await expect(page.getByLabel("User id")).toHaveAccessibleDescription(/Select a user\./);
  await expect(page.getByText("No result yet")).toBeVisible();
  await page.getByLabel("User id").fill("=ada");
  await expect(page).toHaveURL(/user=%3Dada/);
  await page.goto(`${run().url}/playground?tool=${TOOL}&user=bob`);
  await expect(page.getByLabel("User id")).toHaveValue("bob");
});
