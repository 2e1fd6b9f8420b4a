/** The socket of a sandbox, against code that sends more than it waits for and asks for more than it reads. */
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openHelperServer, type HelperServer } from "./helper-server";
import type { Helper } from "./helpers";

const KEY = "wbk_test";
let socket: string;
let door: HelperServer;
let helper: Helper;
const headers = { "x-session-access-key": KEY, "content-type": "application/json" };

beforeEach(async () => {
  socket = path.join(mkdtempSync(path.join(tmpdir(), "door-")), "helpers.sock");
  const find = () => ({ helper, signal: new AbortController().signal, on: { requestId: "req_test" } });
  door = await openHelperServer(socket, KEY, find);
});
afterEach(() => door.close());

async function ask(body = "{}"): Promise<{ data: unknown; error: string }> {
  const client = request({ socketPath: socket, path: "/run_composio_tool", method: "POST", headers });
  // The door closes a connection whose arguments it has refused.
  client.on("error", () => {}).end(body);
  const [answer] = (await once(client, "response")) as [AsyncIterable<Buffer>];
  let text = "";
  for await (const part of answer) text += part.toString();
  return JSON.parse(text) as { data: unknown; error: string };
}

it("answers calls on a connection one after the other", async () => {
  helper = async () => ({ data: 1, error: "" });
  expect([await ask(), await ask()]).toEqual([
    { data: 1, error: "" },
    { data: 1, error: "" },
  ]);
});

it("runs one call at a time for a connection, however many are sent on it", async () => {
  let calls = 0;
  helper = async () => {
    calls++;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return { data: 1, error: "" };
  };
  const lines = ["POST /run_composio_tool HTTP/1.1", "host: x", `x-session-access-key: ${KEY}`, "content-length: 2"];
  const flood = connect(socket).on("error", () => {});
  flood.write(`${lines.join("\r\n")}\r\n\r\n{}`.repeat(200));
  await once(flood.resume(), "close");
  expect(calls).toBeLessThanOrEqual(1);
});

it("returns 413 for arguments that nest too deep, without reading them", async () => {
  helper = async (body) => ({ data: Object.keys(body), error: "" });
  const nested = (levels: number) => `{"a":`.repeat(levels) + "1" + "}".repeat(levels);
  expect((await ask(nested(64))).data).toEqual(["a"]);
  expect((await ask(nested(100_000))).error).toContain("deeper than 64 levels");
});

it("returns 413 for arguments of more values or names than a request may have, without reading them", async () => {
  helper = async (body) => ({ data: Object.keys(body).length, error: "" });
  const names = (count: number) => `{${Array.from({ length: count }, (_, n) => `"n${n}":1`).join(",")}}`;
  expect((await ask(names(49_000))).data).toBe(49_000);
  expect((await ask(names(550_000))).error).toContain("more than 50,000 names");
  expect((await ask(`{"a":[${"[],".repeat(2_000_000)}[]]}`)).error).toContain("more than 100,000 values");
  expect((await ask(`{"a":"${"x".repeat(9_000_000)}"}`)).error).toContain("more than 8 MB");
});

it("returns 400 with an explanation for a number that would lose digits", async () => {
  helper = async (body) => ({ data: body, error: "" });
  expect((await ask('{"id":1234567890123456789}')).error).toContain("Send it as text");
  expect((await ask('{"id":"1234567890123456789"}')).data).toEqual({ id: "1234567890123456789" });
});

it("keeps only a bounded part of answers that nobody reads", async () => {
  let calls = 0;
  helper = async () => {
    calls++;
    return { data: "x".repeat(10_000_000), error: "" };
  };
  const head = `POST /run_composio_tool HTTP/1.1\r\nhost: x\r\nx-session-access-key: ${KEY}\r\ncontent-length: 2\r\n\r\n{}`;
  const silent = Array.from({ length: 12 }, () => connect(socket).on("error", () => {}));
  for (const socket of silent) socket.pause().write(head);
  await expect.poll(() => calls, { timeout: 30_000 }).toBe(12);
  expect((await ask()).error).toContain("too large together");
  for (const socket of silent) socket.destroy();
  await expect.poll(async () => (await ask()).error, { timeout: 30_000 }).toBe("");
});
