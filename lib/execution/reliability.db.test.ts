/** Dry runs, retries, and time limits. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { POST } from "@/app/api/v3/tools/execute/[tool_slug]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createTestOwner } from "@/test/builders/owners";
import {
  connectLoopback,
  installLoopbackToolkit,
  startProvider,
  type Provider,
} from "@/test/servers/loopback-provider";
import { executeTool, type ExecutionInput } from "./execute-tool";
import { setToolHandlers } from "./handlers";
import { executeProxy, type ProxyInput } from "./execute-proxy";
import type { ExecutionFacts } from "./execution-facts";
import { ON } from "@/test/builders/origin";

const KEY = "key-of-ada-0123456789";
const string = { type: "string" };
const TOOLS = [
  {
    slug: "LOOPBACK_READ",
    input: { type: "object", properties: { q: string } },
    request: { method: "GET" as const, path: "/read", parameters: [{ key: "q", name: "q", in: "query" as const }] },
  },
  {
    slug: "LOOPBACK_CREATE",
    input: { type: "object", properties: { title: string, password: string } },
    request: {
      method: "POST" as const,
      path: "/things",
      parameters: [],
      body: {
        mode: "flat" as const,
        contentType: "application/json",
        fields: ["title", "password"].map((key) => ({ key, name: key })),
      },
    },
  },
  { slug: "LOOPBACK_STEPS", input: { type: "object", properties: {} }, handler: "steps" },
];

let provider: Provider;
let projectId: string;
let accountId: string;

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, TOOLS);
  ({ projectId } = await createTestOwner());
  accountId = await connectLoopback(projectId, "ada", KEY);
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
});

const run = (slug: string, input: Partial<ExecutionInput> = {}, facts: Partial<ExecutionFacts> = {}, as = projectId) =>
  executeTool(
    { projectId: as, settings: { storePayloads: true } },
    slug,
    { user_id: "ada", ...input },
    { ...ON, source: {}, ...facts },
  );
const proxy = (input: Partial<ProxyInput>, facts: Partial<ExecutionFacts> = {}) =>
  executeProxy(
    { projectId, settings: { storePayloads: true } },
    { connected_account_id: accountId, endpoint: "/x", method: "GET", ...input },
    { ...ON, source: {}, ...facts },
  );
/** Answers with the given statuses in order; the last one is repeated. */
const answers = (...all: [status: number, headers?: Record<string, string>][]) => {
  let index = 0;
  provider.answer = (_, response) => {
    const [status, headers] = all[Math.min(index++, all.length - 1)] ?? [200];
    response.writeHead(status, headers).end("{}");
  };
};

describe("a dry run", () => {
  it("shows the request of a tool without its credentials, and sends nothing", async () => {
    const answer = await run(
      "LOOPBACK_CREATE",
      { dry_run: true, arguments: { title: "Hello", password: "hunter2-hunter2" } },
      { idempotencyKey: "no-matter" },
    );
    expect(answer).toMatchObject({
      successful: true,
      error: null,
      data: {
        dry_run: true,
        request: {
          method: "POST",
          url: `${provider.baseUrl}/things`,
          headers: { authorization: "[redacted]", "content-type": "application/json" },
          body: { title: "Hello", password: "[redacted]" },
        },
      },
    });
    expect(JSON.stringify(answer)).not.toContain(KEY);
    expect(provider.seen).toHaveLength(0);
  });

  it("shows the first request of a composite tool, even if its handler catches failures", async () => {
    setToolHandlers({
      loopback: {
        steps: async (_, { call }) => {
          await call({ method: "DELETE", path: "/first" });
          return {};
        },
      },
    });
    expect((await run("LOOPBACK_STEPS", { dry_run: true })).data).toMatchObject({
      request: { method: "DELETE", url: `${provider.baseUrl}/first` },
    });
    expect(provider.seen).toHaveLength(0);
  });

  it("shows a proxied request and hides its inline credentials", async () => {
    expect(
      await proxy({
        dry_run: true,
        method: "PUT",
        body: { a: 1 },
        parameters: [{ name: "page", value: "2", type: "query" }],
      }),
    ).toMatchObject({
      status: 200,
      data: { dry_run: true, request: { method: "PUT", url: `${provider.baseUrl}/x?page=2`, body: { a: 1 } } },
    });
    const answer = await run("LOOPBACK_READ", {
      dry_run: true,
      custom_auth_params: {
        parameters: [
          { in: "query", name: "k", value: "short" },
          { in: "header", name: "X-Mine", value: "tiny" },
        ],
      },
    });
    expect(answer.data).toMatchObject({
      request: { url: expect.stringContaining("k=%5Bredacted%5D") as string, headers: { "x-mine": "[redacted]" } },
    });
    expect(provider.seen).toHaveLength(0);
  });

  it("still checks the arguments (422)", () =>
    expect(run("LOOPBACK_CREATE", { dry_run: true, arguments: { titel: "x" } })).rejects.toMatchObject({
      status: 422,
    }));
});

