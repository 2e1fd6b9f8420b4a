/**
 * Other names of arguments on pages: the playground shows and translates them, and a toolkit's page checks calls of a
 * program.
 */
import { expect, test, type Page } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "./fixtures/api";
import { complaintsOf, expectAccessible, signIn } from "./fixtures/browser";
import { type Emulators, GITHUB_LOGIN, GITHUB_REPO, startEmulators } from "./fixtures/emulators";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one, with accounts of its own
const PROJECT = `Other names ${process.env.TEST_WORKER_INDEX ?? ""}`;

let emulators: Emulators;
let projectId = "";

test.beforeAll(async () => {
  const { api_key: key, project_id: id } = await provision(run(), { email: run().email, project: PROJECT });
  projectId = id;
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  const api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, {
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    credentials: { base_url: emulators.urls.github },
  });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "names-token" } });
});
test.afterAll(() => emulators.stop());

test.beforeEach(async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

/** A picture of a phone and of a desk, in both themes. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const width of [1440, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await takePicture(page, `pages/${name}-${width}-${colorScheme}`);
    }
}

test("the playground says which names an argument may have, takes them, and tells which it translated", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/playground?tool=GMAIL_SEND_EMAIL&user=ada`);
  await page.getByRole("button", { name: /optional fields/ }).click();
  await expect(page.getByRole("textbox", { name: "recipient_email" })).toHaveAccessibleDescription(/Also accepted: to/);
  await expectAccessible(page);
  await takePictures(page, "playground-names");

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${run().url}/playground?tool=GITHUB_LIST_REPOSITORY_ISSUES&user=ada`);
  await page.getByRole("radio", { name: "JSON" }).click();
  const editor = page.locator(".monaco-editor");
  await expect(editor).toBeVisible();
  await editor.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(
    `{"owner": "${GITHUB_LOGIN}", "repo": "${GITHUB_REPO}", "per__page": 1, "color_of_mail": "red"}`,
  );
  await page.keyboard.press("Control+Shift+End");
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: "Run tool" }).click();
  await expect(page.getByText("Succeeded")).toBeVisible();
  await expect(page.getByText(/color_of_mail: is not an argument.*was ignored/)).toBeVisible();
  const moved = page.getByRole("status").filter({ hasText: "Argument aliases used" });
  await expect(moved.getByRole("listitem")).toContainText(["per__pageper_page"]);
  await takePictures(page, "playground-translated");
  expect(complaints).toEqual([]);
});

test("a toolkit's page checks calls of a program: pasted ones, and those of a file", async ({ page }) => {
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/toolkits/gmail`);
  const more = page.getByRole("button", { name: /^More about / });
  await more.click();
  await page.getByRole("menuitem", { name: "Validate my calls" }).click();
  const box = page.getByRole("dialog", { name: "Validate my calls" });
  await box.getByLabel("Calls", { exact: true }).fill("{");
  await box.getByRole("button", { name: "Check" }).click();
  await expect(box.getByText(/is not JSON/).first()).toBeVisible();
  const calls = [
    { tool_slug: "GMAIL_SEND_EMAIL", arguments: { to: "ada@example.com", message_body: "Hello" } },
    { tool_slug: "GMAIL_SEND_EMAIL", arguments: { recipient_email: "ada@example.com", mood: "good" } },
    { tool_slug: "ASANA_CREATE_A_TASK", arguments: { data: { name: "Move" } } },
    { tool_slug: "GITHUB_GET_A_REPOSITORY", arguments: { owner: "acme", rep: "app" } },
  ];
  await box
    .getByLabel("File of calls")
    .setInputFiles({ name: "calls.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(calls)) });
  const result = box.getByRole("region", { name: "Result" });
  await expect(result.getByRole("status")).toContainText("2 translated");
  await expect(result.getByRole("status")).toContainText("2 would fail");
  const rows = result.getByRole("list").first().locator(":scope > li");
  await expect(rows.nth(0)).toContainText("recipient_email");
  await expect(rows.nth(1)).toContainText("mood: is not an argument of GMAIL_SEND_EMAIL");
  await expect(rows.nth(3)).toContainText("Did you mean repo");
  await expectAccessible(page);
  await takePictures(page, "check-calls");
  await page.keyboard.press("Escape");
  await expect(more).toBeFocused();
  expect(complaints).toEqual([]);
});
