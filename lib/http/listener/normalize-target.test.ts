/** Request targets of hostile clients, over a real connection. */
import type { Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createListener } from "./create-listener";

let server: Server;
beforeAll(async () => {
  server = createListener({
    answer: (request, response, pathname) => response.end(JSON.stringify({ pathname, url: request.url })),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function ask(line: string, hosts: string[] = ["localhost:3000"]): Promise<{ status: number; body: string }> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const head = [`${line} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), "Connection: close"];
  socket.end(Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"));
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return { status: Number(text.slice(9, 12)), body: text.slice(text.indexOf("\r\n\r\n") + 4) };
}

describe("400: ambiguous targets", () => {
  it.each([
    "GET *",
    "OPTIONS *",
    "GET http://localhost:3000/api/v3/tools",
    "GET http://evil.example/",
    "POST localhost:3000/api/v3/tools",
    "GET /a/../b",
    "GET /a/./b",
    "GET /..",
    "GET /.",
    "GET /../../etc/passwd",
    "GET /api/v3/../auth/session",
    "GET /api/v3/%2e%2e/auth/session",
    "GET /api/v3/%2E%2e/auth/session",
    "GET /api/v3/.%2e/auth/session",
    "GET /api/v3/tools/%2e",
    "GET /_next/static/..%2f..%2fpackage.json",
    "GET /_next/static/..%5c..%5cpackage.json",
    "GET /a%2F..",
    "GET /api/v3/../",
    "GET /api/v3/tools/%2e%2e/",
    "GET /a\\..\\b",
    "GET /\\evil.example",
    "GET /a\\b",
    "GET /%",
    "GET /%zz",
    "GET /login%c0%ae",
    "GET /%ff",
    "GET /%ed%a0%80",
    "GET /a%00b",
    "GET /a#b",
    "GET /users/J\xc3\xb6rg",
  ])("%s", async (line) => {
    const { status, body } = await ask(line);
    expect(status).toBe(400);
    // If it is no HTTP at all, the parser answers without a body.
    if (body) expect(JSON.parse(body)).toMatchObject({ error: { status: 400, slug: "BadRequest" } });
  });

  it.each([
    ["none", []],
    ["two", ["localhost", "localhost"]],
    ["two in other letters", ["localhost", "evil.example"]],
    ["no name", ["x/y@z"]],
    ["no address", ["1.2.3.4.5"]],
    ["no port", ["localhost:70000"]],
    ["empty", [""]],
    ["of two names", ["a,b"]],
  ])("a Host that is %s", async (_, hosts) => {
    for (const line of ["GET /api/v3/tools", "GET /login"]) expect((await ask(line, hosts)).status).toBe(400);
  });
});

it.each(["TRACE /", "TRACE /api/v3/tools", "PROPFIND /", "LOCK /api/v3/tools", "PURGE /", "SEARCH /", "M-SEARCH /"])(
  "405: %s",
  async (line) => {
    const { status, body } = await ask(line);
    expect([status, JSON.parse(body)]).toMatchObject([405, { error: { slug: "MethodNotAllowed" } }]);
  },
);

it.each([
  ["/", "/"],
  ["/?a=/../b\\", "/?a=/../b\\"],
  ["/a/b/?c=%zz", "/a/b/?c=%zz"],
  ["//api//v3///tools?a=//", "/api/v3/tools?a=//"],
  ["//evil.example/..a", "/evil.example/..a"],
  ["/api/v3/tools/A%20B%2FC", "/api/v3/tools/A%20B%2FC"],
  ["/users/a%5Cb", "/users/a%5Cb"],
  ["/users/...", "/users/..."],
  ["/.well-known/x", "/.well-known/x"],
  ["/users/j%C3%B6rg@example.com:1;v=(1)'!$&*+,=~", "/users/j%C3%B6rg@example.com:1;v=(1)'!$&*+,=~"],
  ["/a%252e%252e/b", "/a%252e%252e/b"],
  ["/api/v3/tools/?limit=1/", "/api/v3/tools?limit=1/"],
  ["/api/v3.1//tools///", "/api/v3.1/tools"],
  ["/api/v3/tools/A%20B%2F/", "/api/v3/tools/A%20B%2F"],
  ["/v3/mcp/one/?user_id=a", "/v3/mcp/one?user_id=a"],
  ["/mcp/manage/", "/mcp/manage"],
  ["/mcp/one/", "/mcp/one/"],
  ["/connect/ln_1/", "/connect/ln_1"],
  ["/toolkits/", "/toolkits/"],
  ["/api/", "/api/"],
])("reads %s in one way", async (target, url) => {
  const { status, body } = await ask(`GET ${target}`);
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({ url, pathname: url.split("?")[0] });
});