describe("a retry", () => {
  it("follows 503 and 429 if the tool only reads, after the time that the provider names", async () => {
    answers([503], [429, { "retry-after": "1" }], [200]);
    const startedAt = performance.now();
    expect((await run("LOOPBACK_READ")).successful).toBe(true);
    expect(provider.seen).toHaveLength(3);
    expect(performance.now() - startedAt).toBeGreaterThan(1100);
  });

  it("is not made for a tool that writes or a proxied request, which get the provider's answer", async () => {
    answers([503, { "retry-after": "0" }]);
    expect((await run("LOOPBACK_CREATE")).data).toMatchObject({ status_code: 503 });
    expect((await proxy({})).status).toBe(503);
    expect(provider.seen).toHaveLength(2);
  });

  it("is not made if the execution has no time left for it", async () => {
    answers([429, { "retry-after": "20" }]);
    expect((await run("LOOPBACK_READ", {}, { timeoutMs: 19_000 })).data).toMatchObject({ status_code: 429 });
    expect(provider.seen).toHaveLength(1);
  });

  it("is not made for a write whose connection broke, because it may have been carried out", async () => {
    provider.answer = (_, response) => {
      response.destroy();
    };
    expect((await run("LOOPBACK_CREATE")).data).toMatchObject({ phase: "protocol", status_code: 502 });
    expect(provider.seen).toHaveLength(1);
    await run("LOOPBACK_READ");
    expect(provider.seen).toHaveLength(4);
  });

  it("is given up when the caller hangs up", async () => {
    answers([429, { "retry-after": "20" }]);
    const controller = new AbortController();
    let isPausing = false;
    const { setTimeout } = globalThis;
    // The pause never ends automatically.
    const timers = vi.spyOn(globalThis, "setTimeout").mockImplementation(((end: () => void, ms: number) => {
      isPausing ||= ms === 20_000;
      return setTimeout(end, ms === 20_000 ? 2 ** 31 - 1 : ms);
    }) as typeof setTimeout);
    const call = run("LOOPBACK_READ", {}, { signal: controller.signal });
    await expect.poll(() => isPausing).toBe(true);
    controller.abort();
    await call;
    timers.mockRestore();
    expect(provider.seen).toHaveLength(1);
  });
});

/** Cuts a call off ever later, until so much of the answer has come as the test is about: a machine can be slow. */
async function cutOff<Answer extends { data?: unknown }>(during: string, ask: (limitMs: number) => Promise<Answer>) {
  for (let limitMs = 300; ; limitMs *= 2) {
    const answer = await ask(limitMs);
    const data = (answer.data ?? {}) as Record<string, unknown>;
    expect(data).toMatchObject({ phase: "timeout", limit_ms: limitMs });
    if (data.during === during) return { ...answer, data };
  }
}

describe("a provider that stalls", () => {
  it("is cut off at the time limit: unsuccessful, status 504, with the phase and the limit", async () => {
    provider.answer = () => undefined;
    const answer = await cutOff("headers", (timeoutMs) => run("LOOPBACK_READ", {}, { timeoutMs }));
    const limit = Number(answer.data.limit_ms);
    expect(answer).toMatchObject({
      successful: false,
      data: { status_code: 504, phase: "timeout" },
      error: `Loopback: it did not answer in time. The answer did not begin within ${limit} ms.`,
    });
    provider.answer = (_, response) => {
      response.writeHead(200).write("{");
    };
    const inBody = await cutOff("body", (timeoutMs) => run("LOOPBACK_READ", {}, { timeoutMs }));
    expect(inBody.data.status_code).toBe(504);
    expect(await cutOff("body", (timeoutMs) => proxy({}, { timeoutMs }))).toMatchObject({ status: 504 });
  });
});

describe("texts that the database cannot store", () => {
  it.each([
    ["user_id", { user_id: "a\0" }],
    ["connected_account_id", { user_id: "ada", connected_account_id: "ca_\0" }],
    ["version", { user_id: "ada", version: "\0" }],
  ])("are refused with 400 and the field's name for a NUL in %s", async (name, input) => {
    const { key } = await createApiKey(projectId, { name: "tests" });
    const answer = await POST(
      new Request("http://localhost:3000/api/v3/tools/execute/LOOPBACK_READ", {
        method: "POST",
        headers: { "x-api-key": key },
        body: JSON.stringify({ arguments: {}, ...input }),
      }),
      { params: Promise.resolve({ tool_slug: "LOOPBACK_READ" }) },
    );
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(name);
    expect(provider.seen).toHaveLength(0);
  });

  it("reach a provider that accepts JSON unchanged, for NUL and half of a surrogate pair", async () => {
    expect((await run("LOOPBACK_CREATE", { arguments: { title: "a\0b\ud800" } })).successful).toBe(true);
    expect(JSON.parse(provider.seen[0]?.body ?? "")).toEqual({ title: "a\0b\ud800" });
  });
});
