/** Calls of unlucky and hostile clients, with Node's server as the product runs it. */
import { createServer, request as httpRequest, Agent, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { defineRoute, type Route } from "../api-door/define-route";
import { createApiRouter } from "../api-door/api-router";
import type { Sink } from "../api-door/to-response";
import { answerJson } from "./answer-json";

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function serve(...routes: Route[]): Promise<number> {
  const door = createApiRouter(routes);
  const server = createServer((incoming, outgoing) => {
    const match = door.find(incoming.method ?? "", (incoming.url ?? "").split("?")[0] ?? "");
    if (match) void answerJson(match, incoming, outgoing);
    else outgoing.writeHead(418).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

const echo = defineRoute(
  operation({
    id: "echo",
    method: "POST",
    path: "/api/v3/echo/{name}",
    summary: "-",
    tag: "-",
    auth: "none",
    permission: "public",
    audit: "none",
    params: z.object({ name: z.string() }),
    query: z.object({ a: z.union([z.string(), z.array(z.string())]).optional() }),
    body: z.unknown(),
    response: z.unknown(),
  }),
  async (input) => input,
);
const secured = defineRoute(
  operation({
    id: "secured",
    method: "POST",
    path: "/api/v3/secured",
    summary: "-",
    tag: "-",
    auth: "project",
    permission: "tool_execution:write",
    audit: "none",
    body: z.unknown(),
    response: z.unknown(),
  }),
  async ({ body }) => body,
);

const post = (port: number, path: string, body: Uint8Array | string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: body as BodyInit, headers });

it("passes on decoded parameters, query and body, and answers with security headers and the request id", async () => {
  const answer = await post(await serve(echo), "/api/v3/echo/a%20%C3%A9?a=1&a=2", '\ufeff{"x":"é"}');
  expect(await answer.json()).toEqual({ params: { name: "a é" }, query: { a: ["1", "2"] }, body: { x: "é" } });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "x-request-id": expect.stringMatching(/^req_/),
  });
});

it("replaces malformed UTF-8 like a web Request, and accepts chunked and missing bodies", async () => {
  const port = await serve(echo);
  expect(await (await post(port, "/api/v3/echo/x", new Uint8Array([34, 0xc3, 0x28, 34]))).json()).toMatchObject({
    body: "\ufffd(",
  });
  const chunked = await fetch(`http://127.0.0.1:${port}/api/v3/echo/x`, {
    method: "POST",
    body: new Blob(['{"a":', "1}"]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(await chunked.json()).toMatchObject({ body: { a: 1 } });
  expect(await (await post(port, "/api/v3/echo/x", "")).json()).toMatchObject({ body: {} });
});

it("leaves malformed escapes and empty parameters to the router's fetch", async () => {
  const port = await serve(echo);
  expect((await post(port, "/api/v3/echo/%zz", "{}")).status).toBe(418);
  expect((await post(port, "/api/v3/echo/", "{}")).status).toBe(418);
});

it("413: says so to a client that goes on sending, and ends its connection", async () => {
  const port = await serve(echo);
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  socket.write(`POST /api/v3/echo/x HTTP/1.1\r\nhost: x\r\ncontent-length: ${500 * 1024 * 1024}\r\n\r\n`);
  const drip = setInterval(() => {
    socket.write("x".repeat(1024));
  }, 20);
  let text = "";
  socket.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(drip);
  expect(text).toMatch(/^HTTP\/1\.1 413 /);
});

it("413: over 64 kB from callers who have shown no credential", async () => {
  const port = await serve(echo);
  const ofLength = async (length: number) => (await post(port, "/api/v3/echo/x", `"${"x".repeat(length - 2)}"`)).status;
  expect([await ofLength(64 * 1024), await ofLength(64 * 1024 + 1)]).toEqual([200, 413]);
});

it("401 before the body was read keeps the connection for the next call", async () => {
  const port = await serve(secured, echo);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (path: string) =>
    new Promise<[number | undefined, number | undefined]>((resolve, reject) => {
      const outgoing = httpRequest(
        { port, path, method: "POST", agent, headers: { "content-length": "5" } },
        (answer) => answer.resume().once("end", () => resolve([answer.statusCode, outgoing.socket?.localPort])),
      ).on("error", reject);
      outgoing.flushHeaders();
      setTimeout(() => outgoing.end('"abc"'), 30);
    });
  const [first, firstPort] = await call("/api/v3/secured");
  const [second, secondPort] = await call("/api/v3/echo/x");
  agent.destroy();
  expect([first, second]).toEqual([401, 200]);
  expect(secondPort).toBe(firstPort);
});

it("goes on after an answer that cannot be written", async () => {
  const broken = defineRoute(
    operation({
      id: "broken",
      method: "POST",
      path: "/api/v3/broken",
      summary: "-",
      tag: "-",
      auth: "none",
      permission: "public",
      audit: "none",
      response: z.unknown(),
    }),
    async (_, __, { answer }) => {
      answer.set("x-broken", "two\nlines");
      return {};
    },
  );
  const port = await serve(broken, echo);
  await expect(post(port, "/api/v3/broken", "{}")).rejects.toThrow("fetch failed");
  expect((await post(port, "/api/v3/echo/x", "{}")).status).toBe(200);
});

it("aborts the signal if the caller hangs up, and goes on after one who leaves in the middle of a body", async () => {
  let noticed: (reason: string) => void = () => undefined;
  const text = new Promise<string>((resolve) => {
    noticed = resolve;
  });
  const slow = defineRoute(
    operation({
      id: "slow",
      method: "POST",
      path: "/api/v3/slow",
      summary: "-",
      tag: "-",
      auth: "none",
      permission: "public",
      audit: "none",
      body: z.unknown(),
      response: z.unknown(),
    }),
    async (_, __, { signal }) => {
      outgoing.destroy();
      await new Promise<void>((resolve) =>
        signal.addEventListener(
          "abort",
          () => {
            noticed("aborted");
            resolve();
          },
          { once: true },
        ),
      );
      return {};
    },
  );
  const port = await serve(slow, echo);
  const outgoing = httpRequest({ port, path: "/api/v3/slow", method: "POST" }).on("error", () => undefined);
  outgoing.end("{}");
  expect(await text).toBe("aborted");
  const half = connect(port, "127.0.0.1", () => {
    half.end("POST /api/v3/echo/x HTTP/1.1\r\nhost: x\r\ncontent-length: 50\r\n\r\n{");
  });
  await new Promise((resolve) => half.once("close", resolve).resume());
  expect((await post(port, "/api/v3/echo/x", "{}")).status).toBe(200);
});

/** Serves one stream; gives how much of it arrives at a client that begins to read late. */
async function readLate(write: (write: (text: string) => void) => void, end: boolean): Promise<number> {
  const answer = async () => ({
    status: 200,
    headers: {},
    text: null,
    stream: (sink: Sink) => {
      write(sink.write);
      if (end) sink.end();
      return () => undefined;
    },
  });
  const server = createServer((incoming, outgoing) => void answerJson({ answer, params: {} }, incoming, outgoing));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const reader = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  reader.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  let bytes = 0;
  await new Promise<void>((resolve) => {
    reader.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (chunk.includes("the end")) resolve();
    });
    reader.on("error", () => resolve()).on("close", () => resolve());
    reader.resume();
  });
  reader.destroy();
  return bytes;
}

it("a stream goes on for a reader who is behind by some large answers, and ends for one who lets more pile up", async () => {
  const large = "x".repeat(2 * 1024 * 1024);
  const some = (write: (text: string) => void) => [large, large, "the end"].forEach(write);
  expect(await readLate(some, true)).toBeGreaterThan(2 * large.length);
  const more = (write: (text: string) => void) => Array.from({ length: 20 }, () => large).forEach(write);
  expect(await readLate(more, false)).toBeLessThan(12 * large.length);
});
