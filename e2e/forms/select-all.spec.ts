/** Actions on everything that matches the filters of a list, also on rows that are not loaded. */
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { complaintsOf, expectAccessible, expectContrast, signIn } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const WORKER = process.env.TEST_WORKER_INDEX ?? "";
const COUNT = 60;

test("all accounts that match are disabled in pieces, and nothing else", async ({ page }) => {
  test.setTimeout(240_000);
  const complaints = complaintsOf(page);
  const { project_id: projectId, api_key: key } = await provision(run(), {
    email: run().email,
    project: `Select all ${WORKER}`,
  });
  const api = apiOf(run().url, key);
  const authConfigId = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY" });
  const connect = (userId: string) =>
    connectAccount(api, { authConfigId, userId, scheme: "API_KEY", val: { api_key: "sk_test_0" } });
  for (let index = 0; index < COUNT; index++) await connect("many");
  await connect("other");
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
  await page.goto(`${run().url}/connected-accounts?user=many`);
  await page.getByRole("checkbox", { name: "Select all" }).check();
  const bar = page.getByRole("region", { name: "Selection" });
  await expect(bar).toContainText("50 selected");
  await expect(bar).toBeInViewport();
  for (const width of [1440, 768, 390])
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await takePicture(page, `pages/select-all-${width}-${colorScheme}`);
      await (colorScheme === "light" ? expectAccessible(page, `${width}`) : expectContrast(page, `${width}`));
    }
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole("button", { name: `Select all ${COUNT} that match` }).click();
  await expect(bar).toContainText(`All ${COUNT} selected`);
  await bar.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog", { name: `Disable ${COUNT} accounts that match` });
  await takePicture(page, "pages/select-all-question");
  let goOn = (): void => undefined;
  const answer = new Promise<void>((resolve) => (goOn = resolve));
  await page.route("**/connected_accounts/many", (route) => answer.then(() => route.continue()));
  await dialog.getByRole("button", { name: `Disable ${COUNT} accounts that match` }).click();
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("Still working.");
  goOn();
  await expect(dialog.getByText(`Disabled ${COUNT} of ${COUNT}`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await expect(bar).toHaveCount(0);
  const active = await api.call<{ items: { user_id: string }[] }>(
    "GET",
    "/connected_accounts?statuses=ACTIVE&limit=100",
  );
  expect(active.body.items.map(({ user_id: user }) => user)).toEqual(["other"]);
  expect(complaints).toEqual([]);
});
