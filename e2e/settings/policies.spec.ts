/** Policies in the browser: created in words, obeyed by calls, switched, ordered and deleted. */
import { expect, test, type Locator, type Page } from "@playwright/test";
import { apiOf, type Api, type ToolAnswer } from "../fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "../fixtures/browser";
import { sendJson, startLoopback, type Loopback } from "../fixtures/loopback";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Policies ${process.env.TEST_WORKER_INDEX ?? ""}`;
let upstream: Loopback;
let api: Api;

test.beforeAll(async () => {
  upstream = await startLoopback((_, response) => sendJson(response, 200, { id: 1 }));
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
});

const callOf = (item: string) =>
  api.call<ToolAnswer & { error: unknown }>("POST", "/tools/execute/HACKERNEWS_GET_ITEM_WITH_ID", {
    user_id: "ada",
    arguments: { item_id: item },
    custom_auth_params: { base_url: upstream.url },
  });

async function chooseTool(window: Locator, slug: string): Promise<void> {
  await window.getByRole("combobox", { name: "Tools", exact: true }).fill(slug);
  await window.getByRole("option").filter({ hasText: slug }).first().click();
  await expect(window.getByRole("button", { name: `Remove ${slug}` })).toBeVisible();
}

async function create(page: Page, name: string, fill: () => Promise<void>): Promise<void> {
  await page.getByRole("button", { name: "Create policy" }).first().click();
  const window = page.getByRole("dialog", { name: "Create policy" });
  await window.getByLabel("Name").fill(name);
  await fill();
  await window.getByRole("button", { name: "Create policy" }).click();
  await expect(window).toHaveCount(0);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toBeVisible();
}

test("a policy is created in words and holds from then on, until it is switched off", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/policies`);
  await expect(page.getByRole("heading", { name: "No policies yet" })).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "policies-empty");
  await page.getByRole("button", { name: "Create policy" }).first().click();
  const window = page.getByRole("dialog", { name: "Create policy" });
  await window.getByRole("button", { name: "Create policy" }).click();
  await expect(window.getByText("Enter a name.")).toBeVisible();
  await window.getByRole("button", { name: "Cancel" }).click();
  await create(page, "No item 7", async () => {
    await chooseTool(window, "HACKERNEWS_GET_ITEM_WITH_ID");
    await window.getByRole("button", { name: "Add a condition on arguments" }).click();
    await window.getByLabel("Field 1").fill("item_id");
    await window.getByLabel("Value 1").fill("7");
    await window.getByLabel(/^Reason/).fill("Item 7 is ours.");
    await expectAccessible(page);
    await takePicture(page, "policies-form");
  });
  expect((await callOf("6")).status).toBe(200);
  const denied = await callOf("7");
  expect([denied.status, JSON.stringify(denied.body)]).toEqual([403, expect.stringContaining("Item 7 is ours.")]);
  const turn = page.getByRole("switch", { name: "No item 7 applies" });
  await turn.click();
  await expect(turn).toHaveAttribute("aria-checked", "false");
  expect((await callOf("7")).status).toBe(200);
  expect(complaints).toEqual([]);
});

test("a policy is tried on past calls before it is created", async ({ page }) => {
  const complaints = complaintsOf(page);
  await Promise.all(["8", "9"].map(callOf));
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/policies`);
  await page.getByRole("button", { name: "Create policy" }).first().click();
  const window = page.getByRole("dialog", { name: "Create policy" });
  await chooseTool(window, "HACKERNEWS_GET_ITEM_WITH_ID");
  await window.getByRole("button", { name: "Add a condition on arguments" }).click();
  await window.getByRole("button", { name: "Try on the last 7 days" }).click();
  await expect(window.getByText("Enter a field.")).toBeVisible();
  await window.getByLabel("Field 1").fill("item_id");
  await window.getByLabel("Value 1").fill("8");
  await window.getByRole("button", { name: "Try on the last 7 days" }).click();
  await expect(window.getByText(/^It applies to 1 of /)).toBeVisible();
  await expect(window.getByText("Denied: 1")).toBeVisible();
  await expect(window.getByRole("link", { name: "HACKERNEWS_GET_ITEM_WITH_ID" })).toHaveCount(1);
  await expectAccessible(page);
  await takePicture(page, "policies-tried");
  await window.getByLabel("Value 1").fill("10");
  await expect(window.getByText(/^It applies to/)).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test("a webhook for every call is set up, blocks without a response, and is changed, rotated and deleted", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/policies`);
  await page.getByRole("button", { name: "Set up webhook" }).click();
  const window = page.getByRole("dialog");
  await window.getByRole("button", { name: "Save webhook" }).click();
  await expect(window.getByText("Enter a URL.")).toBeVisible();
  // The loopback responds, but with no verdict.
  await window.getByLabel("URL").fill(upstream.url);
  await window.getByLabel("Time limit in seconds").fill("2");
  await expectAccessible(page);
  await takePicture(page, "tool-webhook-form");
  await window.getByRole("button", { name: "Save webhook" }).click();
  const secret = window.getByLabel("Signing secret", { exact: true });
  await expect(secret).toBeVisible();
  const first = await secret.textContent();
  await expectAccessible(page);
  await window.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("Block the call")).toBeVisible();
  // Every copy of the server knows it within a second.
  await expect(async () => expect((await callOf("5")).body.successful).not.toBe(true)).toPass();
  await page.getByRole("button", { name: "Change webhook" }).click();
  await window.getByLabel("Without a valid response").selectOption("Let the call run");
  await window.getByRole("button", { name: "Save webhook" }).click();
  await expect(window).toHaveCount(0);
  await expect(page.getByText("Let the call run")).toBeVisible();
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await takePicture(page, `tool-webhook-${width}`);
  }
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
  await expect(secret).toBeVisible();
  expect(await secret.textContent()).not.toBe(first);
  await window.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByText("Off: policies alone decide.")).toBeVisible();
  await expect(async () => expect((await callOf("5")).status).toBe(200)).toPass();
  expect(complaints).toEqual([]);
});

