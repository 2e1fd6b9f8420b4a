/**
 * Requests of one's own within a session: whose account they use, what the session's rules refuse, and how they answer.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import type { SessionConfig } from "../../settings/contract";
import type { Session } from "../../session";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { runMetaTool } from "../run-meta-tool";
import { proxyInSession } from "./proxy-in-session";

let client: Client;
let provider: Provider;
let config: string;
const composio = metaToolkit();
const promised = composio.tools.find(({ slug }) => slug === "COMPOSIO_PROXY_EXECUTE")?.outputSchema ?? {};

beforeAll(async () => {
  await installConnectToolkits({ desk: { name: "Desk", auth: [{ mode: "API_KEY" }] } }, [composio]);
  [client, provider] = [await newClient(), await startProvider()];
  const { body } = await client.call("POST", "/auth_configs", {
    toolkit: { slug: "desk" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  config = body.auth_config.id;
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

async function connect(user: string, key: string, baseUrl = provider.baseUrl, more: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config },
    connection: { user_id: user, state: { val: { generic_api_key: key, base_url: baseUrl } }, ...more },
  });
  expect(status).toBe(201);
  return body.id;
}
const caller = () => ({ projectId: client.projectId, settings: { storePayloads: true } });
const facts = { ...ON, source: {} };
const sessions: Record<string, Session> = {};
const get = { toolkit_slug: "desk", endpoint: "/tickets", method: "GET" as const };
const send = (user: string, rules: Partial<SessionConfig> = {}, more: object = {}) =>
  proxyInSession(caller(), plainSession(client.projectId, user, rules), { ...get, ...more }, facts);
async function ask(user: string, args: Record<string, unknown> = {}, idempotencyKey?: string) {
  sessions[user] ??= plainSession(client.projectId, user);
  const answer = await runMetaTool(
    "COMPOSIO_PROXY_EXECUTE",
    { ...get, ...args },
    {
      caller: caller(),
      session: sessions[user],
      facts: { ...facts, ...(idempotencyKey && { idempotencyKey }) },
    },
  );
  expect(schemaCheck(promised)(answer)).toEqual([]);
  return answer;
}

it("uses the account that the session chooses, or the one that the request names", async () => {
  const pinned = await connect("ada", "the-first-key-0123456789");
  await connect("ada", "the-second-key-0123456789", provider.baseUrl, { alias: "second" });
  expect(await send("ada", { connected_accounts: { desk: [pinned] } })).toMatchObject({ status: 200 });
  await send("ada", { connected_accounts: { desk: [pinned] } }, { account: "second" });
  await send("ada");
  const keys = provider.seen.map(({ headers }) => JSON.stringify(headers).match(/the-(\w+)-key/)?.[1]);
  expect(keys).toEqual(["first", "second", "second"]);
});

it.each<[string, Partial<SessionConfig>, string]>([
  ["toolkits that do not hold it", { toolkits: { enabled: ["gmail"] } }, "toolkits.enable does not hold desk"],
  ["toolkits that exclude it", { toolkits: { disabled: ["desk"] } }, "toolkits.disable holds desk"],
  ["some of its tools only", { tools: { desk: { enabled: ["DESK_READ"] } } }, "tools.desk"],
  ["tools that are taken away", { tools: { desk: { disabled: ["DESK_DELETE"] } } }, "tools.desk"],
  ["its tools by tags", { tools: { desk: { tags: { enabled: ["readOnlyHint"] } } } }, "tools.desk"],
  ["tags that must be there", { tags: { enabled: ["readOnlyHint"] } }, "tags let only some"],
  ["tags that must not be there", { tags: { disabled: ["destructiveHint"] } }, "tags let only some"],
])("a session with %s sends nothing, and the 403 names the rule", async (_, rules, rule) => {
  await expect(send("ada", rules)).rejects.toMatchObject({ status: 403, message: expect.stringContaining(rule) });
  expect(provider.seen).toEqual([]);
});

it("ignores rules of other toolkits, and tags without an effect", async () => {
  await connect("carl", "the-key-of-carl-0123456789");
  const rules: Partial<SessionConfig> = { tools: { gmail: { enabled: [] } }, tags: { disabled: [] } };
  expect(await send("carl", rules)).toMatchObject({ status: 200 });
});

it("returns 400 for credentials of another toolkit, which the rules do not cover", async () => {
  const other = { authScheme: "API_KEY", toolkitSlug: "keyed", val: { generic_api_key: "x" } };
  const response = send("ada", { toolkits: { enabled: ["desk"] } }, { custom_connection_data: other });
  await expect(response).rejects.toMatchObject({ status: 400, message: expect.stringContaining("keyed") });
});

it("returns the app's status and body from COMPOSIO_PROXY_EXECUTE, also of a refusal", async () => {
  await connect("dora", "the-key-of-dora-0123456789");
  provider.answer = (_, response) => {
    response.writeHead(418, { "content-type": "application/json" }).end('{"why":"tea"}');
  };
  const answer = await ask("dora", { method: "POST", body: { title: "x" }, endpoint: "tickets" });
  expect(answer).toMatchObject({ successful: true, error: null, data: { status: 418, data: { why: "tea" } } });
  expect(provider.seen[0]).toMatchObject({ method: "POST", url: "/tickets", body: '{"title":"x"}' });
  await flushToolLogs();
  const { rows } = await findToolLogs(client.projectId, { limit: 2 });
  expect(rows.map((row) => row.tool_slug).sort()).toEqual(["COMPOSIO_PROXY_EXECUTE", "PROXY_EXECUTE"]);
});

it("returns from COMPOSIO_PROXY_EXECUTE why a request could not be sent", async () => {
  const expected = { successful: false, data: {} };
  expect(await ask("nobody")).toMatchObject({
    ...expected,
    error: expect.stringContaining("no connected desk account"),
  });
  expect(await ask("dora", { endpoint: "https://evil.example/x" })).toMatchObject({
    ...expected,
    error: expect.stringContaining("own hosts"),
  });
  expect(await ask("dora", { toolkit_slug: "dsek" })).toMatchObject(expected);
  await connect("eric", "the-key-of-eric-0123456789", "http://127.0.0.1:1");
  expect(await ask("eric")).toMatchObject({ successful: false, error: expect.stringContaining("Desk") });
});

it("sends a request of one Idempotency-Key once", async () => {
  await connect("flo", "the-key-of-flo-0123456789");
  const post = { method: "POST", body: { title: "x" } };
  const first = await ask("flo", post, "one-key");
  expect(await ask("flo", post, "one-key")).toEqual(first);
  expect(first).toMatchObject({ successful: true });
  expect(provider.seen).toHaveLength(1);
});
