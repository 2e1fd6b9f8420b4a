/**
 * The notebook as people use it: a plot, a file, a tool, a result to take away; and the sandbox that was stopped
 * meanwhile.
 */
import { readFileSync } from "node:fs";
import { expect, test, type Page } from "@playwright/test";
import { type Api, apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { complaintsOf, expectAccessible, expectContrast, signIn } from "../fixtures/browser";
import { type Loopback, sendJson, startLoopback } from "../fixtures/loopback";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Notebook ${process.env.TEST_WORKER_INDEX ?? ""}`;
const SALES = "who,sold\nAda,41\nGrace,43\n";
const TOOL = "GITHUB_GET_A_REPOSITORY";

let upstream: Loopback;
let projectId = "";
let api: Api;

test.beforeAll(async () => {
  const provisioned = await provision(run(), { email: run().email, project: PROJECT });
  projectId = provisioned.project_id;
  upstream = await startLoopback((_, response) => sendJson(response, 200, { id: 1, full_name: "ada/engine" }));
  api = apiOf(run().url, provisioned.api_key);
  const credentials = { base_url: upstream.url };
  const authConfigId = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN", credentials });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "notebook-token" } });
});
test.afterAll(() => upstream.stop());

type Health = { workbench: string; workbench_problems: string[] };

/** The reasons why sandboxes cannot run here; empty if they run. */
async function findProblems(): Promise<string> {
  let health: Health | undefined;
  await expect
    .poll(
      async () => {
        health = (await (await fetch(`${run().url}/api/health`)).json()) as Health;
        return health.workbench === "available" || !health.workbench_problems.join().includes("still finding out");
      },
      { timeout: 120_000 },
    )
    .toBe(true);
  return health?.workbench_problems.join(" ") ?? "";
}

const cell = (page: Page, number: number) => page.getByRole("region", { name: new RegExp(`cell ${number}$`) });

/** Writes into the cell whose editor has the focus, in the place of what it holds. */
async function write(page: Page, number: number, code: string): Promise<void> {
  await cell(page, number).locator(".view-lines").first().click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.insertText(code);
  await page.keyboard.press("Control+Enter");
}

async function takeDownload(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
}

async function lookAt(page: Page, name: string): Promise<void> {
  for (const [width, theme] of [
    [1440, "light"],
    [768, "light"],
    [390, "light"],
    [390, "dark"],
    [1440, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `${name} is too wide at ${width} px`).toBeLessThanOrEqual(0);
    await takePicture(page, `notebook/${name}-${width}-${theme}`, { fullPage: true });
  }
  await expectContrast(page, name);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page, name);
}

test("a person plots, reads a file, calls a tool, and takes the result and the notebook away", async ({ page }) => {
  const problems = await findProblems();
  test.skip(problems !== "", `not run: sandboxes. ${problems}`);
  const complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
  await page.goto(`${run().url}/notebooks`);
  await page.getByRole("button", { name: "Create notebook" }).first().click();
  await page.getByLabel("Name of the notebook").fill("Sales");

  await page.getByRole("button", { name: "Session", exact: true }).click();
  await page.getByLabel("User id").fill("ada");
  await page.getByRole("button", { name: "Use", exact: true }).click();

  await write(page, 1, "import matplotlib.pyplot as plt\nplt.plot([1, 3, 2])\nplt.show()");
  await expect(cell(page, 1).getByRole("img", { name: "Picture of cell 1" })).toBeVisible({ timeout: 90_000 });

  await page.getByLabel("Files to upload").setInputFiles({
    name: "sales.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(SALES),
  });
  await page.getByRole("button", { name: "Read sales.csv in a cell" }).click();
  await expect(cell(page, 2)).toContainText("read_csv");
  await page.keyboard.press("Control+Enter");
  await expect(cell(page, 2).getByRole("cell", { name: "Grace" })).toBeVisible();

  await page.getByRole("tab", { name: "Insert" }).click();
  await page.getByRole("combobox", { name: "Search tools" }).fill(TOOL);
  await page
    .getByRole("option", { name: new RegExp(TOOL) })
    .first()
    .click();
  await expect(cell(page, 3)).toContainText("run_composio_tool");
  await write(
    page,
    3,
    `result, error = run_composio_tool("${TOOL}", {"owner": "ada", "repo": "engine"})\nprint(error or ` +
      `result["data"])\ndata.to_csv("/mnt/files/result.csv")`,
  );
  await expect(cell(page, 3).getByRole("link", { name: TOOL })).toBeVisible();
  await expect(cell(page, 3).getByRole("group", { name: "Text" })).toContainText("ada/engine");

  await page.getByRole("tab", { name: "Files" }).click();
  const result = await takeDownload(page, () => page.getByRole("button", { name: "Download result.csv" }).click());
  expect([result.name, result.text]).toEqual(["result.csv", expect.stringContaining("1,Grace,43")]);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  const book = await takeDownload(page, () => page.getByRole("menuitem", { name: /ipynb/ }).click());
  expect([book.name, (JSON.parse(book.text) as { cells: unknown[] }).cells.length]).toEqual(["Sales.ipynb", 3]);
  await lookAt(page, "notebook");

  const { body } = await api.call<{ items: { user_id: string }[] }>("GET", "/internal/patchbay/sandboxes");
  expect(body.items).toMatchObject([{ user_id: "ada" }]);
  const place = page.url();
  await page.goto(`${run().url}/settings/sandboxes`);
  await expect(page.getByRole("link", { name: "ada" })).toBeVisible();
  await lookAt(page, "sandboxes");
  await page.getByRole("button", { name: "Stop the sandbox of ada" }).click();
  await page.getByRole("button", { name: "Stop sandbox", exact: true }).click();
  await expect(page.getByText("No running sandboxes")).toBeVisible();
  await page.goto(place);
  await expect(page.getByText(/Variables? lost: .*result/)).toBeVisible();
  expect(complaints).toEqual([]);
});

/** As code that tried to get out leaves them; the server of this run has no way out that could be tried. */
const BLOCKED = [
  { host: "pypi.example.com", port: 443, tries: 12 },
  { host: `${"a-very-long-part-of-a-name.".repeat(6)}example.com`, port: 8443, tries: 1 },
  { host: "169.254.169.254", port: 80, tries: 3 },
].map((row) => ({
  ...row,
  session_id: "trs_of_a_test",
  reason: `${row.host}:${row.port} is not among the hosts that this project allows its code.`,
  last_at: "2026-11-01T10:00:00.000Z",
}));

test("an owner lists the hosts that code may reach, by hand and out of what was blocked", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
  await page.route("**/patchbay/workbench/egress", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), blocked: BLOCKED } });
  });
  await page.goto(`${run().url}/settings/sandboxes`);
  await page.getByRole("tab", { name: "Allowed hosts" }).click();
  await expect(page.getByText("Code has no network access on this server")).toBeVisible();
  const hosts = page.getByRole("textbox", { name: "Allowed hosts" });
  await hosts.fill("api.example.com\nhttps://x.example.com/");
  await page.getByRole("button", { name: "Save hosts" }).click();
  await expect(page.getByText("“https://x.example.com/” must be a host such as")).toBeVisible();
  await lookAt(page, "hosts");
  await hosts.fill("API.example.com");
  await expect(page.getByRole("button", { name: /^Add 169/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Add pypi.example.com to the list" }).click();
  await page.getByRole("button", { name: "Save hosts" }).click();
  await expect(page.getByText("Code can reach 2 entries on the list")).toBeVisible();
  await page.reload();
  await expect(hosts).toHaveValue("api.example.com\npypi.example.com");
  expect(complaints).toEqual([]);
});
