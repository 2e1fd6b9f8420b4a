/** Usage in a browser: ranges, chart by keyboard, tables, top errors with their logs, export; and the same on Home. */
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { apiOf, type ToolAnswer } from "./fixtures/api";
import { complaintsOf, enterProject } from "./fixtures/browser";
import { look } from "./fixtures/look";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Usage ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TOOL = "HACKERNEWS_GET_ITEM_WITH_ID";
let upstream: Loopback;

test.beforeAll(async () => {
  const { api_key: key } = await provision(run(), { email: run().email, project: PROJECT });
  upstream = await startLoopback((request, response) =>
    sendJson(response, request.url?.includes("/1") ? 404 : 200, { message: "Not Found" }),
  );
  const api = apiOf(run().url, key);
  for (let n = 0; n < 12; n++)
    await api.call<ToolAnswer>("POST", `/tools/execute/${TOOL}`, {
      user_id: `user-${n % 3}`,
      arguments: { id: n % 4 === 0 ? 1 : 2 },
      custom_auth_params: { base_url: upstream.url },
    });
});
test.afterAll(() => upstream.stop());

test("usage is read by range, kind and error, by keyboard too, and exported", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/usage`);
  const figures = page.getByLabel(/^Totals for the last 24 hours/);
  await expect(figures).toContainText("12");
  const chart = page.getByRole("slider", { name: /^Calls over time. 12 calls/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /calls, \d+ failed, p50/);
  await page.keyboard.press("Home");
  await expect(chart).toHaveAttribute("aria-valuenow", "0");
  await page.getByRole("button", { name: "Show as a table" }).click();
  await expect(page.getByRole("table", { name: "Calls over time, newest first" })).toBeVisible();
  await page.getByRole("radio", { name: "Duration" }).click();
  await look(page, "usage/duration");
  await page.getByRole("radio", { name: "Calls" }).click();
  await page.getByRole("radio", { name: "90 d" }).click();
  await expect(page).toHaveURL(/range=90d/);
  await expect(page.getByLabel(/^Totals for the last 90 days/)).toContainText("12");
  await page.getByRole("tab", { name: "Users" }).click();
  await expect(page.getByRole("table", { name: "Usage by User" }).getByRole("row")).toHaveCount(4);
  await page.getByRole("tab", { name: "API keys" }).click();
  await expect(page.getByRole("table", { name: "Usage by API key" }).getByRole("row")).toHaveCount(2);
  await look(page, "usage/calls");
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "By tool", exact: true }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toContain(`${TOOL},12,`);
  await page.getByRole("table", { name: "Top errors" }).getByRole("link", { name: TOOL }).click();
  await expect(page).toHaveURL(/\/logs\/tools\?.*status=failed/);
  await expect(page.getByRole("row").filter({ hasText: TOOL })).not.toHaveCount(0);

  await page.goto(run().url);
  await expect(page.getByText("Calls in the last 24 hours")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Top errors, last 24 hours" })).toBeVisible();
  await look(page, "usage/home");
  expect(complaints).toEqual([]);
});
