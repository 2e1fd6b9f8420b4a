/**
 * Every method of the official SDKs' tools, against an emulated GitHub: what they give, what reaches the provider and
 * what they throw.
 */
import { expect, test } from "@playwright/test";
import { AuthScheme } from "@composio/core";
import { type Emulators, GITHUB_LOGIN, GITHUB_REPO, githubIssues, startEmulators } from "../fixtures/emulators";
import { type CheckedApi, startCheckedApi } from "../fixtures/loopback";
import { run } from "../harness/run";
import { plans } from "./core-plans";
import { callEveryMethod, callWithBroughtCredentials, runCustomTool } from "./core-calls";
import { methodsOf, noted } from "./drive";
import { catchWarnings, connectWith, sdks } from "./sdks";

const repository = { owner: GITHUB_LOGIN, repo: GITHUB_REPO };
const ISSUE = "GITHUB_CREATE_AN_ISSUE";
const READ = "GITHUB_GET_A_REPOSITORY";
const latest = { dangerouslySkipVersionCheck: true };

let emulators: Emulators;
let api: CheckedApi;

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  api = await startCheckedApi(() => true);
});
test.afterAll(async () => {
  emulators.stop();
  await api.stop();
});

for (const { name, connect } of sdks) {
  test.describe
    .serial(name, () => {
      const plan = plans[name].tools;
      const called = new Set<string>();
      const composio = connect();
      const tools = noted(composio.tools, called);
      const userId = `tools-${name.replaceAll(/\W/g, "-")}`;
      let accountId = "";
      let authConfigId = "";
      let caught: ReturnType<typeof catchWarnings>;

      test.beforeAll(async () => {
        ({ id: authConfigId } = await composio.authConfigs.create("github", {
          type: "use_custom_auth",
          authScheme: "BEARER_TOKEN",
          credentials: { base_url: emulators.urls.github },
        }));
        ({ id: accountId } = await composio.connectedAccounts.initiate(userId, authConfigId, {
          config: AuthScheme.BearerToken({ token: "drive-token-55e0" }),
        }));
      });
      test.beforeEach(() => {
        caught = catchWarnings();
      });
      test.afterEach(() => {
        caught.release();
        expect(caught.warnings).toEqual([]);
      });

      test("getToolsEnum and getRawComposioTools return all slugs, and tools by every filter", async () => {
        const slugs = (await tools.getToolsEnum()) as unknown as string[];
        expect(slugs.length).toBeGreaterThan(5000);
        expect(new Set(slugs).size).toBe(slugs.length);
        expect(slugs).toEqual(expect.arrayContaining([ISSUE, READ]));

        const named = await tools.getRawComposioTools({ tools: [READ, ISSUE, "NO_SUCH_TOOL"] });
        expect(named.map(({ slug }) => slug).sort()).toEqual([ISSUE, READ]);
        const important = await tools.getRawComposioTools({ toolkits: ["github"], important: true });
        expect(important.length).toBeGreaterThanOrEqual(5);
        const some = await tools.getRawComposioTools({ toolkits: ["github", "slack"], limit: 2000 });
        expect([...new Set(some.map(({ toolkit }) => toolkit?.slug))].sort()).toEqual(["github", "slack"]);
        expect(await tools.getRawComposioTools({ toolkits: ["github"], limit: 3 })).toHaveLength(3);
        const reading = await tools.getRawComposioTools({ toolkits: ["github"], tags: ["readOnlyHint"], limit: 50 });
        expect(reading).toHaveLength(50);
        expect(reading.every(({ tags }) => tags?.includes("readOnlyHint"))).toBe(true);
        const tool = await tools.getRawComposioTools({
          search: "create an issue in a repository",
          toolkits: ["github"],
          limit: 5,
        });
        expect(tool.map(({ slug }) => slug)).toContain(ISSUE);
        const sending = await tools.getRawComposioTools({
          toolkits: ["gmail"],
          scopes: ["https://www.googleapis.com/auth/gmail.send"],
          limit: 100,
        });
        expect(sending.map(({ slug }) => slug)).toContain("GMAIL_SEND_EMAIL");
        expect(sending.map(({ slug }) => slug)).not.toContain("GMAIL_LIST_LABELS");
        const configured = await tools.getRawComposioTools({ authConfigIds: [authConfigId], limit: 20 });
        expect(configured).toHaveLength(20);
        expect(new Set(configured.map(({ toolkit }) => toolkit?.slug))).toEqual(new Set(["github"]));
        expect(
          (
            await tools.getRawComposioTools(
              { tools: [ISSUE] },
              { modifySchema: ({ schema }) => ({ ...schema, description: "Changed here" }) },
            )
          )[0]?.description,
        ).toBe("Changed here");
      });

      test("getRawComposioToolBySlug returns a tool at a version, or throws a typed error", async () => {
        const tool = await tools.getRawComposioToolBySlug(ISSUE);
        expect(tool).toMatchObject({
          slug: ISSUE,
          name: expect.stringMatching(/issue/i),
          toolkit: { slug: "github", name: "GitHub" },
          isNoAuth: false,
          isDeprecated: false,
          inputParameters: {
            type: "object",
            required: expect.arrayContaining(["owner", "repo", "title"]),
            properties: { title: expect.anything(), labels: expect.anything() },
          },
          outputParameters: { type: "object" },
          version: expect.stringMatching(/^\d{8}_\d\d$/),
          availableVersions: expect.arrayContaining([tool.version]),
        });
        expect((await tools.getRawComposioToolBySlug(ISSUE, { version: tool.version ?? "" })).version).toBe(
          tool.version,
        );
        const pinned = connectWith(name, { toolkitVersions: { github: tool.version ?? "" } });
        expect((await pinned.tools.getRawComposioToolBySlug(ISSUE)).version).toBe(tool.version);
        const missing = {
          name: "ComposioToolNotFoundError",
          cause: {
            status: 404,
            error: { error: { code: 404, status: 404, request_id: expect.stringMatching(/^req_/) } },
          },
        };
        // A version of another day is answered with the latest. The older generation asks by its own setting alone.
        const old = connectWith(name, { toolkitVersions: { github: "19990101_00" } }).tools;
        const customAnswer = plan.driven.includes("createCustomTool")
          ? await old.getRawComposioToolBySlug(ISSUE)
          : await tools.getRawComposioToolBySlug(ISSUE, { version: "19990101_00" });
        expect(customAnswer.version).toBe(tool.version);
        await expect(tools.getRawComposioToolBySlug("GITHUB_CREATE_AN_ISSUEE")).rejects.toMatchObject(missing);
      });

      test("get and wrapToolsForProvider return the provider's own form, by filter and by slug", async () => {
        const form = [
          {
            type: "function",
            function: {
              name: READ,
              description: expect.any(String),
              parameters: {
                type: "object",
                required: ["owner", "repo"],
                properties: { owner: { type: "string" }, repo: { type: "string" } },
              },
            },
          },
        ];
        expect(await tools.get(userId, { tools: [READ] })).toMatchObject(form);
        expect(await tools.get(userId, READ)).toMatchObject(form);
        const raw = await tools.getRawComposioTools({ tools: [READ] });
        expect(tools.wrapToolsForProvider(userId, raw)).toMatchObject(form);
        await expect(tools.get(userId, "GITHUB_CREATE_AN_ISSUEE")).rejects.toMatchObject({
          name: "ComposioToolNotFoundError",
        });
      });

      test("execute takes a version, an account, and changes, and distinguishes refusal and failure", async () => {
        const { version = "" } = await tools.getRawComposioToolBySlug(READ);
        const read = await tools.execute(READ, { userId, arguments: repository, version });
        expect(read).toMatchObject({
          successful: true,
          error: null,
          data: { name: GITHUB_REPO, owner: { login: GITHUB_LOGIN } },
          logId: expect.stringMatching(/^log_/),
        });
        expect(
          await tools.execute(READ, { userId, connectedAccountId: accountId, arguments: repository, ...latest }),
        ).toMatchObject({ successful: true, data: { name: GITHUB_REPO } });

        const title = `Created by execute of ${name}`;
        const newIssue = await tools.execute(
          ISSUE,
          { userId, arguments: { ...repository, title: "replaced" }, ...latest },
          {
            beforeExecute: ({ params }) => ({ ...params, arguments: { ...params.arguments, title } }),
            afterExecute: ({ result, toolSlug, toolkitSlug }) => ({
              ...result,
              data: { title: result.data.title, toolSlug, toolkitSlug },
            }),
          },
        );
        expect(newIssue).toMatchObject({ successful: true, data: { title, toolSlug: ISSUE, toolkitSlug: "github" } });
        expect((await githubIssues(emulators)).filter((issue) => issue.title === title)).toHaveLength(1);

        const refusal = await tools.execute(READ, {
          userId,
          arguments: { ...repository, repo: "not-there" },
          ...latest,
        });
        expect(refusal).toMatchObject({ successful: false, error: expect.stringContaining("404") });
      });

      test("execute works with credentials and parameters of the call, without an account", async () => {
        await callWithBroughtCredentials(tools, { userId, api });
      });

      test("execute throws with the server's code and its advice", async () => {
        const before = api.seen.length;
        const failed = (status: number, error: Record<string, unknown>) => ({
          cause: {
            status,
            error: {
              error: expect.objectContaining({
                status,
                request_id: expect.stringMatching(/^req_/),
                suggested_fix: expect.any(String),
                ...error,
              }),
            },
          },
        });
        const missing = tools.execute(READ, { userId, arguments: { owner: GITHUB_LOGIN }, ...latest });
        await expect(missing).rejects.toMatchObject({
          name: "ComposioToolExecutionError",
          ...failed(422, { errors: [expect.stringContaining("repo")] }),
        });
        const others = tools.execute(READ, {
          userId: "somebody-else",
          connectedAccountId: accountId,
          arguments: repository,
          ...latest,
        });
        await expect(others).rejects.toMatchObject(failed(400, { code: 1812 }));
        const nobodys = tools.execute(READ, { userId: "somebody-else", arguments: repository, ...latest });
        await expect(nobodys).rejects.toMatchObject({
          name: "ComposioConnectedAccountNotFoundError",
          message: expect.stringMatching(/account/i),
        });
        await expect(
          tools.execute(READ, { userId, arguments: repository, version: "not-a-version" }),
        ).rejects.toMatchObject({
          name: expect.stringMatching(/^ComposioTool(NotFound|Execution)Error$/),
          cause: { status: 404 },
        });
        await expect(tools.execute(READ, { userId, text: "read the repository", ...latest })).rejects.toMatchObject(
          failed(400, {}),
        );
        expect(api.seen.length).toBe(before);
      });

      test("getInput is refused if no language model is configured", async () => {
        const input = tools.getInput(ISSUE, { text: "open an issue about the broken build" });
        await expect(input).rejects.toMatchObject({
          status: 400,
          error: {
            error: {
              message: expect.stringMatching(/language model/i),
              suggested_fix: expect.stringContaining("PATCHBAY_LLM_BASE_URL"),
            },
          },
        });
      });

      test("proxyExecute sends every method with parameters and body, and returns the provider's status", async () => {
        await callEveryMethod(composio, tools, { userId, accountId, api });
      });

      if (plan.driven.includes("createCustomTool")) {
        test("createCustomTool runs the caller's code, which sends requests with the product's account", async () => {
          await runCustomTool(tools, userId);
        });
      }

      test("the tests call every method", () => {
        expect(methodsOf(composio.tools)).toEqual([...plan.driven, ...plan.inner, ...plan.later].sort());
        expect([...called].sort()).toEqual([...plan.driven].sort());
      });
    });
}
