/** The API router and Next give the same answers: every operation through both, under v3 and v3.1. */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { connect } from "node:net";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type Api, apiOf, connectAccount, createAuthConfig, type ErrorAnswer } from "./fixtures/api";
import { databaseUrl } from "./fixtures/database";
import { type Product, startProduct } from "./harness/product";
import { run } from "./harness/run";

type Door = { name: string; url: string };
type Call = { id: string; method: string; path: string; secured: boolean; body?: unknown };

let slow: Product;
let doors: [Door, Door];
let calls: Call[];
const owner = apiOf(run().url, run().api_key);

/** Operations that change what the other tests of this run rely on are called with ids that nobody has. */
async function callsOf(document: {
  paths: Record<string, Record<string, { operationId: string; security?: unknown[] }>>;
}): Promise<Call[]> {
  const authConfigId = await createAuthConfig(owner, { toolkit: "stripe", scheme: "BEARER_TOKEN", name: "Doors" });
  const accountId = await connectAccount(owner, {
    authConfigId,
    userId: "doors",
    scheme: "BEARER_TOKEN",
    val: { token: "doors-token" },
  });
  const params: Record<string, string> = {
    slug: "github",
    tool_slug: "GITHUB_CREATE_AN_ISSUE",
    status: "ENABLED",
    id: "none_000000000000",
    token: "ln_none",
  };
  return Object.entries(document.paths).flatMap(([template, methods]) =>
    Object.entries(methods).map(([method, { operationId: id, security }]) => {
      const row = template.includes("connected_accounts") ? accountId : authConfigId;
      const nanoid = method === "get" ? row : "none_000000000000";
      const address = template.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === "nanoid" ? nanoid : (params[name] ?? "none"),
      );
      return {
        id,
        method: method.toUpperCase(),
        path: address,
        secured: Boolean(security?.length),
        ...(method !== "get" && { body: {} }),
      };
    }),
  );
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  slow = await startProduct(
    {
      PATCHBAY_FAST_DOOR: "off",
      DATABASE_URL: databaseUrl(run().dataDir),
      PATCHBAY_SECRET: readFileSync(path.join(run().dataDir, "secret"), "utf8").trim(),
    },
    { dataDir: mkdtempSync(path.join(tmpdir(), "patchbay-doors-")) },
  );
  doors = [
    { name: "fast", url: run().url },
    { name: "Next", url: slow.url },
  ];
  calls = await callsOf((await (await fetch(`${run().url}/api/openapi.json`)).json()) as Parameters<typeof callsOf>[0]);
});
test.afterAll(async () => {
  await slow.stop();
});

/** A value's form: keys and kinds, one element of a list for all. A key's last use is written a moment after it. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "last_used_at")
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, shapeOf(inner)]),
  );
}

const ask = async (api: Api, { method, path: address, body }: Call) => {
  const answer = await api.call<unknown>(method, address, body);
  const headers = Object.fromEntries(
    ["content-type", "cache-control", "x-content-type-options", "content-security-policy", "location"].map((name) => [
      name,
      // Each door leads back to its own address.
      answer.headers.get(name)?.replace(/^http:\/\/localhost:\d+/, "") ?? null,
    ]),
  );
  return {
    status: answer.status,
    headers,
    requestId: answer.headers.get("x-request-id")?.slice(0, 4),
    shape: shapeOf(answer.body),
  };
};

/** A project's switches stay as they are; health contains current times; streams have no end to wait for. */
const LEFT_OUT = ["patchOrgProjectConfig", "getHealth", "getReadiness", "streamToolLogs", "streamEvents"];

test("every operation gives the same status, headers and form through both, under v3 and v3.1", async () => {
  test.setTimeout(300_000);
  expect(calls.length).toBeGreaterThan(25);
  for (const call of calls.filter(({ id }) => !LEFT_OUT.includes(id))) {
    const answers = await Promise.all(
      doors.flatMap(({ url }) =>
        [call.path, ...(call.path.startsWith("/api/v3/") ? [call.path.replace("/api/v3/", "/api/v3.1/")] : [])].map(
          (address) => ask(apiOf(url, run().api_key, ""), { ...call, path: address }),
        ),
      ),
    );
    for (const answer of answers) expect(answer, `${call.id}: ${call.method} ${call.path}`).toEqual(answers[0]);
    expect(answers[0]?.status, `${call.id}: ${call.method} ${call.path}`).toBeLessThan(500);
  }
});

