/** Responses to MCP clients while the database is not available, with a PostgreSQL of this file's own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installLoopbackToolkit } from "@/test/servers/loopback-provider";
import { MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/clients/mcp-api";
import { message, postMcp } from "@/test/clients/mcp-client";
import { startOwnDatabase, type OwnDatabase } from "@/test/servers/own-database";

let database: OwnDatabase;
let owner: McpOwner;
beforeAll(async () => {
  database = await startOwnDatabase();
  await installLoopbackToolkit("http://127.0.0.1:9", MCP_TOOLS);
  owner = await newMcpOwner();
});
afterAll(async () => {
  const { runStops } = await import("@/lib/kernel/process/lifecycle");
  await runStops(() => undefined);
  await database.stop();
});

describe("a database that is away", () => {
  it("503: is told in the words of every other operation, with when to ask again", async () => {
    const { id } = await newMcpServer(owner);
    const ask = () => postMcp(`${id}?user_id=ada`, message("tools/list"), { "x-api-key": owner.key });
    expect((await ask()).status).toBe(200);
    const bringBack = await database.takeAway("killed");
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 503,
      body: {
        error: {
          code: -32_000,
          message: "The database isn't responding. Send the request again in a few seconds.",
          data: { status: 503, retry_after: 2 },
        },
      },
    });
    expect(answer.headers.get("retry-after")).toBe("2");
    await bringBack();
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200);
  });
});
