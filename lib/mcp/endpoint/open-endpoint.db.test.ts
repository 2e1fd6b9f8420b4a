/** Access to the MCP endpoint, and its protocol: called by the official MCP client and by hand. */
import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { updateProjectConfig } from "@/lib/access/projects/projects";
import { installLoopbackToolkit } from "@/test/servers/loopback-provider";
import { generateMcp, MCP_TOOLS, mcpRoutes, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { connectMcp, message, postMcp } from "@/test/clients/mcp-client";
import { inspect } from "@/test/mcp-fixture/inspector";
import { serveRoutes } from "@/test/mcp-fixture/serve";
import { holdWindows } from "@/test/setup/hold-windows";

let owner: McpOwner;
let stranger: McpOwner;

beforeAll(async () => {
  await holdWindows();
  await installLoopbackToolkit("http://127.0.0.1:9", MCP_TOOLS);
  [owner, stranger] = [await newMcpOwner(), await newMcpOwner()];
});

const connect = (path: string, headers: Record<string, string> = { "x-api-key": owner.key }) =>
  connectMcp(path, headers);
const post = (path: string, body: string | undefined, headers: Record<string, string> = {}, method = "POST") =>
  postMcp(path, body, { "x-api-key": owner.key, ...headers }, method);

describe("a caller of the endpoint", () => {
  it("needs a key of the project, in either header", async () => {
    const { id } = await newMcpServer(owner);
    expect((await post(`${id}?user_id=ada`, message("ping"))).body.result).toEqual({});
    expect(
      (await post(`${id}/mcp?user_id=ada`, message("ping"), { "x-api-key": "", authorization: `Bearer ${owner.key}` }))
        .status,
    ).toBe(200);
    expect(
      (
        await post(`${id}/mcp?user_id=ada`, message("ping"), {
          "x-api-key": "",
          authorization: `Bearer ${stranger.key}`,
        })
      ).status,
    ).toBe(404);
    expect(
      (await post(`${id}?user_id=ada`, message("ping"), { "x-api-key": "ak_000000000000000000000000" })).status,
    ).toBe(401);
    expect((await post(`${id}?user_id=ada`, message("tools/list"), { "x-api-key": stranger.key })).status).toBe(404);
    expect((await post(`${randomUUID()}?user_id=ada`, message("ping"))).status).toBe(404);
  });

  it("needs only the address if the project asks for no key (200)", async () => {
    const newOwner = await newMcpOwner();
    await updateProjectConfig(newOwner.projectId, { requireMcpApiKey: false });
    const { id } = await newMcpServer(newOwner);
    expect((await (await connect(`${id}?user_id=ada`, {})).listTools()).tools).toHaveLength(2);
    await updateProjectConfig(newOwner.projectId, { requireMcpApiKey: true });
    await expect(connect(`${id}?user_id=ada`, {})).rejects.toThrow(/without an API key/);
    expect((await (await connect(`${id}?user_id=ada`, { "x-api-key": newOwner.key })).listTools()).tools).toHaveLength(
      2,
    );
  });

  it("shares one limit with all calls without a key or a signature (429)", async () => {
    const newOwner = await newMcpOwner();
    await updateProjectConfig(newOwner.projectId, {
      requireMcpApiKey: false,
      rateLimits: { key: { requests: 2, seconds: 86_400 } },
    });
    const [limited, free] = [await newMcpServer(newOwner), await newMcpServer(newOwner)].map(
      ({ id }) => `${id}?user_id=ada`,
    );
    const call = async (path = "") => await postMcp(path, message("ping"));
    expect([
      (await call(limited)).headers.get("x-ratelimit-remaining"),
      (await call(limited?.replace("ada", "bob"))).status,
      (await call(limited)).status,
      (await call(free)).status,
    ]).toEqual(["1", 200, 429, 200]);
    expect(Number((await call(limited)).headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("is no page of another site, by whatever name it reached this server (403)", async () => {
    const { id } = await newMcpServer(owner);
    for (const origin of ["https://evil.example", "null", "http://localhost:3001"])
      expect((await post(`${id}?user_id=ada`, message("ping"), { origin, host: "evil.example" })).status, origin).toBe(
        403,
      );
    expect((await post(`${id}?user_id=ada`, message("ping"), { origin: "http://127.0.0.1:3000" })).status).toBe(200);
  });

  it("gets 400 with the missing part for an address that names no user", async () => {
    const { id } = await newMcpServer(owner);
    await expect(connect(id)).rejects.toThrow(/user_id is missing.*connected_account_id/);
  });

  it("calls for the project's user by an address that names no user, if the project names one (200)", async () => {
    const newOwner = await newMcpOwner();
    const { id } = await newMcpServer(newOwner);
    const withKey = { "x-api-key": newOwner.key };
    await updateProjectConfig(newOwner.projectId, { mcpDefaultUser: "ada" });
    expect((await (await connect(id, withKey)).listTools()).tools).toHaveLength(2);
    await expect(connect(id, {})).rejects.toThrow(/without an API key/);
    await expect(connect(id, { "x-api-key": owner.key })).rejects.toThrow(/404/);
    await expect(connect(`${id}?signature=x`, withKey)).rejects.toThrow(/does not fit/);
    await updateProjectConfig(newOwner.projectId, { mcpDefaultUser: "" });
    await expect(connect(id, withKey)).rejects.toThrow(/mcp_default_user_id/);
  });
});

describe("the protocol", () => {
  it("answers an invalid message with JSON-RPC's codes", async () => {
    const serverPath = `${(await newMcpServer(owner)).id}?user_id=ada`;
    expect(await post(serverPath, "{not json")).toMatchObject({
      status: 400,
      body: { jsonrpc: "2.0", id: null, error: { code: -32700 } },
    });
    expect(await post(serverPath, `[${message("ping")}]`)).toMatchObject({
      status: 400,
      body: { error: { code: -32600, message: expect.stringContaining("batches") as string } },
    });
    expect(await post(serverPath, "")).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(
      await post(
        serverPath,
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"LOOPBACK_READ","arguments":{"q":12345678901234567890}}}`,
      ),
    ).toMatchObject({ status: 400, body: { error: { code: -32600 } } });
    expect(await post(serverPath, `{"id":1}`)).toMatchObject({
      status: 400,
      body: { error: { code: expect.any(Number) as number } },
    });
    expect((await post(serverPath, message("resources/list"))).body.error).toMatchObject({ code: -32601 });
    expect(
      (await post(serverPath, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }))).status,
    ).toBe(202);
    expect((await post(serverPath, `"${"x".repeat(11 * 1024 * 1024)}"`)).status).toBe(413);
    expect((await post(serverPath, message("ping"), { "mcp-protocol-version": "1999-01-01" })).status).toBe(400);
  });

  it("returns 405 for ending a session, and for a stream that the client cannot read", async () => {
    const { id } = await newMcpServer(owner);
    for (const path of [id, `${id}/mcp`]) {
      const userPath = `${path}?user_id=ada`;
      expect(await post(userPath, undefined, {}, "DELETE")).toMatchObject({ status: 405, body: { jsonrpc: "2.0" } });
      expect(await post(userPath, undefined, { accept: "application/json" }, "GET")).toMatchObject({
        status: 405,
        body: { jsonrpc: "2.0" },
      });
    }
    expect((await post(id, undefined, {}, "DELETE")).headers.get("allow")).toBe("GET, POST");
  });

  it("uses the version that the client asks for", async () => {
    const { id } = await newMcpServer(owner, { name: "Versioned" });
    for (const protocolVersion of ["2025-03-26", "2025-06-18", "2025-11-25"])
      expect(
        (
          await post(
            `${id}?user_id=ada`,
            message("initialize", { protocolVersion, capabilities: {}, clientInfo: { name: "t", version: "1" } }),
          )
        ).body.result,
      ).toMatchObject({
        protocolVersion,
        capabilities: { tools: { listChanged: true } },
        serverInfo: { title: "Versioned" },
      });
  });
});

describe("the official inspector, with a signed address alone", () => {
  it.each(["mcp", "sse"])("lists and calls at /%s", async (path) => {
    const { id } = await newMcpServer(owner);
    const { users } = await generateMcp(owner, id, { user_ids: ["ada"] });
    const served = await serveRoutes(mcpRoutes);
    try {
      const url = `${served.url}/v3/mcp/${(users[0] ?? "").replace("?", `/${path}?`)}`;
      expect(await inspect(url, "tools/list")).toMatchObject({
        tools: [{ name: "LOOPBACK_CREATE_ISSUE" }, { name: "LOOPBACK_READ" }],
      });
      expect(await inspect(url, "tools/call", "--tool-name", "LOOPBACK_READ")).toMatchObject({
        isError: true,
        structuredContent: { code: 1803 },
      });
    } finally {
      await served.close();
    }
  });
});
