/** The outbound door against a real server on loopback: refusals, redirects, limits. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { OutboundRequest } from "./outbound-request";
import { forgetSettings } from "@/test/setup/process-memory";

let outbound: typeof import("./send");
let server: Server;
let base: string;

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const go = (location: string) => {
      response.writeHead(302, { location });
      response.end();
    };
    if (request.url === "/same") go("/end");
    else if (request.url === "/private") go("http://127.0.0.1:1/");
    else if (request.url === "/metadata") go("http://169.254.169.254/latest");
    else if (request.url === "/loop") go("/loop");
    else if (request.url === "/silent") return;
    else if (request.url === "/stall") response.write("a");
    else if (request.url === "/bomb") {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync(Buffer.alloc(5_000_000)));
    } else if (request.url === "/gzip") {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.end(gzipSync("hello"));
    } else response.end("end");
  });
  const port = await listen(server);
  base = `http://127.0.0.1:${port}`;
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", `127.0.0.1:${port}`);
  vi.stubEnv("PATCHBAY_SECRET", "a test secret of enough characters, not used elsewhere");
  forgetSettings();
  outbound = await import("./send");
});

const send = (request: Omit<OutboundRequest, "projectId">) => outbound.send({ projectId: "p", ...request });

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  "http://127.0.0.1:1/",
  "http://localhost:1/",
  "http://[::1]:1/",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://0177.0.0.1/",
  "http://[::ffff:127.0.0.1]/",
  "http://169.254.169.254/latest/meta-data",
  "http://10.0.0.1/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "http://user:pass@example.com/",
])("%s is refused", (url) =>
  expect(send({ method: "GET", url, timeoutMs: 5000 })).rejects.toMatchObject({ phase: "refused" }),
);

test("a delivery of an event waits for no call of a tool to the same host", async () => {
  vi.stubEnv("PATCHBAY_PROVIDER_CONCURRENCY", "1");
  vi.stubEnv("PATCHBAY_WEBHOOK_ALLOW", "127.0.0.1:*");
  forgetSettings();
  const controller = new AbortController();
  const hangs = send({ method: "GET", url: `${base}/silent`, signal: controller.signal });
  const other = send({ method: "GET", url: `${base}/end`, timeoutMs: 100 });
  await expect(other).rejects.toMatchObject({ message: expect.stringContaining("wait") as string });
  expect((await send({ sender: "webhooks", method: "POST", url: `${base}/end` })).status).toBe(200);
  controller.abort();
  await expect(hangs).rejects.toMatchObject({ phase: "aborted" });
  vi.stubEnv("PATCHBAY_PROVIDER_CONCURRENCY", undefined);
  forgetSettings();
});

test("a redirect on the same host is followed", async () => {
  const answer = await send({ method: "GET", url: `${base}/same` });
  expect([answer.status, answer.body.toString(), answer.url]).toEqual([200, "end", `${base}/end`]);
});

test("a redirect to a private host is refused hop by hop", async () => {
  await expect(send({ method: "GET", url: `${base}/private` })).rejects.toMatchObject({ phase: "refused" });
  await expect(send({ method: "GET", url: `${base}/metadata` })).rejects.toMatchObject({ phase: "refused" });
});

test("endless redirects end with the last redirect", async () =>
  expect((await send({ method: "GET", url: `${base}/loop`, maxRedirects: 3 })).status).toBe(302));

test("a stalled body ends at the limit and names it", () =>
  expect(send({ method: "GET", url: `${base}/stall`, timeoutMs: 200 })).rejects.toMatchObject({
    phase: "timeout",
    message: expect.stringContaining("200 ms") as string,
  }));

test("each phase has a limit of its own: the beginning of the answer, and silence in its middle", async () => {
  await expect(send({ method: "GET", url: `${base}/silent`, headersTimeoutMs: 300 })).rejects.toMatchObject({
    phase: "timeout",
    facts: { during: "headers", limitMs: 300 },
  });
  await expect(send({ method: "GET", url: `${base}/stall`, idleTimeoutMs: 300 })).rejects.toMatchObject({
    phase: "timeout",
    facts: { during: "body", limitMs: 300 },
    message: "No data received for 300 ms.",
  });
});

test("the caller's hang-up ends the exchange", async () => {
  const controller = new AbortController();
  const request = send({ method: "GET", url: `${base}/stall`, signal: controller.signal });
  setTimeout(() => controller.abort(), 50);
  await expect(request).rejects.toMatchObject({ phase: "aborted" });
});

test("a compressed answer is decoded, and a bomb ends at the limit", async () => {
  expect((await send({ method: "GET", url: `${base}/gzip` })).body.toString()).toBe("hello");
  await expect(send({ method: "GET", url: `${base}/bomb`, maxBytes: 100_000 })).rejects.toMatchObject({
    phase: "too-large",
  });
});

test("a host that is down is named as a failed connection", async () => {
  const dead = createServer();
  const port = await listen(dead);
  dead.close();
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", `127.0.0.1:${port}`);
  forgetSettings();
  await expect(send({ method: "GET", url: `http://127.0.0.1:${port}/` })).rejects.toMatchObject({
    phase: "connect",
    message: expect.stringContaining("ECONNREFUSED") as string,
  });
});