test("policies are changed, moved and deleted", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/policies`);
  const window = page.getByRole("dialog");
  await create(page, "Slow down", async () => {
    await window.getByLabel("What happens").selectOption("Limit calls");
    await window.getByLabel("Calls", { exact: true }).fill("5");
    await window.getByLabel("Counted for").selectOption("each user");
  });
  await create(page, "Hide pay", async () => {
    await window.getByLabel("What happens").selectOption("Replace parts of the response");
    await window.getByLabel("Fields").fill("**.salary");
  });
  await expectAccessible(page);
  await takePicture(page, "policies");
  const rows = page.getByRole("row").filter({ hasText: /Slow down|Hide pay/ });
  await page.getByRole("button", { name: "Move Hide pay up" }).click();
  await expect(rows.first()).toContainText("Hide pay");
  await page.getByRole("button", { name: "Change Slow down" }).click();
  await expect(window.getByLabel("Calls", { exact: true })).toHaveValue("5");
  await window.getByLabel("Name").fill("Slower");
  await window.getByRole("button", { name: "Save policy" }).click();
  await expect(page.getByRole("row", { name: /Slower/ })).toContainText("5 calls per minute for each user");
  await page.getByRole("button", { name: "Delete Slower" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete policy" }).click();
  await expect(page.getByRole("row", { name: /Slower/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Create budget" }).click();
  await window.getByLabel("Name").fill("Calls of all");
  await window.getByLabel("Calls", { exact: true }).fill("4");
  await window.getByRole("button", { name: "Create budget" }).click();
  await expect(window).toHaveCount(0);
  const budgets = page.getByRole("region", { name: "Budgets" });
  await expect(budgets.getByRole("row", { name: /Calls of all/ })).toContainText("0 of 4 calls");
  await callOf("5");
  await expect(async () => {
    await page.reload();
    await expect(budgets.getByRole("row", { name: /Calls of all/ })).toContainText("1 of 4 calls");
  }).toPass();
  await expectAccessible(page);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await takePicture(page, `budgets-${width}`, { fullPage: true });
  }
  await page.getByRole("button", { name: "Change budget Calls of all" }).click();
  await window.getByLabel("Per").selectOption("day (UTC), in tokens");
  await takePicture(page, "budget-of-tokens");
  await window.getByRole("button", { name: "Save budget" }).click();
  await expect(budgets.getByRole("row", { name: /Calls of all/ })).toContainText("0 of 4 tokens");
  await page.getByRole("button", { name: "Delete budget Calls of all" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete policy" }).click();
  await expect(budgets.getByText("No budgets: calls per day aren’t limited.")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a policy of the organization holds in a project, which cannot switch it off", async ({ page }) => {
  // No other story asks for it: the policy holds for their calls too.
  const ITEM = "987654";
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/policies`);
  const section = page.getByRole("region", { name: "Organization" });
  await section.getByRole("button", { name: "Create organization policy" }).click();
  const window = page.getByRole("dialog", { name: "Create organization policy" });
  const name = `${PROJECT}: no item 987654`;
  await window.getByLabel("Name").fill(name);
  await chooseTool(window, "HACKERNEWS_GET_ITEM_WITH_ID");
  await window.getByRole("button", { name: "Add a condition on arguments" }).click();
  await window.getByLabel("Field 1").fill("item_id");
  await window.getByLabel("Value 1").fill(ITEM);
  await window.getByRole("button", { name: "Create policy" }).click();
  await expect(section.getByRole("row", { name: new RegExp(name) })).toBeVisible();
  await expectAccessible(page);
  await takePicture(page, "policies-of-organization");
  const denied = await callOf(ITEM);
  expect([denied.status, JSON.stringify(denied.body)]).toEqual([
    403,
    expect.stringContaining("owner of the organization"),
  ]);
  await section.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete policy" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(section.getByRole("row", { name: new RegExp(name) })).toHaveCount(0);
  expect((await callOf(ITEM)).status).toBe(200);
  expect(complaints).toEqual([]);
});
