/** Pages that another process of this copy of the app asks for, over the real sockets and a real thread. */
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { processPlace, setProcessPlace } from "@/lib/kernel/process/process-place";
import { requestIdOf } from "../request-id";
import { startPageThread, type PageThread } from "./page-thread";
import { joinPageThread, sharePageThread } from "./share-page-thread";

/** Answers with what it received. */
const SCRIPT = `
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { "x-request-id": id, "x-forwarded-for": client } = request.headers;
  response.writeHead(201, { "x-by": "thread" }).end(JSON.stringify({ url: request.url, body, id, client, place: workerData.place.index }));
});
parentPort.once("message", () => process.exit(0));
server.listen(workerData.socketPath, () => parentPort.postMessage("ready"));
`;

const before = { ...processPlace() };
const sockets = mkdtempSync(path.join(tmpdir(), "pb-pages-"));
const script = path.join(sockets, "script.mjs");
const ids: string[] = [];
let first: PageThread;
let second: PageThread;
let front: Server;
let url: string;

beforeAll(async () => {
  writeFileSync(script, SCRIPT);
  setProcessPlace({ index: 1, count: 2, sockets });
  const thread = await startPageThread(pathToFileURL(script), {
    host: "",
    port: 1,
    secrets: { active: "", previous: [] },
  });
  first = await sharePageThread(thread);
  setProcessPlace({ index: 2, count: 2, sockets });
  second = joinPageThread();
  front = createServer((request, response) => {
    ids.push(requestIdOf(request));
    second.answer(request, response).catch(() => response.writeHead(413).end());
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
});
afterAll(async () => {
  front.closeAllConnections();
  front.close();
  await second.stop();
  setProcessPlace(before);
  rmSync(sockets, { recursive: true, force: true });
});

it("answers with the thread of the first process, under the request's own id and client", async () => {
  const response = await fetch(`${url}/a?b=c`, { method: "POST", body: "text" });
  expect([response.status, response.headers.get("x-by")]).toEqual([201, "thread"]);
  expect(await response.json()).toEqual({ url: "/a?b=c", body: "text", id: ids[0], client: "127.0.0.1", place: 1 });
  expect(statSync(path.join(sockets, "pages.sock")).mode & 0o777).toBe(0o600);
});

it("limits bodies where they arrive", async () => {
  expect((await fetch(url, { method: "POST", body: "x".repeat(100_000) })).status).toBe(413);
});

it("answers 503 when the first process is gone", async () => {
  await first.stop();
  const response = await fetch(url);
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
});
