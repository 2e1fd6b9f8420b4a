/** Two-step sign-in: a member sets up an app, signs in with its code and with a recovery code, and turns it off. */
import { expect, test, type Page } from "@playwright/test";
import { codeOf, stepAt } from "../../lib/access/factors/find-step";
import { complaintsOf } from "../fixtures/browser";
import { joinAs, look, PASSWORD } from "../fixtures/people";
import { run } from "../harness/run";

async function enterPassword(page: Page, email: string): Promise<void> {
  // The page itself would open the login page when a request of it is refused.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(`${run().url}/login?next=/settings/profile`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
}

test("a member sets up an app, signs in with its code, then with a recovery code, and turns it off", async ({
  page: ownersPage,
  browser,
}) => {
  const email = `two-step-${Date.now()}@example.com`;
  const page = await joinAs(ownersPage, browser, email);
  const complaints = complaintsOf(page);
  await page.goto(`${run().url}/settings/profile`);
  await page.getByRole("button", { name: "Set up two-step sign-in" }).click();
  const secret = (
    (await page
      .locator("code")
      .filter({ hasText: /^[A-Z2-7 ]{39}$/ })
      .textContent()) ?? ""
  ).replaceAll(" ", "");
  await look(page, "two-step-scan");
  const code = (drift = 0) => codeOf(secret, stepAt(new Date()) + drift);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.locator("[aria-invalid=true]")).toBeVisible();
  await page.getByLabel("Code").fill(code(-1));
  await page.getByRole("button", { name: "Turn on" }).click();
  const items = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await look(page, "two-step-recovery-codes");
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
  await look(page, "two-step-profile");

  await enterPassword(page, email);
  await look(page, "two-step-second-step");
  // The first step alone opens nothing.
  const response = await page.request.get(`${run().url}/api/v3/internal/patchbay/profile`);
  expect(response.status()).toBe(401);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.locator("[aria-invalid=true]")).toBeVisible();
  await page.getByLabel("Code").fill(code());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);

  await enterPassword(page, email);
  await page.getByLabel("Code").fill(codes[0] ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog", { name: "Turn off two-step sign-in?" });
  await dialog.getByLabel("Code").fill(codes[1] ?? "");
  await look(page, "two-step-turn-off");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Your password alone opens your account.")).toBeVisible();
  expect(complaints).toEqual([]);
});
