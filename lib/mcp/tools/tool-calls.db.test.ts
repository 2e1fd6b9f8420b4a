/** Tools as MCP clients list and call them, against a provider on loopback. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { db } from "@/lib/kernel/database/db";
import { flushToolLogs } from "@/lib/logs/record-execution";
import { requireToolLog } from "@/lib/logs/find-tool-logs";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import {
  askApi,
  askMcp,
  connectUser,
  MCP_TOOLS,
  mcpDoor,
  newMcpOwner,
  newMcpServer,
  ORIGIN,
  type McpOwner,
} from "@/test/clients/mcp-api";
import { connectMcp, message } from "@/test/clients/mcp-client";
import { TOOLS_A_PAGE } from "./server-tools";

let provider: Provider;
let owner: McpOwner;
let stranger: McpOwner;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

const connect = (path: string) => connectMcp(path, { "x-api-key": owner.key });

describe("tools", () => {
  it("are listed with closed schemas, titles and hints; only those that server and auth config allow", async () => {
    const { id } = await newMcpServer(owner);
    const { tools } = await (await connect(`${id}?user_id=ada`)).listTools();
    expect(tools.map(({ name }) => name)).toEqual(["LOOPBACK_CREATE_ISSUE", "LOOPBACK_READ"]);
    expect(tools[0]).toMatchObject({
      title: "LOOPBACK_CREATE_ISSUE",
      inputSchema: {
        $schema: "http://json-schema.org/draft-07/schema#",
        type: "object",
        additionalProperties: false,
        required: ["title"],
      },
      annotations: { readOnlyHint: false, destructiveHint: false },
    });
    const server = await newMcpServer(owner, { allowed_tools: ["LOOPBACK_READ"] });
    const client = await connect(`${server.id}?user_id=ada`);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["LOOPBACK_READ"]);
    await expect(client.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: { title: "no" } })).rejects.toThrow(
      /-32602.*Unknown tool: LOOPBACK_CREATE_ISSUE/,
    );
    await expect(client.callTool({ name: "LOOPBACK_REED" })).rejects.toThrow(
      /Did you mean LOOPBACK_READ\?|Use one of: LOOPBACK_READ/,
    );
    const { id: narrow } = await createAuthConfig(owner.projectId, {
      toolkitSlug: "loopback",
      managed: false,
      scheme: "API_KEY",
      toolAccess: { tools_available_for_execution: ["LOOPBACK_POST_ISSUES"] },
    });
    const narrowed = await connect(`${(await newMcpServer(owner, { auth_config_ids: [narrow] })).id}?user_id=ada`);
    expect((await narrowed.listTools()).tools.map(({ name }) => name)).toEqual(["LOOPBACK_CREATE_ISSUE"]);
    await expect(narrowed.callTool({ name: "LOOPBACK_READ" })).rejects.toThrow(/Unknown tool/);
    await expect(client.listTools({ cursor: "made up" })).rejects.toThrow(/-32602.*cursor/);
    expect(provider.seen).toEqual([]);
  });

  it("-32602: a tool of a toolkit that is none of the server's, where the server has no list of tools", async () => {
    const { id } = await newMcpServer(owner);
    await connectUser(owner, "elsewhere", "key-of-elsewhere-01234");
    await db.mcpServer.updateMany({ where: { id, projectId: owner.projectId }, data: { toolkits: ["hackernews"] } });
    const client = await connect(`${id}?user_id=elsewhere`);
    await expect(client.callTool({ name: "LOOPBACK_READ", arguments: {} })).rejects.toThrow(
      /-32602.*Unknown tool: LOOPBACK_READ/,
    );
    expect(provider.seen).toEqual([]);
  });

  it("are gone with the auth config that limited them, and stay where another one limits them", async () => {
    const config = { toolkitSlug: "loopback", managed: false, scheme: "API_KEY" } as const;
    const [{ id: removedId }, { id: other }] = [
      await createAuthConfig(owner.projectId, config),
      await createAuthConfig(owner.projectId, config),
    ];
    await connectUser(owner, "left", "key-of-left-0123456789");
    const [alone, both] = [
      await newMcpServer(owner, { auth_config_ids: [removedId] }),
      await newMcpServer(owner, { auth_config_ids: [removedId, other] }),
    ];
    const client = await connect(`${alone.id}?user_id=left`);
    expect((await client.listTools()).tools).toHaveLength(2);
    expect((await askApi(owner, "DELETE", `/auth_configs/${removedId}`)).status).toBe(200);
    expect((await client.listTools()).tools).toEqual([]);
    await expect(client.callTool({ name: "LOOPBACK_READ", arguments: {} })).rejects.toThrow(/Unknown tool/);
    expect((await askMcp(owner, "GET", `/${alone.id}`)).body).toMatchObject({ auth_config_ids: [], toolkits: [] });
    const expected = { auth_config_ids: [other], toolkits: ["loopback"] };
    expect((await askMcp(owner, "GET", `/${both.id}`)).body).toMatchObject(expected);
    expect(provider.seen).toEqual([]);
  });

  it("run for the user of the address, each with the account of their own", async () => {
    await connectUser(owner, "ada", "key-of-ada-0123456789");
    await connectUser(owner, "bob", "key-of-bob-0123456789");
    const { id } = await newMcpServer(owner);
    const [ada, bob] = await Promise.all(["ada", "bob"].map((user) => connect(`${id}?user_id=${user}`)));
    const result = await ada?.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: { title: "Hello" } });
    expect(result).toMatchObject({
      structuredContent: {
        successful: true,
        error: null,
        data: { method: "POST", url: "/issues", body: `{"title":"Hello"}` },
        log_id: expect.stringMatching(/^log_/) as string,
      },
    });
    expect(result?.isError).toBeUndefined();
    const [content] = result?.content as { type: string; text: string }[];
    expect(JSON.parse(content?.text ?? "")).toEqual(result?.structuredContent);
    await bob?.callTool({ name: "LOOPBACK_READ", arguments: { q: "x" } });
    expect(provider.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer key-of-ada-0123456789",
      "Bearer key-of-bob-0123456789",
    ]);
    await flushToolLogs();
    const row = await requireToolLog(owner.projectId, (result?.structuredContent as { log_id: string }).log_id);
    expect(row).toMatchObject({ tool_slug: "LOOPBACK_CREATE_ISSUE", user_id: "ada", source: { framework: "mcp" } });
  });

  it("run with the account that the address names, and only with those of the server's auth configs", async () => {
    const first = await connectUser(owner, "several", "key-of-several-number-1");
    const { id: second } = await createAuthConfig(owner.projectId, {
      toolkitSlug: "loopback",
      managed: false,
      scheme: "API_KEY",
    });
    await connectUser(owner, "several", "key-of-several-number-2", second);
    const authorized = () => provider.seen.at(-1)?.headers.authorization;
    const read = async (path: string) => (await connect(path)).callTool({ name: "LOOPBACK_READ", arguments: {} });
    const open = (await newMcpServer(owner)).id;
    await read(`${open}?connected_account_ids=ca_none,${first}`);
    expect(authorized()).toBe("Bearer key-of-several-number-1");
    await read(`${open}?user_id=several`);
    expect(authorized()).toBe("Bearer key-of-several-number-2");
    const bound = (await newMcpServer(owner, { auth_config_ids: [owner.config] })).id;
    await read(`${bound}?user_id=several`);
    expect(authorized()).toBe("Bearer key-of-several-number-1");
    const other = (await newMcpServer(owner, { auth_config_ids: [second] })).id;
    const sentCount = provider.seen.length;
    expect(await read(`${other}?connected_account_id=${first}`)).toMatchObject({
      isError: true,
      structuredContent: {
        code: 1803,
        error: expect.stringContaining("none of this MCP server's auth configs") as string,
      },
    });
    expect(await read(`${bound}?user_id=nobody`)).toMatchObject({
      isError: true,
      structuredContent: { code: 1803, suggested_fix: expect.stringContaining(owner.config) as string },
    });
    expect(await read(`${open}?user_id=eve&connected_account_id=${first}`)).toMatchObject({
      isError: true,
      structuredContent: { code: 1812 },
    });
    const foreign = await connectLoopback(stranger.projectId, "several", "key-of-a-stranger-0123");
    expect(await read(`${open}?connected_account_id=${foreign}`)).toMatchObject({
      isError: true,
      structuredContent: { code: 1803 },
    });
    expect(provider.seen).toHaveLength(sentCount);
  });

  it("tell failures and refusals as results that say what to do", async () => {
    await connectUser(owner, "failing", "key-of-failing-01234567");
    const client = await connect(`${(await newMcpServer(owner)).id}?user_id=failing`);
    expect(await client.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: { titles: "x" } })).toMatchObject({
      isError: true,
      structuredContent: {
        successful: false,
        code: 422,
        errors: expect.arrayContaining([expect.stringMatching(/Did you mean title/)]) as string[],
      },
    });
    expect(
      await (await connect(`${(await newMcpServer(owner)).id}?user_id=without`)).callTool({ name: "LOOPBACK_READ" }),
    ).toMatchObject({
      isError: true,
      structuredContent: { code: 1803, suggested_fix: expect.stringContaining("connected_accounts/link") as string },
    });
    expect(provider.seen).toEqual([]);
    provider.answer = (_, response) => {
      response.writeHead(404, { "content-type": "application/json" }).end(`{"message":"Not Found"}`);
    };
    expect(await client.callTool({ name: "LOOPBACK_READ" })).toMatchObject({
      isError: true,
      structuredContent: { successful: false, error: expect.stringContaining("404") as string },
    });
  });

  it("take other names of arguments, and leave out strange ones with a warning, although their schemas are closed", async () => {
    await connectUser(owner, "mover", "key-of-mover-0123456789");
    const client = await connect(`${(await newMcpServer(owner)).id}?user_id=mover`);
    const moved = await client.callTool({ name: "LOOPBACK_READ", arguments: { words: "tea", trace: true } });
    expect(moved.structuredContent).toMatchObject({
      error: null,
      data: { url: "/read?q=tea" },
      warnings: ["trace: is not an argument of LOOPBACK_READ, which takes q. It was ignored."],
    });
    const misspelled = await client.callTool({ name: "LOOPBACK_CREATE_ISSUE", arguments: { title: "a", titles: "b" } });
    expect(misspelled).toMatchObject({ isError: true, structuredContent: { code: 422 } });
    expect(provider.seen).toHaveLength(1);
  });

  it("answer under further keys, and never in place of the provider's own", async () => {
    await connectUser(owner, "reader", "key-of-reader-0123456789");
    const client = await connect(`${(await newMcpServer(owner)).id}?user_id=reader`);
    provider.answer = (request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ url: request.url, asked: null }));
    };
    const providerFields = { url: "/read?q=tea", asked: null };
    const { structuredContent, content } = await client.callTool({ name: "LOOPBACK_READ", arguments: { q: "tea" } });
    const expected = { ...providerFields, address: "/read?q=tea", response_data: providerFields };
    expect(structuredContent).toMatchObject({ successful: true, data: expected });
    expect(JSON.parse((content as { text: string }[])[0]?.text ?? "")).toEqual(structuredContent);
    provider.answer = (_, response) => response.writeHead(404).end("{}");
    const failed = await client.callTool({ name: "LOOPBACK_READ", arguments: { q: "tea" } });
    expect(failed.structuredContent).not.toHaveProperty("data.response_data");
  });

  it("run once for a key in the call, and give its answer again", async () => {
    await connectUser(owner, "once", "key-of-once-0123456789");
    const client = await connect(`${(await newMcpServer(owner)).id}?user_id=once`);
    const call = (title: string) =>
      client.callTool({
        name: "LOOPBACK_CREATE_ISSUE",
        arguments: { title },
        _meta: { "idempotency-key": "mcp-key-1" },
      });
    const [first, again] = [await call("Once"), await call("Once")];
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect([first._meta, again._meta]).toEqual([undefined, { "idempotency-replayed": true }]);
    expect(await call("Other")).toMatchObject({ isError: true, structuredContent: { code: 409 } });
    expect(provider.seen).toHaveLength(1);
  });

  it("end at the provider when the client hangs up", async () => {
    await connectUser(owner, "hasty", "key-of-hasty-0123456789");
    const { id } = await newMcpServer(owner);
    const hungUp = new Promise<void>((resolve) => {
      provider.answer = (_, response) => {
        response.once("close", resolve);
        controller.abort();
      };
    });
    const controller = new AbortController();
    const pendingResponse = mcpDoor.fetch(
      new Request(`${ORIGIN}/v3/mcp/${id}?user_id=hasty`, {
        method: "POST",
        signal: controller.signal,
        body: message("tools/call", { name: "LOOPBACK_READ", arguments: {} }),
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "x-api-key": owner.key,
        },
      }),
    );
    await hungUp;
    expect((await pendingResponse).status).toBe(200);
  });

  it("come in pages where there are many", async () => {
    const many = Array.from({ length: TOOLS_A_PAGE + 1 }, (_, n) => ({
      slug: `LOOPBACK_MANY_${String(n).padStart(4, "0")}`,
      input: { type: "object", properties: {} },
      request: { method: "GET" as const, path: `/many/${n}`, parameters: [] },
    }));
    await installLoopbackToolkit(provider.baseUrl, [...many, ...MCP_TOOLS]);
    const client = await connect(`${(await newMcpServer(owner)).id}?user_id=ada`);
    const first = await client.listTools();
    expect(first.tools).toHaveLength(TOOLS_A_PAGE);
    const second = await client.listTools({ cursor: first.nextCursor ?? "" });
    expect(second.nextCursor).toBeUndefined();
    const other = await connect(`${(await newMcpServer(owner)).id}?user_id=ada`);
    await expect(other.listTools({ cursor: first.nextCursor ?? "" })).rejects.toThrow(/-32602.*cursor/);
    expect([...first.tools, ...second.tools].map(({ name }) => name).sort()).toEqual(
      [...many, ...MCP_TOOLS].map(({ slug }) => slug).sort(),
    );
  });
});
