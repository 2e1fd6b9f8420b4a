/** The result for each tool in a call of several tools, and the entries of these tools in the audit trail. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { createRule } from "@/lib/policies/create-rule";
import type { RuleAction } from "@/lib/policies/rules.contract";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

type Item = { error: string | null; response: { data: Record<string, unknown> } | null };

let client: Client;
let provider: Provider;

const toolkit = (name: string) => ({
  name,
  auth: [{ mode: "API_KEY" as const }],
  tools: [
    {
      slug: `${name.toUpperCase()}_SEND`,
      input: { type: "object", properties: {} },
      request: { method: "POST" as const, path: `/${name}`, parameters: [] },
    },
  ],
});

beforeAll(async () => {
  await installConnectToolkits({ mail: toolkit("mail"), chat: toolkit("chat") }, [metaToolkit()]);
  provider = await startProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  provider.reset();
  client = await newClient();
});

async function connect(slug: string): Promise<string> {
  const config = await client.call("POST", "/auth_configs", {
    toolkit: { slug },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  });
  const { body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: config.body.auth_config.id },
    connection: { user_id: "ada", state: { val: { generic_api_key: "a-key-0123456", base_url: provider.baseUrl } } },
  });
  return body.id;
}

const several = (...slugs: string[]) => ({
  tools: slugs.map((slug) => ({ tool_slug: slug, arguments: {} })),
  sync_response_to_workbench: false,
});

it("the account of a batch is for tools of its own toolkit, and other tools use theirs", async () => {
  const [older] = [await connect("mail"), await connect("mail"), await connect("chat")];
  const { status, body } = await client.call("POST", "/tools/execute/COMPOSIO_MULTI_EXECUTE_TOOL", {
    user_id: "ada",
    connected_account_id: older,
    arguments: several("MAIL_SEND", "CHAT_SEND"),
  });
  expect(status).toBe(200);
  expect((body.data as { results: Item[] }).results.map(({ error }) => error)).toEqual([null, null]);
  expect(provider.seen.map(({ url }) => url).sort()).toEqual(["/chat", "/mail"]);
});

it("reports for a tool of the client that the client runs it", async () => {
  const customTool = { slug: "COUNT", name: "Count", description: "Counts", input_schema: { type: "object" } };
  const { body: session } = await client.call("POST", "/tool_router/session", {
    user_id: "ada",
    experimental: { custom_tools: [customTool] },
  });
  await connect("mail");
  const { body } = await client.call("POST", `/tool_router/session/${String(session.session_id)}/execute`, {
    tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL",
    arguments: several("LOCAL_COUNT", "MAIL_SEND"),
  });
  const [count, sendResult] = (body.data as { results: Item[] }).results;
  expect(count?.error).toContain("LOCAL_COUNT is a tool of the client, which runs it itself");
  expect(sendResult?.error).toBeNull();
});

it("records its renames and removals in the audit trail", async () => {
  const account = await connect("mail");
  const manage = (entry: object) =>
    client.call("POST", "/tools/execute/COMPOSIO_MANAGE_CONNECTIONS", {
      user_id: "ada",
      arguments: { toolkits: [{ name: "mail", ...entry }] },
    });
  await manage({ action: "rename", alias: "work" });
  await manage({ action: "remove", account_id: account });
  const events = await db.auditEvent.findMany({
    where: { projectId: client.projectId, target: account },
    orderBy: { at: "asc" },
  });
  expect(events.slice(-2)).toMatchObject([
    { action: "connected_account.update", outcome: "done", actorKind: "apiKey" },
    { action: "connected_account.delete", outcome: "done", actorKind: "apiKey" },
  ]);
});

it("a repeated call gets no results of before a change of the policies, and meta tools obey replacements", async () => {
  await connect("mail");
  const call = (key: string, ...slugs: string[]) =>
    client.call(
      "POST",
      "/tools/execute/COMPOSIO_MULTI_EXECUTE_TOOL",
      { user_id: "ada", arguments: several(...slugs) },
      { "idempotency-key": key },
    );
  const first = await call("whole-1", "MAIL_SEND");
  expect(await call("whole-1", "MAIL_SEND")).toMatchObject({ status: 200, body: first.body });
  const rule = (action: RuleAction) =>
    createRule(
      client.projectId,
      { name: "Rule", enabled: true, match: { tools: ["COMPOSIO_MULTI_EXECUTE_TOOL"] }, action },
      { id: "user_1", name: "Ada" },
    );
  await rule({ type: "redact", place: "result", paths: ["results.response.data.url"] });
  expect((await call("whole-1", "MAIL_SEND")).status).toBe(409);
  const { body } = await call("whole-2", "MAIL_SEND");
  expect(body.data).toMatchObject({ results: [{ response: { data: { url: "[redacted]" } } }] });
  expect((await call("whole-2", "MAIL_SEND")).status).toBe(409);
  expect(provider.seen).toHaveLength(2);
  await rule({ type: "redact", place: "arguments", paths: ["tools.tool_slug"], replacement: "CHAT_SEND" });
  const { body: changed } = await call("whole-3", "MAIL_SEND");
  expect(changed.data).toMatchObject({ results: [{ tool_slug: "CHAT_SEND" }] });
});
