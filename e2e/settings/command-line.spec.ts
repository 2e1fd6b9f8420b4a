/** A command line signs in: the program asks, the person confirms in the browser, the program gets its key once. */
import { expect, test, type Page } from "@playwright/test";
import { complaintsOf, expectAccessible, expectContrast, signIn } from "../fixtures/browser";
import { takePicture } from "../fixtures/picture";
import { run } from "../harness/run";

type SignIn = { id: string; code: string };
type State = { status: string; api_key: string | null; account: { email: string } | null };

async function ask(body: object): Promise<SignIn> {
  const answer = await fetch(`${run().url}/api/v3/cli/create-session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as SignIn;
}

const stateOf = async (id: string): Promise<State> =>
  (await (await fetch(`${run().url}/api/v3/cli/get-session?id=${id}`)).json()) as State;

const isOfNarrowPage = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

test("a person signs in, types the code and confirms; the program gets a key of the user once", async ({ page }) => {
  const complaints = complaintsOf(page);
  const source = "patchbay on a-laptop-with-a-long-name-12";
  const { id, code } = await ask({ scope: "user", source });
  await page.goto(`${run().url}/?cliKey=${id}`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel("Email").fill(run().email);
  await page.getByLabel("Password", { exact: true }).fill(run().password ?? "");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Sign in a command line" })).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
  await expect(page.getByText(run().email)).toBeVisible();
  await expect(page.getByText(source)).toBeVisible();
  await expect(page.getByText("acts as you")).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 768, 390]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      const where = `${colorScheme} at ${width}`;
      await (colorScheme === "light" ? expectAccessible(page, where) : expectContrast(page, where));
      expect(await isOfNarrowPage(page)).toBe(true);
      await takePicture(page, `command-line-${colorScheme}-${width}`);
    }
  expect(await stateOf(id)).toMatchObject({ status: "pending", api_key: null });
  const field = page.getByLabel("Code from your terminal");
  await page.getByRole("button", { name: "Confirm sign-in" }).click();
  await expect(page.getByText("Enter the code from your terminal.")).toBeVisible();
  await field.fill("AAAA-AAAA");
  await page.getByRole("button", { name: "Confirm sign-in" }).click();
  await expect(page.getByText("This is not the code in your terminal.")).toBeVisible();
  expect(await stateOf(id)).toMatchObject({ status: "pending", api_key: null });
  await field.fill(code);
  await page.getByRole("button", { name: "Confirm sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Command line signed in" })).toBeVisible();
  await expectAccessible(page);
  const state = await stateOf(id);
  expect(state).toMatchObject({ status: "linked", account: { email: run().email } });
  expect((await stateOf(id)).api_key).toBeNull();
  const headers = { "x-user-api-key": state.api_key ?? "" };
  const info = await fetch(`${run().url}/api/v3/auth/session/info`, { headers });
  expect([info.status, await info.json()]).toMatchObject([200, { org_member: { email: run().email } }]);
  await page.reload();
  await expect(page.getByText("This sign-in does not work")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a person cancels, and the program gets no key", async ({ page }) => {
  const { id } = await ask({});
  await signIn(page, run());
  await page.goto(`${run().url}/?cliKey=${id}`);
  await expect(page.getByText("An API key with full access to the project")).toBeVisible();
  await page.getByRole("button", { name: "Cancel sign-in" }).click();
  await expect(page.getByRole("heading", { name: "Sign-in canceled" })).toBeVisible();
  expect((await fetch(`${run().url}/api/v3/cli/get-session?id=${id}`)).status).toBe(404);
});

test("a link that does not exist says so", async ({ page }) => {
  await signIn(page, run());
  for (const search of ["", "?cliKey=cli_made_up"]) {
    await page.goto(`${run().url}/command-line${search}`);
    await expect(page.getByText("This sign-in does not work")).toBeVisible();
    await expectAccessible(page);
  }
});
