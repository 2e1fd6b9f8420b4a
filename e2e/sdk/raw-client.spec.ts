/**
 * Every method of the raw client 2.0.0-rc.6 that belongs to tools, toolkits and files, on `/api/v3.1`: pages, values
 * and errors.
 */
import { createHash } from "node:crypto";
import Client, { BadRequestError, NotFoundError, UnprocessableEntityError } from "@composio/client";
import { expect, test } from "@playwright/test";
import { apiOf, connectAccount, createAuthConfig } from "../fixtures/api";
import { type CheckedApi, startCheckedApi } from "../fixtures/loopback";
import { run } from "../harness/run";
import { methodsOf, noted } from "./drive";
import { catchWarnings } from "./sdks";

const driven = {
  tools: ["execute", "getInput", "list", "proxy", "retrieve", "retrieveEnum", "retrieveRequiredScopes"],
  toolkits: ["list", "retrieve", "retrieveCategories", "retrieveChangelog", "retrieveMulti"],
  files: ["createPresignedURL", "list"],
};
/** Of accounts, of organizations and of logs: driven by tests of those. */
const others = [
  "apiKeyRevocation",
  "auth",
  "authConfigs",
  "cli",
  "connectedAccounts",
  "link",
  "logs",
  "migration",
  "org",
  "project",
];
/** Sessions, MCP servers, triggers and webhooks: later milestones. */
const later = ["mcp", "toolRouter", "triggerInstances", "triggersTypes", "webhookEndpoints", "webhookSubscriptions"];

const READ = "GITHUB_GET_A_REPOSITORY";
const repository = { owner: "ada", repo: "engine" };
const userId = "raw-client";

