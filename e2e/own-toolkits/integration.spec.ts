/** An integration.yaml in the browser: checked, completed and explained while it is written. */
import { expect, test, type Page } from "@playwright/test";
import { complaintsOf, signIn } from "../fixtures/browser";
import { look, pasteInto } from "../fixtures/look";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Integrations ${process.env.TEST_WORKER_INDEX ?? ""}`;
const TEXT = `name: Parcel Post
unique_key: parcel_post
auth_schemes:
  - auth_mode: API_KEY
    proxy:
      base_url: https://post.example.net/v1
      headers:
        X-Key: "{{api_key}}"
`;

test.beforeEach(async ({ page }) => {
  const { project_id: projectId } = await provision(run(), { email: run().email, project: PROJECT });
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

/** Opens the tab, and waits for the editor and its schema. */
async function openEditor(page: Page): Promise<void> {
  const schema = page.waitForResponse((response) => response.url().includes("integration_schema"));
  await page.goto(`${run().url}/toolkits/new`);
  await page.getByRole("tab", { name: "integration.yaml" }).click();
  await schema;
  await expect(page.locator(".monaco-editor")).toBeVisible({ timeout: 60_000 });
}

test("mistakes are underlined, keys and values are offered, and a key is explained", async ({ page }) => {
  const complaints = complaintsOf(page);
  const strangers: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(run().url) && /^https?:/.test(request.url())) strangers.push(request.url());
  });
  await openEditor(page);
  await pasteInto(page, "integration.yaml", TEXT.replace("auth_mode: API_KEY", "auth_mode: PASSWORD"));
  await expect(page.locator(".squiggly-error")).toHaveCount(1);
  await page.locator(".squiggly-error").hover({ force: true });
  await expect(page.getByText("Use one of: OAUTH2, OAUTH1, API_KEY").first()).toBeVisible();
  await page.keyboard.press("Control+a");
  await pasteInto(page, "integration.yaml", TEXT);
  await expect(page.locator(".squiggly-error")).toHaveCount(0);
  await page.getByText("unique_key", { exact: false }).first().hover();
  await expect(page.getByText("The slug of the toolkit is made from it").first()).toBeVisible();
  await page.mouse.move(0, 0);
  await page.getByRole("textbox", { name: "integration.yaml" }).focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("endp");
  await page.keyboard.press("Control+Space");
  await expect(page.getByRole("option", { name: /endpoints/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /get_current_user_endpoint/ }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.type("/me");
  await expect(page.locator(".squiggly-error")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Parcel Post" })).toBeVisible({ timeout: 60_000 });
  await look(page, "own-toolkits-integration");
  await page.getByRole("button", { name: "Publish the toolkit" }).click();
  await expect(page).toHaveURL(/custom_parcel_post\/edit/);
  expect(strangers).toEqual([]);
  expect(complaints).toEqual([]);
});
