/** The documentation where the operator shows it only to people who are signed in and programs with a key. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { GET as readIndex } from "@/app/llms.txt/route";
import { GET as readGuide } from "@/app/api/docs/[group]/[guide]/route";
import { POST as callMcp } from "@/app/api/docs/mcp/route";
import { GET as searchGuides } from "@/app/api/docs/search/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { env } from "@/lib/kernel/process/env";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { askReaders } from "./ask-readers";

type Headers = Record<string, string>;
let server: Server;
let url = "";
let reader: { cookie: string; key: string };

beforeAll(async () => {
  const { userId, projectId } = await createTestOwner();
  reader = { cookie: await sessionCookie(userId), key: (await createApiKey(projectId, { name: "agent" })).key };
  const answer = askReaders((_request, response) => response.end("a page"));
  server = createServer((request, response) =>
    answer(request, response, new URL(request.url ?? "", "http://localhost").pathname),
  );
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  env().publicDocs = false;
});
afterAll(() => {
  env().publicDocs = true;
  server.close();
});

const LIST_TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const OF_MCP = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const READ: [name: string, call: (headers: Headers) => Promise<Response>][] = [
  ["/llms.txt", (headers) => readIndex(new Request(`${url}/llms.txt`, { headers }), { params: Promise.resolve({}) })],
  [
    "a guide as Markdown",
    (headers) =>
      readGuide(new Request(`${url}/api/docs/start/first-call.md`, { headers }), {
        params: Promise.resolve({ group: "start", guide: "first-call.md" }),
      }),
  ],
  [
    "the search",
    (headers) =>
      searchGuides(new Request(`${url}/api/docs/search?q=webhooks`, { headers }), { params: Promise.resolve({}) }),
  ],
  [
    "the MCP server",
    (headers) => {
      const request = { method: "POST", headers: { ...OF_MCP, ...headers }, body: LIST_TOOLS };
      return callMcp(new Request(`${url}/api/docs/mcp`, request), { params: Promise.resolve({}) });
    },
  ],
];

it.each(READ)("401: %s needs a key or a sign-in", async (_name, call) => {
  expect((await call({})).status).toBe(401);
  expect((await call({ "x-api-key": "ak_wrong" })).status).toBe(401);
  expect((await call({ "x-api-key": reader.key })).status).toBe(200);
  env().publicDocs = true;
  const open = await call({});
  env().publicDocs = false;
  expect(open.status).toBe(200);
});

it("303: a page leads a visitor to the sign-in and back, and opens for a reader", async () => {
  const visit = (path: string, headers: Headers = {}) => fetch(url + path, { redirect: "manual", headers });
  const away = await visit("/docs/start/first-call?x=1");
  expect([away.status, away.headers.get("location")]).toEqual([
    303,
    "/login?next=%2Fdocs%2Fstart%2Ffirst-call%3Fx%3D1",
  ]);
  expect((await visit("/docs")).status).toBe(303);
  for (const headers of [{ cookie: reader.cookie }, { "x-api-key": reader.key }] as Headers[])
    expect(await (await visit("/docs/start/first-call", headers)).text()).toBe("a page");
  for (const path of ["/login", "/docs.js"]) expect((await visit(path)).status).toBe(200);
});
