/** A session's call as one connected trace at a collector: parents are right, and without facts of the user. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { answerJson } from "@/lib/http/listener/answer-json";
import { createListener } from "@/lib/http/listener/create-listener";
import { startTracing } from "@/lib/kernel/tracing/start-tracing";
import { findTracer } from "@/lib/kernel/tracing/tracer";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { type Client, door, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "@/test/servers/otlp-receiver";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { forgetSettings } from "@/test/setup/process-memory";

const SECRETS = [
  "client-secret-0123",
  "first-token-0123456789",
  "fresh-token-0123456789",
  "refresh-0123",
  "key-0123456789",
];
const [APP_SECRET, FIRST_TOKEN, FRESH_TOKEN, REFRESH_TOKEN, API_KEY] = SECRETS;
const ARGUMENT = "the-words-of-ada";
const CALLER = { traceId: "0af7651916cd43dd8448eb211c80319c", spanId: "b7ad6b7169203331" };

let client: Client;
let key: string;
let provider: Provider;
let receiver: OtlpReceiver;
let server: Server;
let sessionId: string;
let stop: () => Promise<void>;

const tools = (slug: string) => [
  {
    slug,
    input: { type: "object", properties: { subject: { type: "string" } } },
    request: {
      method: "GET" as const,
      path: "/read",
      parameters: [{ key: "subject", name: "subject", in: "query" as const }],
    },
  },
];

async function connect(toolkit: string, authScheme: string, credentials: object, val: object): Promise<void> {
  const config = await client.call("POST", "/auth_configs", {
    toolkit: { slug: toolkit },
    auth_config: { type: "use_custom_auth", authScheme, credentials },
  });
  const { status } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: "ada", state: { authScheme, val } },
  });
  expect(status).toBe(201);
}

beforeAll(async () => {
  await installConnectToolkits(
    {
      renewed: { name: "Renewed", auth: [{ mode: "OAUTH2", provider: "strict" }], tools: tools("RENEWED_READ") },
      desk: { name: "Desk", auth: [{ mode: "API_KEY" }], tools: tools("DESK_READ") },
    },
    [metaToolkit()],
  );
  [client, provider, receiver] = [await newClient(), await startProvider(), await startOtlpReceiver()];
  ({ key } = await createApiKey(client.projectId, { name: "traces" }));
  const app = { client_id: "app", client_secret: APP_SECRET, base_url: provider.baseUrl };
  const tokens = { access_token: FIRST_TOKEN, refresh_token: REFRESH_TOKEN };
  await connect("renewed", "OAUTH2", { ...app, token_url: `${provider.baseUrl}/token` }, tokens);
  await connect("desk", "API_KEY", {}, { generic_api_key: API_KEY, base_url: provider.baseUrl });
  sessionId = String((await client.call("POST", "/tool_router/session", { user_id: "ada" })).body.session_id);
  server = createListener({
    answer: (request, response, pathname) => {
      const match = door.find(request.method ?? "", pathname);
      return match ? answerJson(match, request, response) : response.writeHead(404).end();
    },
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(async () => {
  receiver.close();
  server.close();
  await provider.close();
});
afterEach(async () => {
  await stop();
  vi.unstubAllEnvs();
  forgetSettings();
});

async function begin(settings: Record<string, string> = {}): Promise<void> {
  receiver.spans.length = 0;
  for (const [name, value] of Object.entries({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...settings }))
    vi.stubEnv(name, value);
  forgetSettings();
  stop = await startTracing();
  provider.reset();
  provider.answer = ({ url, headers }, response) => {
    const json = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (url === "/token")
      return json(200, {
        access_token: FRESH_TOKEN,
        refresh_token: REFRESH_TOKEN,
        token_type: "bearer",
        expires_in: 3600,
      });
    json(headers.authorization?.includes(String(FIRST_TOKEN)) ? 401 : 200, {});
  };
}

async function execute(tool_slug: string, args: object, headers: Record<string, string> = {}): Promise<void> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3/tool_router/session/${sessionId}/execute`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", connection: "close", ...headers },
    body: JSON.stringify({ tool_slug, arguments: args }),
  });
  expect([response.status, (await response.json()) as unknown]).toMatchObject([200, { successful: true }]);
  await expect.poll(() => findTracer()?.findOpen(response.headers.get("x-request-id") ?? "")).toBeUndefined();
}

/** The name of a span and those of its ancestors, the nearest first. */
function lineOf(span: ReceivedSpan): string[] {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [span.name, ...(parent ? lineOf(parent) : [])];
}

