/** The audit trail in the browser: filters that a link keeps, an event with its values, and the file. */
import { expect, test, type Page } from "@playwright/test";
import { readFileSync } from "node:fs";
import { apiOf } from "../fixtures/api";
import { complaintsOf, enterProject, expectAccessible, expectContrast } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Audit ${process.env.TEST_WORKER_INDEX ?? ""}`;
const KEY = `ci of ${PROJECT}`;

test.beforeAll(async () => {
  const api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  expect(
    (await api.call("PATCH", "/org/project/config", { accent_color: "#1d4ed8", display_name: "Acme" })).status,
  ).toBe(200);
  for (const name of ["one", "two"])
    await api.call("POST", "/internal/patchbay/api_keys", { name: `${name} that is refused` });
});

/** Pictures at three widths in both themes, axe at each width, and contrast in the dark. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `audit/${name}-${width}-${colorScheme}`);
      if (width === 1440 && colorScheme === "dark") await expectContrast(page, `${name}, dark`);
    }
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page, `${name} at ${width}`);
  }
}

test("an owner finds who made and revoked a key, sees settings before and after, and saves the events", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  const answer = await page.request.post(`${run().url}/api/v3/internal/patchbay/api_keys`, {
    headers: { origin: run().url },
    data: { name: KEY },
  });
  expect(answer.status()).toBe(201);

  await page.goto(`${run().url}/settings/audit`);
  const table = page.getByRole("table", { name: "Audit events, newest first" });
  await expect(table.getByRole("link", { name: `created the API key “${KEY}”` })).toBeVisible();
  await inspect(page, "list");

  await page.getByRole("combobox", { name: "What" }).selectOption("Project settings");
  await page.getByRole("combobox", { name: "Outcome" }).selectOption("Done");
  await expect(page).toHaveURL(/what=project_config&outcome=done/);
  await expect(table.getByRole("row").filter({ hasNotText: "project settings" })).toHaveCount(1);
  await table
    .getByRole("link", { name: /changed the project settings/ })
    .first()
    .click();
  const drawer = page.getByRole("dialog", { name: "Audit event" });
  await expect(drawer.getByRole("row", { name: "Accent color Not set #1d4ed8" })).toBeVisible();
  await expect(drawer.getByRole("row", { name: "Display name Not set Acme" })).toBeVisible();
  await inspect(page, "event");

  // The link that a colleague gets shows the same event.
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(drawer.getByRole("row", { name: "Accent color Not set #1d4ed8" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  await page.getByRole("button", { name: "Export" }).click();
  const saving = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "CSV" }).click();
  const text = readFileSync(await (await saving).path(), "utf8");
  expect(text).toMatch(/^id,at,sentence,/);
  expect(text).toContain("changed the project settings");
  expect(text).not.toContain(KEY);

  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(table.getByRole("link", { name: /exported the audit trail/ }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a link to a refused call names the program, and filters without a match say so", async ({ page }) => {
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/audit?outcome=refused&what=api_key`);
  await expect(page.getByRole("link", { name: /was not allowed to create the API key/ }).first()).toBeVisible();
  await page.goto(`${run().url}/settings/audit?who=nobody%40example.com`);
  await expect(page.getByRole("heading", { name: "No matching events" })).toBeVisible();
  await page.getByRole("button", { name: /^Remove the filter Who/ }).click();
  await expect(page).toHaveURL(/\/settings\/audit$/);
});
