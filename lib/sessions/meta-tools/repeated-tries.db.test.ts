/** Requests that official clients send again because their connection was cut: nothing is carried out twice. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { setToolWebhook } from "@/lib/webhooks/tool-calls/set-tool-webhook";
import { type Client, door, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const tool = (slug: string, method: "GET" | "POST") => ({
  slug,
  input: { type: "object", properties: { text: { type: "string" } } },
  request: { method, path: "/mail", parameters: [] },
});

let client: Client;
let provider: Provider;
let base: string;
let key: string;
let session: string;
const listener = getRequestListener((request) => door.fetch(request), { overrideGlobalObjects: false });
const server = createServer((request, response) => void listener(request, response));

beforeAll(async () => {
  const tools = [tool("MAIL_READ", "GET"), tool("MAIL_SEND", "POST")];
  await installConnectToolkits({ mail: { name: "Mail", auth: [{ mode: "API_KEY" }], tools } }, [metaToolkit()]);
  provider = await startProvider();
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await provider.close();
});
beforeEach(async () => {
  provider.reset();
  client = await newClient();
  key = (await createApiKey(client.projectId, { name: "retries" })).key;
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "mail" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  await client.call("POST", "/connected_accounts", {
    auth_config: { id: body.auth_config.id },
    connection: { user_id: "ada", state: { val: { generic_api_key: "a-key-0123456", base_url: provider.baseUrl } } },
  });
  session = String((await client.call("POST", "/tool_router/session", { user_id: "ada" })).body.session_id);
});

type SendOptions = { retry?: number; signal?: AbortSignal; path?: string };
async function execute(body: object, { retry = 0, signal, path }: SendOptions = {}) {
  const answer = await fetch(`${base}${path ?? `/tool_router/session/${session}/execute`}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "x-stainless-retry-count": String(retry) },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** Sends a request whose connection is cut when the provider has it, as it gives no answer. */
async function cutOff(body: object, path?: string): Promise<void> {
  const before = provider.seen.length;
  provider.answer = () => undefined;
  const controller = new AbortController();
  const first = execute(body, { signal: controller.signal, ...(path && { path }) }).catch(() => null);
  await vi.waitFor(() => expect(provider.seen.length).toBe(before + 1), { timeout: 20_000 });
  controller.abort();
  expect(await first).toBeNull();
  provider.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
}

const SEND = { tool_slug: "MAIL_SEND", arguments: { text: "hello" } };

it("returns 409 with the log id and sends no second message after a cut connection", async () => {
  await cutOff(SEND);
  for (const retry of [1, 2]) {
    const { status, headers, text } = await execute(SEND, { retry });
    expect([status, headers.get("x-should-retry")]).toEqual([409, "false"]);
    const [row] = (await findToolLogs(client.projectId, { limit: 1 })).rows;
    expect(text).toContain(row?.id ?? "no row");
  }
  expect(provider.seen).toHaveLength(1);
  expect((await execute({ ...SEND, arguments: { text: "another" } }, { retry: 1 })).status).toBe(200);
  expect((await execute(SEND)).status).toBe(200);
  expect(provider.seen).toHaveLength(3);
});

it("refuses the repeat of a batch as a whole, and of a plain execution", async () => {
  const many = {
    tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL",
    arguments: { tools: [SEND], sync_response_to_workbench: false },
  };
  await cutOff(many);
  expect((await execute(many, { retry: 1 })).status).toBe(409);
  const plain = { user_id: "ada", arguments: { text: "plain" } };
  const path = "/tools/execute/MAIL_SEND";
  await cutOff(plain, path);
  expect((await execute(plain, { retry: 1, path })).status).toBe(409);
  expect(provider.seen).toHaveLength(2);
});

it("refuses a repeat after the project has set a receiver that decides about its calls", async () => {
  const plain = { user_id: "ada", arguments: { text: "before the receiver" } };
  const path = "/tools/execute/MAIL_SEND";
  await cutOff(plain, path);
  await setToolWebhook(client.projectId, {
    ...{ url: `${provider.baseUrl}/verdict`, before_execute: true, after_execute: false },
    ...{ timeout_seconds: 5, on_failure: "block" },
  });
  expect((await execute(plain, { retry: 1, path })).status).toBe(409);
  expect(provider.seen).toHaveLength(1);
});

it("refuses a repeat while the first try still runs", async () => {
  provider.answer = () => undefined;
  const controller = new AbortController();
  const first = execute(SEND, { signal: controller.signal }).catch(() => null);
  await vi.waitFor(() => expect(provider.seen).toHaveLength(1), { timeout: 20_000 });
  expect((await execute(SEND, { retry: 1 })).status).toBe(409);
  controller.abort();
  await first;
  expect(provider.seen).toHaveLength(1);
});

it("executes a repeat whose first try never came, ended before, or only read", async () => {
  expect((await execute(SEND, { retry: 1 })).status).toBe(200);
  // The first one was answered, so this is another call, whose own first try did not come.
  expect((await execute(SEND, { retry: 1 })).status).toBe(200);
  const read = { tool_slug: "MAIL_READ", arguments: {} };
  await cutOff(read);
  expect((await execute(read, { retry: 1 })).status).toBe(200);
  expect(provider.seen).toHaveLength(4);
});
