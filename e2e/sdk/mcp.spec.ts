/**
 * MCP servers made by the official SDKs and used by the official MCP client, for two users, with nothing changed but
 * the base URL.
 */
import { expect, test } from "@playwright/test";
import { AuthScheme } from "@composio/core";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { apiOf } from "../fixtures/api";
import { type CheckedApi, startCheckedApi } from "../fixtures/loopback";
import { provision } from "../harness/provision";
import { run } from "../harness/run";
import { methodsOf, noted } from "./drive";
import { catchWarnings, sdks } from "./sdks";

const READ = "GITHUB_GET_A_REPOSITORY";
const ISSUE = "GITHUB_CREATE_AN_ISSUE";
const repository = { owner: "acme", repo: "rockets" };

let upstream: CheckedApi;
test.beforeAll(async () => {
  upstream = await startCheckedApi(() => true);
});
test.afterAll(() => upstream.stop());

async function connectTo(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "e2e", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

for (const { name, connect } of sdks) {
  test.describe
    .serial(name, () => {
      const composio = connect();
      const called = new Set<string>();
      const mcp = noted(composio.mcp, called);
      const label = name.replaceAll(/[^\w]/g, "");
      // of this worker alone: names are unique in a project
      const serverName = `E2E ${label} ${Date.now()}`;
      const users = [`mcp-ada-${label}`, `mcp-bob-${label}`] as const;
      let authConfigId = "";
      let serverId = "";
      let caught: ReturnType<typeof catchWarnings>;

      test.beforeAll(async () => {
        ({ id: authConfigId } = await composio.authConfigs.create("github", {
          type: "use_custom_auth",
          authScheme: "BEARER_TOKEN",
          credentials: { base_url: upstream.url },
        }));
        for (const user of users)
          await composio.connectedAccounts.initiate(user, authConfigId, {
            config: AuthScheme.BearerToken({ token: `token-of-${user}` }),
          });
      });
      test.beforeEach(() => {
        caught = catchWarnings();
      });
      test.afterEach(() => {
        caught.release();
        expect(caught.warnings).toEqual([]);
      });

      test("create, list and get return a server for an auth config and a tool, with its address", async () => {
        const server = await mcp.create(serverName, {
          toolkits: [{ authConfigId }],
          allowedTools: [READ],
          manuallyManageConnections: true,
        });
        serverId = server.id;
        expect(server).toMatchObject({
          name: serverName,
          allowedTools: [READ],
          authConfigIds: [authConfigId],
          MCPUrl: `${run().url}/v3/mcp/${serverId}`,
          commands: {
            claude: expect.stringContaining(serverId),
            cursor: expect.any(String),
            windsurf: expect.any(String),
          },
        });
        expect(await mcp.get(serverId)).toMatchObject({
          id: serverId,
          name: serverName,
          toolkits: ["github"],
          toolkitIcons: { github: expect.stringMatching(/^http/) },
          serverInstanceCount: 0,
        });
        const servers = await mcp.list({
          page: 1,
          limit: 5,
          toolkits: ["github"],
          authConfigs: [authConfigId],
          name: serverName.toUpperCase(),
        });
        expect(servers).toMatchObject({ items: [{ id: serverId }], currentPage: 1, totalPages: 1 });
        const { url } = await server.generate(users[0]);
        expect(url).toMatch(new RegExp(`^${run().url}/v3/mcp/${serverId}\\?user_id=${users[0]}&signature=[\\w-]{43}$`));
      });

      test("generate lets the MCP client list and call the tool, each user with their own account", async () => {
        for (const user of users) {
          const instance = await mcp.generate(user, serverId, { manuallyManageConnections: true });
          expect(instance).toMatchObject({
            id: serverId,
            type: "streamable_http",
            userId: user,
            allowedTools: [READ],
            authConfigs: [authConfigId],
          });
          const client = await connectTo(instance.url);
          expect(client.getServerVersion()).toMatchObject({ title: serverName });
          const { tools } = await client.listTools();
          expect(tools).toMatchObject([
            {
              name: READ,
              title: expect.any(String),
              annotations: { readOnlyHint: true },
              inputSchema: {
                type: "object",
                additionalProperties: false,
                required: expect.arrayContaining(["owner", "repo"]),
              },
            },
          ]);
          expect(await client.callTool({ name: READ, arguments: repository })).toMatchObject({
            structuredContent: {
              successful: true,
              data: { ok: true, path: "/repos/acme/rockets" },
              log_id: expect.stringMatching(/^log_/),
            },
          });
          expect(upstream.seen.at(-1)?.headers.authorization).toBe(`Bearer token-of-${user}`);
          expect(await client.callTool({ name: READ, arguments: { owner: "acme" } })).toMatchObject({
            isError: true,
            structuredContent: { code: 422 },
          });
          await client.close();
        }
        const { url: ofAda } = await mcp.generate(users[0], serverId);
        const asBob = ofAda.replace(users[0], users[1]);
        await expect(connectTo(asBob)).rejects.toMatchObject({ code: 401 });
        const stranger = await connectTo((await mcp.generate("mcp-nobody", serverId)).url);
        expect(await stranger.callTool({ name: READ, arguments: repository })).toMatchObject({
          isError: true,
          structuredContent: { code: 1803, suggested_fix: expect.stringContaining(authConfigId) },
        });
      });

      test("update changes toolkits and tools at once, and the auth config is gone with them", async () => {
        const changed = await mcp.update(serverId, {
          toolkits: ["github", "hackernews"],
          allowedTools: [ISSUE, "HACKERNEWS_GET_USER"],
        });
        expect(changed).toMatchObject({
          toolkits: expect.arrayContaining(["github", "hackernews"]),
          allowedTools: [ISSUE, "HACKERNEWS_GET_USER"],
          authConfigIds: [],
        });
        const client = await connectTo(`${run().url}/v3/mcp/${serverId}/mcp?user_id=${users[0]}`, {
          "x-api-key": run().api_key,
        });
        expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual([ISSUE, "HACKERNEWS_GET_USER"]);
        await expect(client.callTool({ name: READ, arguments: repository })).rejects.toThrow(/Unknown tool/);
        expect(await client.callTool({ name: ISSUE, arguments: { ...repository, title: "By MCP" } })).toMatchObject({
          structuredContent: { successful: true },
        });
      });

      test("returns 404 for another project's key, and 401 for a handwritten address without a key", async () => {
        const other = await provision(run(), {
          email: run().email,
          project: `MCP stranger ${label} ${process.env.TEST_WORKER_INDEX ?? ""}`,
        });
        const address = (id: string) => `${run().url}/v3/mcp/${id}?user_id=${users[0]}`;
        await expect(connectTo(address(serverId), { "x-api-key": other.api_key })).rejects.toMatchObject({
          code: 404,
        });
        await expect(connect(other.api_key).mcp.get(serverId)).rejects.toMatchObject({ status: 404 });
        const theirs = apiOf(run().url, other.api_key);
        const { body } = await theirs.call<{ id: string }>("POST", "/mcp/servers/custom", {
          name: `Locked ${Date.now()}`,
          toolkits: ["hackernews"],
        });
        await expect(connectTo(address(body.id))).rejects.toMatchObject({ code: 401 });
        expect(
          (await (await connectTo(address(body.id), { authorization: `Bearer ${other.api_key}` })).listTools()).tools
            .length,
        ).toBeGreaterThan(3);
      });

      test("delete leaves no answer at the address", async () => {
        const { url: address } = await mcp.generate(users[0], serverId);
        expect(await mcp.delete(serverId)).toMatchObject({ id: serverId, deleted: true });
        await expect(connectTo(address)).rejects.toMatchObject({ code: 404 });
        await expect(mcp.get(serverId)).rejects.toMatchObject({ status: 404 });
      });

      test("the tests call every method", () => {
        expect([...called].sort()).toEqual(methodsOf(composio.mcp));
      });
    });
}
