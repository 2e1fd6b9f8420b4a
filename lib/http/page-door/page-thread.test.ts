/** Forwarding to the page thread, with a small server in that thread. */
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createListener } from "../listener/create-listener";
import { startPageThread, type PageThread } from "./page-thread";

const WHERE = { host: "127.0.0.1", port: 0, secrets: { active: "", previous: [] } };
const SCRIPT = `
import { createServer } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
let left = 0;
let asked = 0;
const server = createServer((request, response) => {
  asked++;
  if (request.url === "/asked") response.end(String(asked));
  else if (request.url === "/die") setImmediate(() => { throw new Error("died"); });
  else if (request.url === "/wait") { response.write("begun"); response.on("close", () => { left++; }); }
  else if (request.url === "/left") response.end(String(left));
  else {
    response.setHeader("set-cookie", ["a=1", "b=2"]);
    let body = "";
    request.on("data", (chunk) => { body += chunk; }).on("end", () => response.end(JSON.stringify({
      method: request.method, url: request.url, headers: request.headers, body
    })));
  }
});
server.listen(workerData.socketPath, () => parentPort.postMessage("ready"));
parentPort.once("message", () => process.exit(0));
`;

let thread: PageThread;
let url: string;
const server = createListener({ answer: (request, response) => thread.answer(request, response) });

beforeAll(async () => {
  const script = path.join(mkdtempSync(path.join(tmpdir(), "patchbay-thread-")), "thread.mjs");
  writeFileSync(script, SCRIPT);
  thread = await startPageThread(pathToFileURL(script), WHERE);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await thread.stop();
});

it("forwards method, path, headers and body, and returns status, cookies and body", async () => {
  const answer = await fetch(`${url}/a%20b?c=d`, { method: "PUT", body: "hello", headers: { "x-own": "1" } });
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(await answer.json()).toMatchObject({
    method: "PUT",
    url: "/a%20b?c=d",
    body: "hello",
    headers: { "x-own": "1", host: new URL(url).host, "x-forwarded-for": "127.0.0.1" },
  });
});

it.each(["GET", "HEAD", "DELETE", "POST"])(
  "carries a chunked body of %s as a body: what it holds is no request of its own",
  async (method) => {
    const count = async () => Number(await (await fetch(`${url}/asked`)).text());
    const before = await count();
    const hidden = "GET /hidden HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.9\r\n\r\n";
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.write(
      `${method} /outer HTTP/1.1\r\nhost: x\r\n` +
        "connection: close\r\ntransfer-encoding: chunked\r\n\r\n" +
        `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
    );
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    if (method !== "HEAD") expect(text).toContain(JSON.stringify(hidden).slice(1, -1));
    // The outer request, and the inner request.
    expect((await count()) - before).toBe(2);
  },
);

it("terminates a thread that does not stop by itself", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-thread-"));
  const script = path.join(folder, "deaf.mjs");
  writeFileSync(script, SCRIPT.replace("process.exit(0)", "undefined"));
  const deaf = await startPageThread(pathToFileURL(script), { ...WHERE, stopMs: 200 });
  const startedAt = performance.now();
  await deaf.stop();
  expect(performance.now() - startedAt).toBeGreaterThan(150);
});

it("keeps the X-Forwarded-For of a proxy", async () => {
  const answer = (await (await fetch(url, { headers: { "x-forwarded-for": "203.0.113.5" } })).json()) as {
    headers: Record<string, string>;
  };
  expect(answer.headers["x-forwarded-for"]).toBe("203.0.113.5");
});

it("ends the forwarded request when the client leaves", async () => {
  const outgoing = httpRequest(`${url}/wait`).on("error", () => undefined);
  const answer = await new Promise<IncomingMessage>((resolve) => {
    outgoing.once("response", resolve).end();
  });
  await new Promise((resolve) => answer.once("data", resolve));
  outgoing.destroy();
  await expect.poll(async () => (await fetch(`${url}/left`)).text()).toBe("1");
});

it("503: says when to retry while the thread is dead, and starts the thread again", async () => {
  const died = await fetch(`${url}/die`);
  expect([died.status, died.headers.get("retry-after")]).toEqual([503, "2"]);
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
});

it("413: a body over 64 kB that says so, before any of it came", async () => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  socket.write(`POST /api/auth/session HTTP/1.1\r\nhost: x\r\ncontent-length: ${64 * 1024 + 1}\r\n\r\n`);
  const [chunk] = (await once(socket, "data")) as [Buffer];
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

it.each([
  ["says so", (size: number) => `content-length: ${size}`],
  ["does not say so", () => "transfer-encoding: chunked"],
])("413: a body over 64 kB that %s, without reading all of it; the next request is answered", async (_, frame) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => undefined);
  socket.write(`POST /api/auth/session HTTP/1.1\r\nhost: x\r\n${frame(1_500_000_000)}\r\n\r\n`);
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  let count = 0;
  const more = () => {
    while (!socket.destroyed && socket.write(chunk)) count += chunk.length;
  };
  socket.on("drain", more);
  more();
  let text = "";
  socket.on("data", (data) => {
    text += String(data);
  });
  await new Promise((resolve) => socket.once("close", resolve));
  expect(text).toMatch(/^HTTP\/1\.1 413 [^]*The body is larger than 64 kB/);
  expect(count).toBeLessThan(1_500_000_000);
  expect((await fetch(url, { method: "POST", body: "x".repeat(64 * 1024) })).status).toBe(200);
});
