/** Settings of a project and of a person in the browser: the face that people who connect see, the time of links, the password. */
import { expect, test } from "@playwright/test";
import { complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

// of this worker alone: a failed test starts another one
const PROJECT = `Settings pages ${process.env.TEST_WORKER_INDEX ?? ""}`;

/** An image of one pixel. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test.beforeAll(() => provision(run(), { email: run().email, project: PROJECT }));

test("the project's face is saved, and leaving with changes asks first", async ({ page }) => {
  const complaints = complaintsOf(page);
  await enterProject(page, run(), PROJECT);
  await page.goto(`${run().url}/settings/project`);
  await page.getByLabel(/^Logo/).fill("javascript:alert(1)");
  await page.getByRole("button", { name: "Save project" }).click();
  await expect(page.getByLabel(/^Logo/)).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel(/^Logo/).fill("");
  const image = page.locator("input[type=file]");
  await image.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") });
  await expect(page.getByText("The image is not a PNG, JPEG or WebP image.")).toBeVisible();
  await image.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(DOT, "base64") });
  await expect(page.getByLabel(/^Logo/)).toHaveValue(/\/logos\/project\/logo_\w+$/);
  await expect(page.getByRole("figure").locator("img")).toHaveJSProperty("naturalWidth", 1);
  await page.getByLabel("Links work for").selectOption("7 days");
  await expect(page.getByText("Time of links saved")).toBeVisible();
  await page.getByLabel(/^Display name/).fill("Loose Cables Ltd");
  await expect(page.getByText("Loose Cables Ltd wants to use")).toBeVisible();
  page.once("dialog", (dialog) => void dialog.dismiss());
  await page.getByRole("link", { name: "API keys", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/project$/);
  await page.getByRole("button", { name: "Save project" }).click();
  await expect(page.getByText("You have changes that are not saved.")).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel(/^Display name/)).toHaveValue("Loose Cables Ltd");
  await expectAccessible(page);
  await page.goto(`${run().url}/settings/profile`);
  await page.getByLabel("Current password").fill("not my password");
  await page.getByLabel("New password", { exact: true }).fill("a sentence of my own");
  await page.getByLabel("Confirm new password").fill("a sentence of my own");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
  await expect(page.getByLabel("New password", { exact: true })).toHaveValue("a sentence of my own");
  await expectAccessible(page);
  expect(complaints).toEqual([]);
});
