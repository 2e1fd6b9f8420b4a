/**
 * Each button that creates something, pressed as hands press: twice at once, Enter twice, on a slow line, and again
 * after an answer was lost. Exactly one object comes of it.
 */
import { expect, test, type Locator, type Page } from "@playwright/test";
import pg from "pg";
import { apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { signIn } from "../fixtures/browser";
import { CREATE_BUTTONS, type CreateButton, type Seeds } from "../fixtures/create-buttons";
import { databaseUrl } from "../fixtures/database";
import { provision } from "../harness/provision";
import { run } from "../harness/run";

const WORKER = process.env.TEST_WORKER_INDEX ?? "";
let projectId = "";
let seeds: Seeds;
let database: pg.Client;

test.beforeAll(async () => {
  const provisioned = await provision(run(), { email: run().email, project: `Create once ${WORKER}` });
  projectId = provisioned.project_id;
  const api = apiOf(run().url, provisioned.api_key);
  const configId = await createAuthConfig(api, { toolkit: "stripe", scheme: "API_KEY" });
  await connectAccount(api, {
    authConfigId: configId,
    userId: "ada",
    scheme: "API_KEY",
    val: { api_key: "sk_test_0" },
  });
  const { body } = await api.call<{ session_id: string }>("POST", "/tool_router/session", {
    user_id: "ada",
    toolkits: ["stripe"],
  });
  seeds = { configId, sessionId: body.session_id, user: "ada" };
  database = new pg.Client({ connectionString: databaseUrl(run().dataDir) });
  await database.connect();
});
test.afterAll(() => database.end());

test.beforeEach(async ({ page }) => {
  await page.addInitScript((id) => window.localStorage.setItem("patchbay.project", id), projectId);
  await signIn(page, run());
});

const countOf = async ({ count }: CreateButton, name: string): Promise<number> =>
  (await database.query<{ count: number }>(count, [projectId, name])).rows[0]?.count ?? 0;

const isCreation = (headers: Record<string, string>): boolean => headers["idempotency-key"] !== undefined;

/** Holds requests that create something until the returned function is called. */
async function holdLine(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/v3/**", async (route) => {
    if (isCreation(route.request().headers())) await released;
    await route.continue();
  });
  return release;
}

/** Loses the answer of the first request that creates something: the server has done its work. */
async function loseFirstAnswer(page: Page): Promise<void> {
  let isLost = false;
  await page.route("**/api/v3/**", async (route) => {
    if (isLost || !isCreation(route.request().headers())) return route.continue();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

type Form = { button: Locator; field?: Locator };
const MANNERS: Record<string, (page: Page, form: Form) => Promise<void>> = {
  "double click": async (_, { button }) => button.dblclick(),
  "double click on a slow line": async (page, { button }) => {
    const release = await holdLine(page);
    await button.dblclick();
    release();
  },
  "Enter twice on a slow line": async (page, { button, field }) => {
    const release = await holdLine(page);
    await (field ?? button).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    release();
  },
  "again after a lost answer": async (page, { button }) => {
    await loseFirstAnswer(page);
    const failed = page.waitForEvent("requestfailed", (request) => isCreation(request.headers()));
    await button.click();
    await failed;
    await expect(button).toBeEnabled();
    await button.click();
  },
};

for (const row of CREATE_BUTTONS)
  test(`${row.call}: one object, however it is pressed`, async ({ page }) => {
    test.setTimeout(240_000);
    for (const [index, [manner, press]] of Object.entries(MANNERS).entries()) {
      const name = `once ${WORKER} ${index}`;
      const before = await countOf(row, name);
      await page.goto(run().url + row.place(seeds, name));
      const form = await row.open(page, name);
      await expect(form.button).toBeEnabled();
      await press(page, form);
      await expect(row.end(page, name).first(), manner).toBeVisible();
      expect((await countOf(row, name)) - before, manner).toBe(1);
      await page.unrouteAll({ behavior: "wait" });
    }
  });
