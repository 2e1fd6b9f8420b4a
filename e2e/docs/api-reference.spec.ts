/** The API reference: read by everybody, and operations tried by somebody who is signed in. */
import { expect, test } from "@playwright/test";
import { signIn } from "../fixtures/browser";
import { run } from "../harness/run";

const LIST = "/docs/api/getAuthConfigs";
const CREATE = "/docs/api/createApiKey";

test("an operation is found, read, and tried; what can change data is sent after a second press", async ({ page }) => {
  const { url } = run();
  await page.goto(`${url}/docs/search?q=${encodeURIComponent("/api/v3/auth_configs")}`);
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/docs\/api\/\w+/);
  await page.goto(url + LIST);
  await page.getByRole("link", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("You aren’t signed in.")).toBeVisible();
  await signIn(page, run());
  await page.goto(url + LIST);
  await page.getByRole("link", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Response received.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Try it" })).toContainText("items");
  await page.goto(url + CREATE);
  await page.getByRole("link", { name: "Try it" }).click();
  const body = page.getByLabel("Body (JSON)");
  await body.fill("{");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("The body isn’t JSON")).toBeVisible();
  await body.fill('{ "name": "" }');
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("This can change data in the project that the dashboard shows.")).toBeVisible();
  await page.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByRole("region", { name: "Try it" }).getByRole("alert")).toContainText("name");
});

test("a program gets an operation as Markdown, and all of them as a collection", async ({ request }) => {
  const { url } = run();
  const page = await request.get(`${url}/docs/api/getAuthConfigs.md`);
  expect(page.headers()["content-type"]).toContain("text/markdown");
  expect(await page.text()).toContain("`GET /api/v3/auth_configs`");
  expect((await request.get(`${url}/docs/api/nothing.md`)).status()).toBe(404);
  expect((await request.get(`${url}/docs/api/nothing`)).status()).toBe(404);
  const collection = (await (await request.get(`${url}/api/docs/collection.json`)).json()) as { item: unknown[] };
  expect(collection.item.length).toBeGreaterThan(10);
});
