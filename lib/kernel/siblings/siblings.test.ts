/** Calls between processes of one copy of the app, over the real socket. */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { ApiError } from "../errors";
import { processPlace, setProcessPlace } from "../process/process-place";
import { askSibling } from "./ask-sibling";
import { type Operation, serveSiblings } from "./serve-siblings";
import { socketOf } from "./socket-of";

const before = { ...processPlace() };
const sockets = mkdtempSync(path.join(tmpdir(), "pb siblings é-"));
let endedCallers = 0;
let stop: () => Promise<void>;

const operations = new Map<string, Operation>([
  ["echo", (input) => Promise.resolve(input)],
  ["refuse", () => Promise.reject(new ApiError("Conflict", "It is taken.", { headers: { "retry-after": "5" } }))],
  ["break", () => Promise.reject(new TypeError("no such thing"))],
  [
    "add",
    (_, caller) =>
      new Promise((resolve) => {
        let sum = 0;
        caller.onMessage((value) => {
          if (value === "end") return resolve(sum);
          sum += Number(value);
          caller.send(sum);
        });
        caller.send(0);
      }),
  ],
  [
    "wait",
    (_, caller) =>
      new Promise((resolve) => {
        caller.signal.addEventListener("abort", () => resolve(endedCallers++));
        caller.send("begun");
      }),
  ],
]);

beforeAll(async () => {
  setProcessPlace({ index: 1, count: 2, sockets });
  stop = await serveSiblings(operations);
});
afterAll(async () => {
  await stop();
  setProcessPlace(before);
  rmSync(sockets, { recursive: true, force: true });
});

it("carries values as they are, and only this user can open the socket", async () => {
  const value = { at: new Date(0), none: undefined, list: [null, "é"] };
  expect(await askSibling(1, "echo", value)).toEqual(value);
  const bytes = Buffer.alloc(3_000_000, 1);
  expect(bytes.equals(await askSibling<Buffer>(1, "echo", bytes))).toBe(true);
  expect(statSync(socketOf(1)).mode & 0o777).toBe(0o600);
});

it("carries the errors of the API, and hides no other failure", async () => {
  await expect(askSibling(1, "refuse", null)).rejects.toMatchObject({
    ...{ name: "ApiError", kind: "Conflict", status: 409, message: "It is taken." },
    details: { headers: { "retry-after": "5" } },
  });
  await expect(askSibling(1, "break", null)).rejects.toThrow("no such thing");
  await expect(askSibling(1, "unknown", null)).rejects.toThrow("There is no operation unknown.");
});

it("lets both sides send messages during a call", async () => {
  const sums: unknown[] = [];
  const sum = await askSibling(1, "add", null, {
    take: (value, reply) => {
      sums.push(value);
      reply(sums.length < 4 ? sums.length : "end");
    },
  });
  expect([sums, sum]).toEqual([[0, 1, 3, 6], 6]);
});

it("ends a call that its signal aborts, and the operation notices", async () => {
  const ending = new AbortController();
  const call = askSibling(1, "wait", null, { signal: ending.signal, take: () => ending.abort(new Error("enough")) });
  await expect(call).rejects.toThrow("enough");
  await expect.poll(() => endedCallers).toBe(1);
});

it("answers 503 for a process that does not run", async () => {
  await expect(askSibling(2, "echo", 1, { patienceMs: 0 })).rejects.toMatchObject({ status: 503 });
});

it("ends a connection whose bytes are no message, and goes on with the others", async () => {
  const socket = new WebSocket("ws://process/", {
    createConnection: (() => createConnection(socketOf(1))) as typeof createConnection,
  });
  socket.once("open", () => socket.send(Buffer.from("no frame")));
  await new Promise((resolve) => socket.once("close", resolve));
  expect(await askSibling(1, "echo", 1)).toBe(1);
});