test("401: both doors turn away who has no key, on every secured operation", async () => {
  for (const call of calls.filter(({ secured }) => secured))
    for (const { name, url } of doors)
      expect((await ask(apiOf(url, undefined, ""), call)).status, `${name}: ${call.id}`).toBe(401);
});

for (const version of ["/api/v3", "/api/v3.1"]) {
  test(`a doubled slash under ${version} is no other path, and keeps a POST's body`, async () => {
    for (const { name, url } of doors) {
      const list = await apiOf(`${url}/`, run().api_key, version).call("GET", "/auth_configs");
      expect(list.status, name).toBe(200);
      const link = await apiOf(`${url}/`, run().api_key, version).call<ErrorAnswer>(
        "POST",
        "/connected_accounts/link",
        { auth_config_id: "ac_000000000000", user_id: "doors" },
      );
      expect(link.status, `${name}: ${link.text}`).toBe(404);
    }
  });

  test(`a slash at the end under ${version} leads to the same operation, with its body and without a redirect`, async () => {
    for (const { name, url } of doors) {
      const api = apiOf(url, run().api_key, version);
      expect((await api.call("GET", "/auth_configs/?limit=1")).status, name).toBe(200);
      const executed = await api.call<ErrorAnswer>("POST", "/tools/execute/GMAIL_SEND_EMAIL/", {
        user_id: "nobody-behind-the-doors",
        arguments: { recipient_email: "ada@example.com", subject: "Hi", body: "Hi" },
      });
      expect([executed.status, executed.body.error.code], `${name}: ${executed.text}`).toEqual([400, 1803]);
      expect((await api.call("GET", "/")).status, name).toBe(404);
    }
  });

  test(`404 and 405 under ${version} are told in the envelope`, async () => {
    for (const { name, url } of doors) {
      const api = apiOf(url, run().api_key, version);
      for (const address of ["/no_such_thing", "/tools/execute", "/connected_accounts/a/b/c"]) {
        const unknown = await api.call<ErrorAnswer>("GET", address);
        expect(unknown.status, `${name} ${address}: ${unknown.text}`).toBe(404);
        expect(unknown.body.error, `${name} ${address}`).toMatchObject({
          status: 404,
          request_id: expect.stringMatching(/^req_/),
        });
      }
      for (const [method, address] of [
        ["DELETE", "/toolkits"],
        ["PUT", "/auth_configs"],
        ["GET", "/tools/execute/proxy"],
      ] as const) {
        const wrong = await api.call<ErrorAnswer>(method, address);
        expect(wrong.status, `${name} ${method} ${address}: ${wrong.text}`).toBe(405);
        // Next answers a verb that a route file lacks automatically, without a body.
        if (name === "Next") continue;
        expect(wrong.body.error, `${method} ${address}`).toMatchObject({ status: 405 });
        expect(wrong.headers.get("allow"), `${method} ${address}`).toMatch(/GET|POST/);
      }
    }
  });
}

/** The status that a request gets whose first line no HTTP client would write. */
async function statusOf({ url }: Door, line: string): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  // Not ended: Node takes a half-closed connection for a caller who went away.
  socket.write(`${line} HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${run().api_key}\r\nconnection: close\r\n\r\n`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return Number(text.slice(9, 12));
}

test("targets that could be read in two ways get the same 4xx through both, before either reads them", async () => {
  const lines: [string, number][] = [
    ["OPTIONS *", 400],
    ["TRACE /api/v3/toolkits", 405],
    ["TRACE /login", 405],
    ["PUT /", 405],
    ["DELETE /login", 405],
    ["PUT /api/auth/session", 405],
    ["CONNECT localhost:80", 405],
    ["GET http://localhost/api/v3/toolkits", 400],
    ["GET /api/v3/toolkits/%zz", 400],
    ["GET /login/%zz", 400],
    ["GET /api/v3/toolkits/%2E%2e/tools", 400],
    ["GET /_next/../api/v3/toolkits", 400],
    ["GET /_next/static/..%2f..%2fpackage.json", 400],
    ["GET /api\\v3\\toolkits", 400],
    ["GET //api//v3//toolkits", 200],
    ["GET //evil.example/%2e", 400],
  ];
  for (const [line, status] of lines)
    for (const door of doors) expect(await statusOf(door, line), `${door.name}: ${line}`).toBe(status);
});