test.describe
  .serial("client 2.0.0-rc.6", () => {
    const client = new Client({ apiKey: run().api_key, baseURL: run().url });
    const called = { tools: new Set<string>(), toolkits: new Set<string>(), files: new Set<string>() };
    const tools = noted(client.tools, called.tools);
    const toolkits = noted(client.toolkits, called.toolkits);
    const files = noted(client.files, called.files);
    let api: CheckedApi;
    let accountId = "";
    let caught: ReturnType<typeof catchWarnings>;

    test.beforeAll(async () => {
      api = await startCheckedApi((request) => request.headers.authorization === "Bearer raw-token-77d1");
      const plain = apiOf(run().url, run().api_key);
      const authConfigId = await createAuthConfig(plain, {
        toolkit: "github",
        scheme: "BEARER_TOKEN",
        credentials: { base_url: api.url },
      });
      accountId = await connectAccount(plain, {
        authConfigId,
        userId,
        scheme: "BEARER_TOKEN",
        val: { token: "raw-token-77d1" },
      });
    });
    test.afterAll(() => api.stop());
    test.beforeEach(() => {
      caught = catchWarnings();
    });
    test.afterEach(() => {
      caught.release();
      expect(caught.warnings).toEqual([]);
    });

    test("tools.list, retrieve and retrieveEnum return pages by cursor, filtered tools, and all slugs", async () => {
      const slugs: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await tools.list({ toolkit_slug: "hackernews", limit: 4, ...(cursor && { cursor }) });
        pages += 1;
        expect(page).toMatchObject({ current_page: pages, total_pages: 2, total_items: 6 });
        slugs.push(...page.items.map(({ slug }) => slug));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect([pages, new Set(slugs).size]).toEqual([2, 6]);
      expect(await tools.retrieveEnum()).toEqual(expect.arrayContaining([...slugs, READ]));

      const { items } = await tools.list({
        query: "get a repository",
        toolkit_slug: "github",
        important: "true",
        limit: 3,
      });
      expect(items.length).toBeGreaterThan(0);
      const version = (await tools.retrieve(READ)).version;
      expect(await tools.retrieve(READ, { version })).toMatchObject({
        slug: READ,
        version,
        toolkit: { slug: "github" },
        deprecated: { is_deprecated: false, version: expect.any(String) },
        scope_requirements: { all_of: [{ any_of: ["repo", "public_repo"] }] },
      });
      expect((await tools.list({ tool_slugs: READ, toolkit_versions: { github: version } })).items).toHaveLength(1);
      await expect(tools.retrieve("NO_SUCH_TOOL")).rejects.toBeInstanceOf(NotFoundError);
      await expect(tools.list({ cursor: "not-a-cursor" })).rejects.toBeInstanceOf(BadRequestError);
    });

    test("tools.execute, proxy and getInput return the provider's answer, or throw errors by class", async () => {
      const args = { user_id: userId, arguments: repository };
      expect(await tools.execute(READ, args)).toEqual({
        successful: true,
        error: null,
        log_id: expect.stringMatching(/^log_/),
        data: { ok: true, path: "/repos/ada/engine", method: "GET", sent: "" },
      });
      expect(
        await tools.execute(READ, {
          ...args,
          connected_account_id: accountId,
          version: "latest",
          "x-llm-gateway-headers": "{}",
        }),
      ).toMatchObject({ successful: true });
      await expect(tools.execute(READ, { user_id: userId, arguments: { owner: "ada" } })).rejects.toBeInstanceOf(
        UnprocessableEntityError,
      );
      await expect(tools.execute(READ, { ...args, user_id: "nobody" })).rejects.toMatchObject({
        status: 400,
        error: { error: { code: 1803 } },
      });

      const answer = await tools.proxy({
        connected_account_id: accountId,
        endpoint: "/things",
        method: "PATCH",
        body: { a: "ü" },
        parameters: [
          { name: "q", value: "1", type: "query" },
          { name: "x-a", value: "b", type: "header" },
        ],
      });
      expect(answer).toMatchObject({
        status: 200,
        data: { method: "PATCH", path: "/things?q=1", sent: '{"a":"ü"}' },
        headers: { "content-type": "application/json" },
      });
      expect(api.seen.findLast(({ path }) => path === "/things?q=1")?.headers["x-a"]).toBe("b");
      expect(
        await tools.proxy({
          connected_account_id: accountId,
          endpoint: "/things",
          method: "POST",
          binary_body: { base64: Buffer.from("bytes").toString("base64"), content_type: "text/plain" },
        }),
      ).toMatchObject({ data: { sent: "bytes" } });
      expect(await tools.proxy({ connected_account_id: accountId, endpoint: "/things", method: "HEAD" })).toMatchObject(
        { status: 200 },
      );
      await expect(tools.getInput(READ, { text: "read ada's engine" })).rejects.toMatchObject({
        status: 400,
        error: { error: { suggested_fix: expect.stringContaining("PATCHBAY_LLM_BASE_URL") } },
      });
    });

    test("tools.retrieveRequiredScopes returns the scopes that an account needs for a set of tools", async () => {
      const answer = await tools.retrieveRequiredScopes({ tools: ["GMAIL_SEND_EMAIL", READ] });
      expect(JSON.stringify(answer)).toMatch(/gmail\.(send|modify|compose)|mail\.google\.com/);
    });

    test("toolkits returns pages by cursor, one, several by slug, categories and versions with changes", async () => {
      const first = await toolkits.list({ limit: 10, sort_by: "alphabetically" });
      const second = await toolkits.list({ limit: 10, sort_by: "alphabetically", cursor: first.next_cursor ?? "" });
      expect([first.current_page, second.current_page, first.total_pages]).toEqual([
        1,
        2,
        Math.ceil(first.total_items / 10),
      ]);
      expect(new Set([...first.items, ...second.items].map(({ slug }) => slug)).size).toBe(20);
      expect(await toolkits.retrieve("github")).toMatchObject({
        slug: "github",
        meta: { available_versions: expect.arrayContaining([expect.stringMatching(/^\d{8}_\d\d$/)]) },
        auth_config_details: expect.arrayContaining([expect.objectContaining({ mode: "OAUTH2" })]),
      });
      await expect(toolkits.retrieve("no-such-toolkit")).rejects.toBeInstanceOf(NotFoundError);
      const several = await toolkits.retrieveMulti({ toolkits: ["slack", "github", "no-such-toolkit"] });
      expect(several).toMatchObject({ total_items: 2, next_cursor: null });
      expect(several.items.map(({ slug }) => slug).sort()).toEqual(["github", "slack"]);
      const { items } = await toolkits.retrieveCategories();
      expect(items.every(({ id, name }) => id && name)).toBe(true);
      const changes = await toolkits.retrieveChangelog();
      expect(changes.items.find(({ slug }) => slug === "github")).toMatchObject({
        display_name: "GitHub",
        versions: [
          expect.objectContaining({ version: expect.stringMatching(/^\d{8}_\d\d$/), changelog: expect.any(String) }),
        ],
      });
    });

    test("files returns a signed address that accepts the content once it fits, and a list with pages", async () => {
      const uploads = ["first", "second", "third"].map((text) => ({
        text,
        md5: createHash("md5").update(text).digest("hex"),
      }));
      for (const { text, md5 } of uploads) {
        const presigned = await files.createPresignedURL({
          toolkit_slug: "gmail",
          tool_slug: "GMAIL_CREATE_EMAIL_DRAFT",
          filename: `${text}.txt`,
          mimetype: "text/plain",
          md5,
        });
        expect(presigned).toMatchObject({
          id: expect.any(String),
          key: expect.stringContaining(md5),
          type: "new",
          metadata: { storage_backend: "s3" },
        });
        expect(presigned.new_presigned_url.startsWith(run().url)).toBe(true);
        expect(
          (
            await fetch(presigned.new_presigned_url, {
              method: "PUT",
              headers: { "content-type": "text/plain" },
              body: `${text}, changed`,
            })
          ).status,
        ).toBe(400);
        expect(
          (
            await fetch(presigned.new_presigned_url, {
              method: "PUT",
              headers: { "content-type": "text/plain" },
              body: text,
            })
          ).status,
        ).toBe(200);
      }
      const filter = { toolkit_slug: "gmail", tool_slug: "GMAIL_CREATE_EMAIL_DRAFT", limit: 2 };
      const first = await files.list(filter);
      const second = await files.list({ ...filter, cursor: first.next_cursor ?? "" });
      expect([first.total_items, first.total_pages, second.next_cursor]).toEqual([3, 2, null]);
      expect([...first.items, ...second.items].map(({ md5 }) => md5)).toEqual(uploads.map(({ md5 }) => md5).reverse());
      await expect(
        files.createPresignedURL({
          toolkit_slug: "gmail",
          tool_slug: "GMAIL_SEND_EMAIL",
          filename: "a",
          mimetype: "text/plain",
          md5: "not-a-sum",
        }),
      ).rejects.toBeInstanceOf(BadRequestError);
    });

    test("the tests call every method of every resource", () => {
      for (const part of ["tools", "toolkits", "files"] as const) {
        expect(methodsOf(client[part]), part).toEqual(driven[part]);
        expect([...called[part]].sort(), part).toEqual(driven[part]);
      }
      const resources = Object.entries(client)
        .filter(
          ([, value]) =>
            typeof value === "object" && value !== null && !Array.isArray(value) && value.constructor !== Object,
        )
        .map(([key]) => key);
      expect(
        resources.filter((key) => /^[a-z]/i.test(key) && key !== "logger" && key !== "fetchOptions").sort(),
      ).toEqual([...Object.keys(driven), ...others, ...later].sort());
    });
  });
