/** Keys, tokens and passwords that a person types are proven by the provider; the account shows whose it is. */
import { expect, test, type Browser, type Page } from "@playwright/test";
import { apiOf, createAuthConfig } from "./fixtures/api";
import { complaintsOf, enterProject, expectAccessible } from "./fixtures/browser";
import { type Emulators, startEmulators, STRIPE_KEY, TWILIO_SID, TWILIO_TOKEN } from "./fixtures/emulators";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { takePicture } from "./fixtures/picture";
import { provision } from "./harness/provision";
import { run } from "./harness/run";

const PROJECT = `Proofs ${process.env.TEST_WORKER_INDEX ?? ""}`;
const GITHUB_TOKEN = "ghp_e2e_the_right_token_4f81c2";

let emulators: Emulators;
/** Stripe's API with a check of its key: the emulated API takes any key. */
let stripe: Loopback;
/** The emulated GitHub behind a check of the token: alone it takes any token. */
let github: Loopback;
let api: ReturnType<typeof apiOf>;

test.beforeAll(async () => {
  api = apiOf(run().url, (await provision(run(), { email: run().email, project: PROJECT })).api_key);
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  stripe = await startLoopback((request, response) => {
    if (request.url !== "/v1/account")
      return sendJson(response, 404, { error: { message: "Unrecognized request URL" } });
    if (request.headers.authorization === `Bearer ${STRIPE_KEY}`)
      return sendJson(response, 200, {
        id: "acct_e2e",
        object: "account",
        email: "books@engines.example",
        settings: { dashboard: { display_name: "Analytical Engines" } },
      });
    sendJson(response, 401, { error: { message: "Invalid API Key provided", type: "invalid_request_error" } });
  });
  github = await startLoopback(async (request, response) => {
    if (request.headers.authorization !== `Bearer ${GITHUB_TOKEN}`)
      return sendJson(response, 401, { message: "Bad credentials", status: "401" });
    const answer = await fetch(`${emulators.urls.github}${request.url ?? "/"}`, {
      headers: { authorization: `Bearer ${GITHUB_TOKEN}` },
    });
    sendJson(response, answer.status, await answer.json());
  });
});
test.afterAll(async () => {
  emulators.stop();
  await Promise.all([stripe.stop(), github.stop()]);
});

type Case = {
  name: string;
  toolkit: string;
  scheme: string;
  base: () => string;
  fill: (page: Page, right: boolean) => Promise<void>;
  says: string;
  owner: string;
};

const CASES: Case[] = [
  {
    name: "Stripe key",
    toolkit: "stripe",
    scheme: "API_KEY",
    base: () => stripe.url,
    fill: (page, right) => page.getByLabel("Secret key").fill(right ? STRIPE_KEY : "sk_bad"),
    says: "Stripe didn’t accept this key.",
    owner: "Analytical Engines",
  },
  {
    name: "GitHub token",
    toolkit: "github",
    scheme: "BEARER_TOKEN",
    base: () => github.url,
    fill: (page, right) => page.getByLabel("Access token").fill(right ? GITHUB_TOKEN : "ghp_wrong"),
    says: "GitHub didn’t accept this token.",
    owner: "The Octocat",
  },
  {
    name: "Basic user and password",
    toolkit: "twilio",
    scheme: "BASIC",
    base: () => emulators.urls.twilio,
    fill: async (page, right) => {
      await page.getByLabel("Account SID").fill(TWILIO_SID);
      await page.getByLabel("Auth token").fill(right ? TWILIO_TOKEN : "wrong");
    },
    says: "Twilio didn’t accept these details.",
    owner: "Loopback account",
  },
];

async function newLink({ toolkit, scheme, base }: Case, baseUrl = base()): Promise<{ url: string; id: string }> {
  const authConfigId = await createAuthConfig(api, { toolkit, scheme, credentials: { base_url: baseUrl } });
  const { body } = await api.call<{ redirect_url: string; connected_account_id: string }>(
    "POST",
    "/connected_accounts/link",
    { auth_config_id: authConfigId, user_id: "grace" },
  );
  return { url: body.redirect_url, id: body.connected_account_id };
}

const account = async (id: string) =>
  (await api.call<{ status: string; current_user_info: { name?: string } | null }>("GET", `/connected_accounts/${id}`))
    .body;
const CONNECTED = { name: /account is connected to/ };

for (const providerCase of CASES)
  test(`a wrong ${providerCase.name} is refused in a plain sentence, and saved anyway or put right; the account shows whose it is`, async ({
    page,
  }) => {
    const complaints = complaintsOf(page);
    const anyway = await newLink(providerCase);
    await page.goto(anyway.url);
    await providerCase.fill(page, false);
    await page.getByRole("button", { name: /^Connect/ }).click();
    await expect(page.getByRole("alert")).toContainText(providerCase.says);
    await expect(page.locator("[aria-invalid=true]")).toBeFocused();
    await expect(page.locator("[aria-invalid=true]")).toHaveAccessibleDescription(new RegExp(providerCase.says));
    await expectAccessible(page);
    expect((await account(anyway.id)).status).toBe("INITIALIZING");
    // By keyboard: past the help and the button that asks again.
    await page.getByRole("button", { name: "Save anyway" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", CONNECTED)).toBeVisible();
    expect(await account(anyway.id)).toMatchObject({ status: "ACTIVE", current_user_info: null });

    const right = await newLink(providerCase);
    await page.goto(right.url);
    await providerCase.fill(page, false);
    await page.getByRole("button", { name: /^Connect/ }).click();
    await expect(page.getByRole("alert")).toContainText(providerCase.says);
    await providerCase.fill(page, true);
    await page.getByRole("button", { name: /^Connect/ }).click();
    await expect(page.getByRole("heading", CONNECTED)).toBeVisible();
    expect(await account(right.id)).toMatchObject({
      status: "ACTIVE",
      current_user_info: { name: providerCase.owner },
    });

    await enterProject(page, run(), PROJECT);
    await page.goto(`${run().url}/connected-accounts?user=grace`);
    await page.getByRole("link", { name: providerCase.owner, exact: true }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText(providerCase.owner);
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByRole("status").filter({ hasText: "accepts the credentials" })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${run().url}/connected-accounts/${anyway.id}`);
    await page.getByRole("button", { name: "Check now" }).click();
    await expect(page.getByRole("status").filter({ hasText: "does not accept the credentials" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText("does not accept the credentials");
    expect(complaints).toEqual([]);
  });

/** The page after a refusal and while the provider is away, at three widths in both themes. */
async function look(browser: Browser, url: string, name: string): Promise<void> {
  for (const width of [390, 768, 1440])
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByLabel("Secret key").fill("sk_bad");
      await page.getByRole("button", { name: /^Connect/ }).click();
      await expect(page.getByRole("button", { name: "Save anyway" })).toBeVisible();
      await expectAccessible(page, `${name} at ${width}, ${colorScheme}`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await takePicture(page, `proof/${name}-${width}-${colorScheme}`, { fullPage: true });
      await context.close();
    }
}

test("the offer to save anyway can be read at every width in both themes, also while the provider is away", async ({
  browser,
}) => {
  const [stripeKey] = CASES;
  if (!stripeKey) throw new Error("no case");
  await look(browser, (await newLink(stripeKey)).url, "refused");
  await look(browser, (await newLink(stripeKey, "http://127.0.0.1:9")).url, "away");
});
