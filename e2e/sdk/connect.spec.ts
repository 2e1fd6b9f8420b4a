/**
 * The product's main job through the official SDKs: connect a person's account in a browser, run tools with it, find
 * the run in the log.
 */
import { expect, test } from "@playwright/test";
import { consent, signIn } from "../fixtures/browser";
import {
  type Emulators,
  GITHUB_LOGIN,
  GITHUB_REPO,
  GOOGLE_EMAIL,
  githubIssues,
  githubOverrides,
  googleOverrides,
  startEmulators,
} from "../fixtures/emulators";
import { type ReturnApp, startReturnApp } from "../fixtures/loopback";
import { run } from "../harness/run";
import { catchWarnings, sdks } from "./sdks";

let emulators: Emulators;
let app: ReturnApp;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  app = await startReturnApp();
});
test.afterAll(async () => {
  emulators.stop();
  await app.stop();
});

for (const { name, connect } of sdks) {
  test.describe(name, () => {
    const composio = connect();
    const userId = `ada-${name.replaceAll(/\W/g, "-")}`;
    let caught: ReturnType<typeof catchWarnings>;
    test.beforeEach(() => {
      caught = catchWarnings();
    });
    test.afterEach(() => {
      caught.release();
      expect(caught.warnings).toEqual([]);
    });

    test("connects GitHub in a browser, opens an issue there and finds the run in the log", async ({ page }) => {
      const config = await composio.authConfigs.create("github", {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        name: `GitHub ${name}`,
        credentials: githubOverrides(emulators),
      });
      const request = await composio.connectedAccounts.link(userId, config.id, { callbackUrl: `${app.url}/connected` });
      expect(request.redirectUrl).toContain(run().url);
      expect((await composio.connectedAccounts.get(request.id)).status).not.toBe("ACTIVE");

      await consent(page, request.redirectUrl ?? "", GITHUB_LOGIN);
      await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible();
      expect(app.visits.at(-1)).toMatchObject({ status: "success", connected_account_id: request.id });
      const account = await request.waitForConnection(10_000);
      expect(account.status).toBe("ACTIVE");

      const tools = await composio.tools.get(userId, { toolkits: ["github"] });
      expect(tools.length).toBeGreaterThanOrEqual(5);

      const me = await composio.tools.execute("GITHUB_GET_THE_AUTHENTICATED_USER", {
        userId,
        arguments: {},
        dangerouslySkipVersionCheck: true,
      });
      expect(me).toMatchObject({ successful: true, error: null, data: { login: GITHUB_LOGIN } });

      const title = `Opened through ${name}`;
      const newIssue = await composio.tools.execute("GITHUB_CREATE_AN_ISSUE", {
        userId,
        arguments: { owner: GITHUB_LOGIN, repo: GITHUB_REPO, title },
        dangerouslySkipVersionCheck: true,
      });
      expect(newIssue).toMatchObject({ successful: true, data: { title } });
      expect((await githubIssues(emulators)).map((issue) => issue.title)).toContain(title);

      await signIn(page, run());
      await page.goto(`${run().url}/logs/tools`);
      await expect(page.getByRole("table").getByText("GITHUB_CREATE_AN_ISSUE").first()).toBeVisible();
    });

    test("connects Google in a browser, sends an email and fetches it", async ({ page }) => {
      const config = await composio.authConfigs.create("gmail", {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        name: `Gmail ${name}`,
        credentials: googleOverrides(emulators),
      });
      const request = await composio.connectedAccounts.link(userId, config.id, { callbackUrl: `${app.url}/connected` });
      await consent(page, request.redirectUrl ?? "", GOOGLE_EMAIL);
      await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible();
      expect((await request.waitForConnection(10_000)).status).toBe("ACTIVE");

      expect((await composio.tools.get(userId, { toolkits: ["gmail"] })).length).toBeGreaterThanOrEqual(5);
      const subject = `Greetings-from-${userId}`;
      const mail = await composio.tools.execute("GMAIL_SEND_EMAIL", {
        userId,
        arguments: { recipient_email: GOOGLE_EMAIL, subject, body: "Grüße, Ada" },
        dangerouslySkipVersionCheck: true,
      });
      expect(mail).toMatchObject({ successful: true, data: { id: expect.any(String) } });

      const fetched = await composio.tools.execute("GMAIL_FETCH_EMAILS", {
        userId,
        arguments: { query: `subject:${subject}`, max_results: 5 },
        dangerouslySkipVersionCheck: true,
      });
      expect(fetched.successful).toBe(true);
      expect(JSON.stringify(fetched.data)).toContain(subject);
    });

    test("refuses a second account of the same person before any request, unless several are allowed", async ({
      page,
    }) => {
      const config = await composio.authConfigs.create("github", {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        credentials: githubOverrides(emulators),
      });
      const owner = `${userId}-twice`;
      const request = await composio.connectedAccounts.initiate(owner, config.id, {
        callbackUrl: `${app.url}/connected`,
      });
      await consent(page, request.redirectUrl ?? "", GITHUB_LOGIN);
      await expect(page.getByRole("heading", { name: "Back in the app" })).toBeVisible();
      await request.waitForConnection(10_000);
      await expect(composio.connectedAccounts.initiate(owner, config.id)).rejects.toMatchObject({
        name: "ComposioMultipleConnectedAccountsError",
      });
      const second = await composio.connectedAccounts.initiate(owner, config.id, { allowMultiple: true });
      expect(second.id).not.toBe(request.id);
      // The SDK itself warns about several accounts.
      expect(caught.warnings.splice(0).filter((warning) => !warning.includes("[Warn:AllowMultiple]"))).toEqual([]);
    });
  });
}
