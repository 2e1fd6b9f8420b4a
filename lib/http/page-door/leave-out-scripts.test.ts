/** The documentation without scripts, written in pieces and compressed as Next does it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { PATIENT } from "@/test/setup/patience";
import { leaveOutScripts } from "./leave-out-scripts";

const PAGE = [
  `<html><head><link rel="stylesheet" href="/a.css"/><link rel="preload" as="script" href="/n.js"/></head>`,
  `<body><p>&lt;script&gt; é</p><script src="/n.js" async=""></script><script nonce="x">self.a=[1,"<\\/p>"]`,
  `</script><script src="/docs.js" async="" nonce="x"></script></body></html>`,
];
const READ =
  `<html><head><link rel="stylesheet" href="/a.css"/></head><body><p>&lt;script&gt; é</p>` +
  `<script src="/docs.js" async="" nonce="x"></script></body></html>`;

let server: Server;
let url = "";
/** The requests whose response was sent. */
const ends: unknown[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    leaveOutScripts(request, response);
    if (request.url === "/docs/moved")
      return response.writeHead(307, "Moved", { location: "/docs", "set-cookie": ["a=1", "b=2"] }).end("/docs");
    if (request.url === "/docs/empty") return response.writeHead(204).end();
    const isPage = !request.url?.endsWith(".js");
    response.setHeader("content-type", isPage ? "text/html; charset=utf-8" : "text/javascript");
    response.setHeader("x-encoding", String(request.headers["accept-encoding"]));
    response.statusCode = request.url?.includes("nothing") ? 404 : 200;
    response.flushHeaders();
    for (const [index, piece] of PAGE.entries()) response.write(index === 1 ? piece : Buffer.from(piece));
    return response.end(() => void ends.push(request.url));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

it.each(["/docs", "/docs?x=1", "/docs/run-tools/executing", "/docs/api/getTools"])(
  "%s is sent without Next's scripts",
  async (path) => {
    const response = await fetch(url + path, { headers: { "accept-encoding": "gzip" } });
    expect(await response.text()).toBe(READ);
    expect([response.headers.get("content-encoding"), response.headers.get("x-encoding")]).toEqual([
      "gzip",
      "undefined",
    ]);
    expect(response.headers.get("vary")).toContain("accept-encoding");
    await vi.waitFor(() => expect(ends).toContain(path), PATIENT);
  },
);

it("sends plain text to a client that does not decompress", async () => {
  const response = await fetch(`${url}/docs`, { headers: { "accept-encoding": "identity" } });
  expect([response.status, await response.text()]).toEqual([200, READ]);
  expect(response.headers.get("content-encoding")).toBeNull();
});

it.each(["/", "/docs.js", "/docsx", "/docs/api/getTools?try=1"])("%s is not changed", async (path) => {
  expect(await (await fetch(url + path)).text()).toBe(PAGE.join(""));
});

it("307: a redirect that writes its own head arrives with it, and so does a response without a body", async () => {
  const response = await fetch(`${url}/docs/moved`, { redirect: "manual" });
  expect([response.status, response.statusText, response.headers.get("location"), await response.text()]).toEqual([
    ...[307, "Moved", "/docs", "/docs"],
  ]);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect((await fetch(`${url}/docs/empty`)).status).toBe(204);
});

it("404: the page of an error keeps the scripts that draw it", async () => {
  const response = await fetch(`${url}/docs/nothing`);
  expect([response.status, await response.text()]).toEqual([404, PAGE.join("")]);
});

it("404: POST is not changed", async () => {
  expect(await (await fetch(`${url}/docs/nothing`, { method: "POST" })).text()).toBe(PAGE.join(""));
});
