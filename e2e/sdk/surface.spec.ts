/** The rest of the official SDKs' methods: catalog, auth configs, accounts and the errors they throw. */
import { expect, test } from "@playwright/test";
import { AuthScheme } from "@composio/core";
import { type CheckedApi, startCheckedApi } from "../fixtures/loopback";
import { catchWarnings, sdks } from "./sdks";

let upstream: CheckedApi;
test.beforeAll(async () => {
  upstream = await startCheckedApi(() => true);
});
test.afterAll(() => upstream.stop());

const text = expect.any(String);

for (const { name, connect } of sdks) {
  test.describe(name, () => {
    const composio = connect();
    const userId = `surface-${name.replaceAll(/\W/g, "-")}`;
    const stripe = (label: string) =>
      composio.authConfigs.create("stripe", {
        type: "use_custom_auth",
        authScheme: "BEARER_TOKEN",
        name: label,
        credentials: { base_url: upstream.url },
      });
    let caught: ReturnType<typeof catchWarnings>;
    test.beforeEach(() => {
      caught = catchWarnings();
    });
    test.afterEach(() => {
      caught.release();
      expect(caught.warnings).toEqual([]);
    });

    test("reads toolkits, their categories and the fields that connecting asks for", async () => {
      const some = await composio.toolkits.get({ limit: 3, sortBy: "usage" });
      expect(some).toHaveLength(3);
      const github = await composio.toolkits.get("github");
      expect(github).toMatchObject({ slug: "github", name: "GitHub", meta: { toolsCount: expect.any(Number) } });
      expect((await composio.toolkits.listCategories()).items.length).toBeGreaterThan(3);
      const forConfig = await composio.toolkits.getAuthConfigCreationFields("github", "OAUTH2");
      expect(forConfig.map((field) => field.name)).toEqual(expect.arrayContaining(["client_id", "client_secret"]));
      const forAccount = await composio.toolkits.getConnectedAccountInitiationFields("twilio", "BASIC");
      expect(forAccount.map((field) => field.name)).toEqual(expect.arrayContaining(["username", "password"]));
    });

    test("reads tools: all slugs, one tool, several, by search and by tag", async () => {
      const slugs = await composio.tools.getToolsEnum();
      expect(JSON.stringify(slugs)).toContain("GITHUB_CREATE_AN_ISSUE");
      const issue = await composio.tools.getRawComposioToolBySlug("GITHUB_CREATE_AN_ISSUE");
      expect(issue).toMatchObject({
        slug: "GITHUB_CREATE_AN_ISSUE",
        toolkit: { slug: "github" },
        inputParameters: { type: "object", required: expect.arrayContaining(["owner", "repo", "title"]) },
      });
      const two = await composio.tools.getRawComposioTools({ tools: ["GITHUB_CREATE_AN_ISSUE", "GMAIL_SEND_EMAIL"] });
      expect(two.map((tool) => tool.slug).sort()).toEqual(["GITHUB_CREATE_AN_ISSUE", "GMAIL_SEND_EMAIL"]);
      const tools = await composio.tools.getRawComposioTools({
        search: "create issue",
        toolkits: ["github"],
        limit: 5,
      });
      expect(tools.length).toBeGreaterThan(0);
      const all = await composio.tools.getRawComposioTools({ toolkits: ["github"], limit: 1000 });
      expect(all.length).toBeGreaterThan(100);
    });

    test("lists, reads, changes, switches off and on, and deletes auth configs", async () => {
      const { id } = await stripe(`Stripe ${name}`);
      expect(await composio.authConfigs.get(id)).toMatchObject({
        id,
        name: `Stripe ${name}`,
        status: "ENABLED",
        toolkit: { slug: "stripe" },
        authScheme: "BEARER_TOKEN",
        isComposioManaged: false,
      });
      expect(
        (await composio.authConfigs.list({ toolkit: "stripe", limit: 100 })).items.map((item) => item.id),
      ).toContain(id);
      await composio.authConfigs.update(id, { type: "custom", credentials: { base_url: `${upstream.url}/v2` } });
      await composio.authConfigs.disable(id);
      expect((await composio.authConfigs.get(id)).status).toBe("DISABLED");
      await composio.authConfigs.enable(id);
      expect((await composio.authConfigs.get(id)).status).toBe("ENABLED");
      await composio.authConfigs.delete(id);
      await expect(composio.authConfigs.get(id)).rejects.toMatchObject({ status: 404 });
    });

    test("lists, reads, refreshes, switches off and on, and deletes accounts", async () => {
      const config = await stripe(`Accounts ${name}`);
      const request = await composio.connectedAccounts.initiate(userId, config.id, {
        config: AuthScheme.BearerToken({ token: "sk_surface_token_4411" }),
      });
      const { id } = request;
      const account = await composio.connectedAccounts.get(id);
      expect(account).toMatchObject({
        id,
        status: "ACTIVE",
        toolkit: { slug: "stripe" },
        authConfig: { id: config.id, isComposioManaged: false },
      });
      expect(JSON.stringify(account)).not.toContain("sk_surface_token_4411");
      const accounts = await composio.connectedAccounts.list({
        userIds: [userId],
        authConfigIds: [config.id],
        statuses: ["ACTIVE"],
      });
      expect(accounts.items.map((item) => item.id)).toEqual([id]);
      expect((await composio.connectedAccounts.list({ userIds: ["nobody-at-all"] })).items).toEqual([]);
      expect(await composio.connectedAccounts.refresh(id)).toMatchObject({ id, status: "ACTIVE" });

      expect(await composio.connectedAccounts.disable(id)).toMatchObject({ success: true });
      expect((await composio.connectedAccounts.get(id)).isDisabled).toBe(true);
      await composio.connectedAccounts.enable(id);
      expect((await composio.connectedAccounts.get(id)).isDisabled).toBe(false);
      expect(await composio.connectedAccounts.delete(id)).toMatchObject({ success: true });
      await expect(composio.connectedAccounts.get(id)).rejects.toMatchObject({ status: 404 });
    });

    test("throws its own errors: unknown tool and toolkit, no account, wrong key, no version", async () => {
      await expect(composio.tools.get(userId, "GITHUB_CREATE_AN_ISSUEE")).rejects.toMatchObject({
        name: "ComposioToolNotFoundError",
      });
      await expect(composio.toolkits.get("no-such-toolkit")).rejects.toMatchObject({
        name: expect.stringMatching(/ComposioToolkit(NotFound|Fetch)Error/),
      });
      const noAccount = composio.tools.execute("GITHUB_CREATE_AN_ISSUE", {
        userId: "nobody-at-all",
        arguments: { owner: "a", repo: "b", title: "c" },
        dangerouslySkipVersionCheck: true,
      });
      await expect(noAccount).rejects.toMatchObject({ name: "ComposioConnectedAccountNotFoundError" });
      await expect(composio.tools.execute("GITHUB_CREATE_AN_ISSUE", { userId, arguments: {} })).rejects.toMatchObject({
        name: expect.stringMatching(/^Composio(ToolVersionRequired)?Error$/),
        message: expect.stringMatching(/version/i),
      });
      const stranger = connect("ak_00000000000000000000000000000000");
      await expect(stranger.authConfigs.list()).rejects.toMatchObject({ status: 401, message: text });
      caught.warnings.length = 0;
    });
  });
}
