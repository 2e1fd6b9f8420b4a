/** The page with the progress of a start, for clients that mean harm: it is there before anything checks who asks. */
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../postgres/postgres.mjs";
import { openProgressPage, type ProgressPage } from "./open-progress-page.mjs";

const EVIL = 'evil.example"><script>alert(1)</script>';
let page: ProgressPage;
const sockets: Socket[] = [];

beforeAll(async () => {
  const progress = await openProgressPage({ host: "127.0.0.1", port: await freePort() }, { dev: false });
  if (!progress) throw new Error("The page could not be opened.");
  page = progress;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await page.close();
});

function open(): Socket {
  const socket = connect(page.port, page.host).on("error", () => undefined);
  sockets.push(socket);
  return socket;
}

/** Sends bytes, and returns all that comes back until the server ends the connection. */
async function send(bytes: string): Promise<string> {
  const socket = open();
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
  });
  socket.write(bytes, "latin1");
  await once(socket, "close");
  return text;
}

it.each([
  "/../../../../etc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "//evil.example/",
  "http://evil.example/",
  `/${encodeURI(EVIL)}`,
])("answers %s as any other path, and repeats nothing of it", async (target) => {
  const text = await send(`GET ${target} HTTP/1.1\r\nHost: ${EVIL}\r\nAccept: text/html\r\n\r\n`);
  expect(text).toMatch(/^HTTP\/1\.1 503 /);
  expect(text).toContain("<h1>Patchbay is starting</h1>");
  expect(text).not.toMatch(/evil|root:|alert/);
  expect(text).not.toMatch(/\r\n(location|set-cookie|access-control-allow-origin):/i);
});

it.each([
  ["what is no HTTP", "\x16\x03\x01\x02\x00\x01\x00\x01", /^HTTP\/1\.1 400 /],
  ["headers without an end", `GET / HTTP/1.1\r\nHost: a\r\nX: ${"a".repeat(20_000)}`, /^HTTP\/1\.1 431 /],
  [
    "two lengths",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    /^HTTP\/1\.1 400 /,
  ],
  ["a tunnel", "CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: a\r\n\r\n", /^$/],
  ["an upgrade", "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n", /^HTTP\/1\.1 503 /],
  ["a body that never ends", `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\nx`, /^HTTP\/1\.1 503 /],
])("ends a connection with %s", async (_, bytes, answer) => {
  expect(await send(bytes)).toMatch(answer);
});

it("answers others while clients say nothing, or one byte of a request, and ends more connections than it holds", async () => {
  const silent = Array.from({ length: 600 }, open);
  let closedCount = 0;
  for (const socket of silent) socket.once("close", () => closedCount++);
  for (const socket of silent.slice(0, 100)) socket.once("connect", () => socket.write("G"));
  // More than the most that it holds: the others are ended at once.
  await expect.poll(() => closedCount).toBeGreaterThanOrEqual(100);
  for (const socket of silent.slice(0, 50)) socket.destroy();
  await expect.poll(async () => send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
});
