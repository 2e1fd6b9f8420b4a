/** What MCP clients are told while the database is away, on a PostgreSQL of this file's own. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DatabaseBusy, DatabaseUnavailable } from "@/lib/kernel/database/db-errors";
import { ApiError } from "@/lib/kernel/errors";
import { installLoopbackToolkit } from "@/test/loopback-provider";
import { MCP_TOOLS, newMcpOwner, newMcpServer, type McpOwner } from "@/test/mcp-api";
import { message, postMcp } from "@/test/mcp-client";
import { startOwnDatabase, type OwnDatabase } from "@/test/own-database";
import { toProtocolError } from "./tool-server";

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
          message: "The database does not answer at the moment. Send the request again in a few seconds.",
          data: { status: 503, retry_after: 2 },
        },
      },
    });
    expect(answer.headers.get("retry-after")).toBe("2");
    await bringBack();
    await expect.poll(async () => (await ask()).status, { timeout: 30_000 }).toBe(200);
  });
});

describe("what is thrown while a tool is listed or called", () => {
  it.each([
    [
      new DatabaseUnavailable("nothing", 0, true),
      "The database does not answer at the moment. Send the request again in a few seconds.",
      2,
    ],
    [
      new DatabaseUnavailable("unknown", 0, true),
      "The database stopped answering while this request was carried out, so it may have been done or not. Look whether it was done before you send it again.",
      2,
    ],
    [
      new DatabaseBusy(),
      "The server has more to do than its database takes at a time; nothing was done. Send the request again in a few seconds.",
      5,
    ],
    [
      new ApiError("Unavailable", "The token could not be renewed.", { headers: { "retry-after": "30" } }),
      "The token could not be renewed.",
      30,
    ],
  ])("%s is told with its own sentence and when to ask again", (error, text, after) => {
    expect(toProtocolError(error, "req_1")).toMatchObject({
      code: -32_000,
      message: text,
      data: { status: 503, retry_after: after, request_id: "req_1" },
    });
  });

  it("is not told when it is a fault of this server", () => {
    expect(toProtocolError(new Error("secret"), "req_1")).toMatchObject({
      code: -32_603,
      message: "The server failed to answer this request.",
    });
  });
});