const ROUTE = "POST /api/v3/tool_router/session/{session_id}/execute";
const META = ["meta COMPOSIO_MULTI_EXECUTE_TOOL", ROUTE];

it("sends one trace for several tools, one of which renews its token", async () => {
  await begin({ OTEL_SERVICE_NAME: "patchbay-here" });
  await execute(
    "COMPOSIO_MULTI_EXECUTE_TOOL",
    {
      tools: ["RENEWED_READ", "DESK_READ"].map((slug) => ({ tool_slug: slug, arguments: { subject: ARGUMENT } })),
    },
    { traceparent: `00-${CALLER.traceId}-${CALLER.spanId}-01`, baggage: "user=ada" },
  );
  await stop();
  const { spans } = receiver;
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([CALLER.traceId]));
  expect(spans.map(lineOf).sort()).toEqual(
    [
      [ROUTE],
      META,
      ["tool RENEWED_READ", ...META],
      ["tool DESK_READ", ...META],
      ["GET 127.0.0.1", "tool RENEWED_READ", ...META],
      ["refresh token", "tool RENEWED_READ", ...META],
      ["request token", "refresh token", "tool RENEWED_READ", ...META],
      ["GET 127.0.0.1", "tool RENEWED_READ", ...META],
      ["GET 127.0.0.1", "tool DESK_READ", ...META],
    ].sort(),
  );
  const request = spans.find(({ name }) => name === ROUTE);
  expect(request).toMatchObject({
    parentSpanId: CALLER.spanId,
    facts: { "patchbay.door": "session", "http.response.status_code": 200, "http.route": ROUTE.slice("POST ".length) },
  });
  expect(
    spans.flatMap(({ name, facts }) => (name === "GET 127.0.0.1" ? [facts["http.response.status_code"]] : [])).sort(),
  ).toEqual([200, 200, 401]);
  expect(receiver.resource).toMatchObject({ "service.name": "patchbay-here" });
  const text = receiver.texts.join("\n");
  expect([...SECRETS, ARGUMENT, key, 'ada"', "/read", client.projectId].filter((word) => text.includes(word))).toEqual(
    [],
  );
});

it("gives providers no traceparent unless the operator wants it, and never baggage", async () => {
  const baggage = { baggage: "user=ada" };
  await begin();
  await execute("DESK_READ", { subject: ARGUMENT }, baggage);
  expect(provider.seen[0]?.headers).not.toHaveProperty("traceparent");
  await stop();
  await begin({ PATCHBAY_TRACES_TO_PROVIDERS: "on" });
  await execute("DESK_READ", { subject: ARGUMENT }, baggage);
  await stop();
  const providerStep = receiver.spans.find(({ name }) => name === "GET 127.0.0.1");
  expect(provider.seen[0]?.headers.traceparent).toBe(`00-${providerStep?.traceId}-${providerStep?.spanId}-01`);
  expect(provider.seen[0]?.headers).not.toHaveProperty("baggage");
});

it.each([
  "",
  "00-0-0-01",
  `00-${"0".repeat(32)}-${CALLER.spanId}-01`,
  `ff-${CALLER.traceId}-${CALLER.spanId}-01`,
  `01-${CALLER.traceId}-${CALLER.spanId}-01-${"x".repeat(5000)}`,
])("begins a trace of its own for the traceparent %j", async (traceparent) => {
  await begin();
  await execute("DESK_READ", {}, { traceparent });
  await stop();
  const request = receiver.spans.find(({ name }) => name === ROUTE);
  expect(request).toBeDefined();
  expect(request?.traceId).not.toBe(CALLER.traceId);
  expect(request?.parentSpanId ?? "").toBe("");
});
