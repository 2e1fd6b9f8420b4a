/** Connections that are reset in every phase of a request, for the API and for pages: no other caller is affected. */
import { mkdtempSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { defineRawRoute, defineRoute } from "./api-door/define-route";
import { createApiRouter } from "./api-door/api-router";
import { createListener } from "./listener/create-listener";
import { answerJson } from "./listener/answer-json";
import { startPageThread, type PageThread } from "./page-door/page-thread";

/** How often every phase is tried: it is a matter of luck between which steps of the server a reset arrives. */
const TRIES = 30;

/** Answers slowly or at length if the path asks for it, and reads bodies. */
const WHERE = { host: "127.0.0.1", port: 0, secrets: { active: "", previous: [] } };
const PAGES = `
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const server = createServer((request, response) => {
  if (request.url === "/page/long") {
    const more = () => { while (response.write("x".repeat(65536))); };
    response.on("drain", more);
    more();
  }
  else request.on("error", () => undefined).on("end", () => response.end("a page")).resume();
});
server.listen(workerData.socketPath, () => parentPort.postMessage("ready"));
parentPort.once("message", () => process.exit(0));
`;

const common = {
  summary: "-",
  tag: "-",
  auth: "none",
  permission: "public",
  audit: "none",
  response: z.unknown(),
} as const;
const routes = [
  defineRoute(
    operation({ ...common, id: "take", method: "POST", path: "/api/v3/take", body: z.unknown() }),
    async ({ body }) => body ?? {},
  ),
  defineRoute(operation({ ...common, id: "long", method: "GET", path: "/api/v3/long" }), async () =>
    "x".repeat(5_000_000),
  ),
  defineRawRoute(
    operation({ ...common, id: "stream", method: "GET", path: "/api/v3/stream" }),
    async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
        }),
      ),
  ),
];

let pages: PageThread;
let server: Server;
let port: number;
const uncaught: unknown[] = [];
const note = (error: unknown) => uncaught.push(error);

beforeAll(async () => {
  const script = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-thread-")), "pages.mjs");
  writeFileSync(script, PAGES);
  pages = await startPageThread(pathToFileURL(script), WHERE);
  const door = createApiRouter(routes);
  const general = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
  server = createListener({
    answer: (request, response) => {
      const pathname = (request.url ?? "/").split("?")[0] ?? "/";
      if (!door.answers(pathname)) return pages.answer(request, response);
      const match = door.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : general(request, response);
    },
    // Keeps the socket for later, like the development server.
    upgrade: (_, socket) => void setTimeout(() => socket.end("late"), 5),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await pages.stop();
});
beforeEach(() => {
  uncaught.length = 0;
  process.on("uncaughtExceptionMonitor", note);
});
afterEach(() => {
  process.off("uncaughtExceptionMonitor", note);
});

const HEAD = "host: x\r\nconnection: keep-alive\r\n";
const post = (address: string) => `POST ${address} HTTP/1.1\r\n${HEAD}content-length: 1000\r\n\r\n{"half`;
const get = (address: string) => `GET ${address} HTTP/1.1\r\n${HEAD}\r\n`;

const phases: [string, string, (socket: Socket) => Promise<unknown> | undefined][] = [
  ["before anything was sent", "", () => undefined],
  ["in the middle of the head", "GET /page HTTP/1.1\r\nhost", () => undefined],
  ["in the middle of what is no HTTP", "\x16\x03\x01\x02", () => undefined],
  ...(["/page", "/api/v3/take", "/api/v3/stream"] as const).flatMap((address): typeof phases => [
    [`right after the head, at ${address}`, get(address), () => undefined],
    [`right after three heads at once, at ${address}`, get(address).repeat(3), () => undefined],
    [`in the middle of a body, at ${address}`, post(address), () => undefined],
    [`in the middle of a body that the server waits for, at ${address}`, post(address), later],
    [
      `while an upgrade is asked for, at ${address}`,
      `GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
      () => undefined,
    ],
  ]),
  ["while a tunnel is asked for", "CONNECT x:1 HTTP/1.1\r\nhost: x:1\r\n\r\n", () => undefined],
  ...["/page/long", "/api/v3/long", "/api/v3/stream"].map((address): (typeof phases)[number] => [
    `while the answer is written, at ${address}`,
    get(address),
    (socket) => new Promise((resolve) => socket.once("data", resolve)),
  ]),
];

/** Waits for a few rounds of the server's event loop. */
function later(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 5);
  });
}

/** Connects, sends, and resets (RST) as soon as the phase is reached. */
async function reset(request: string, reached: (socket: Socket) => Promise<unknown> | undefined): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  if (request) await new Promise((resolve) => socket.write(request, resolve));
  await reached(socket);
  socket.resetAndDestroy();
}

describe.each(phases)("a connection that is reset %s", (_, request, reached) => {
  it("leaves the server alive and both doors open", async () => {
    // Long answers use much memory until the reset arrives.
    const tries = request.includes("/long") ? TRIES / 10 : TRIES;
    await Promise.all(Array.from({ length: tries }, () => reset(request, reached)));
    const page = await fetch(`http://127.0.0.1:${port}/page`);
    expect([page.status, await page.text()]).toEqual([200, "a page"]);
    const call = await fetch(`http://127.0.0.1:${port}/api/v3/take`, { method: "POST", body: '{"a":1}' });
    expect([call.status, await call.json()]).toEqual([200, { a: 1 }]);
    expect(uncaught).toEqual([]);
  });
});
