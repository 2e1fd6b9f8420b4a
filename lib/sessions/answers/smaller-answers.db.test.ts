/** Answers as small as their caller wants them, in sessions and in several calls at once. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createAnswerFile, requireFile } from "@/lib/files/stored-files";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { type Client, newClient } from "@/test/clients/connect-api";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { forgetSettings } from "@/test/setup/process-memory";

type Data = Record<string, unknown> & { remote_file_info?: { file_path: string; url: string }; preview?: string };

let client: Client;
let provider: Provider;
let session: string;

const messages = Array.from({ length: 40 }, (_, id) => ({
  id,
  subject: `Subject ${id}`,
  body: "a few words ".repeat(16),
}));

beforeAll(async () => {
  const list = {
    slug: "MAIL_LIST",
    tags: ["readOnlyHint"],
    input: { type: "object", properties: {} },
    request: { method: "GET" as const, path: "/list", parameters: [] },
  };
  await installConnectToolkits({ mail: { name: "Mail", auth: [{ mode: "API_KEY" }], tools: [list] } }, [metaToolkit()]);
  provider = await startProvider();
  client = await newClient();
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
afterAll(() => provider.close());
beforeEach(() => {
  provider.reset();
  answer(200, { messages, total: 40 });
});

const answer = (status: number, body: object): void => {
  provider.answer = (_, response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
async function execute(
  response: object | undefined,
  more: object = { tool_slug: "MAIL_LIST", arguments: {} },
  key = "",
) {
  const path = `/tool_router/session/${session}/execute`;
  const { status, body } = await client.call(
    "POST",
    path,
    { ...more, ...(response && { response }) },
    key ? { "idempotency-key": key } : {},
  );
  return { status, data: body.data as Data, error: body.error as unknown as { errors?: string[] } | null };
}
async function fileOf({ remote_file_info: info }: Data): Promise<unknown> {
  const file = await requireFile(client.projectId, info?.file_path ?? "");
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

it("returns a whole answer if nothing is selected", async () => {
  expect((await execute(undefined)).data).toEqual({ messages, total: 40 });
});

it("returns the selected fields, and the meter counts the returned part", async () => {
  const { status, data } = await execute({ fields: ["messages[*].id", "total"] });
  expect([status, data]).toEqual([200, { messages: messages.map(({ id }) => ({ id })), total: 40 }]);
  const [row] = (await findToolLogs(client.projectId, { limit: 1 })).rows;
  expect(row?.tokens).toBeLessThan(200);
});

it("returns the beginning of an answer that takes more tokens, and the whole in a file", async () => {
  const { data } = await execute({ fields: ["messages"], max_tokens: 400 });
  const part = JSON.parse(data.preview ?? "") as { messages: object[] };
  expect(data.preview?.length).toBeLessThanOrEqual(1600);
  expect(part.messages).toEqual(messages.slice(0, part.messages.length));
  expect(part.messages.length).toBeGreaterThanOrEqual(5);
  expect(data.message).toContain("max_tokens was 400");
  expect(data.missing).toEqual([`messages: ${part.messages.length} of 40 entries`]);
  expect(await fileOf(data)).toEqual({ messages });
  expect((await execute({ max_tokens: 100_000 })).data).toEqual({ messages, total: 40 });
});

it("shapes each of several calls separately, and repeats of a key as each repeat asks", async () => {
  const tools = [
    { tool_slug: "MAIL_LIST", arguments: {}, response: { fields: ["total"] } },
    { tool_slug: "MAIL_LIST", arguments: {}, response: { fields: ["total..x"] } },
  ];
  const many = { tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: { tools, sync_response_to_workbench: false } };
  const { data } = await execute(undefined, many);
  expect(data.results).toMatchObject([
    { error: null, response: { data: { total: 40 } } },
    { error: expect.stringContaining("response.fields.0"), response: null },
  ]);
  provider.seen.length = 0;
  const tool = { tool_slug: "MAIL_LIST", arguments: {} };
  expect((await execute({ fields: ["total"] }, tool, "one-key")).data).toEqual({ total: 40 });
  expect((await execute({ fields: ["messages[0].id"] }, tool, "one-key")).data).toEqual({ messages: [{ id: 0 }] });
  expect(provider.seen).toHaveLength(1);
});

it("shapes what a tool outside of sessions returns, but no answer of a meta tool", async () => {
  const body = { user_id: "ada", arguments: {}, response: { fields: ["total"] } };
  const { status, body: answer } = await client.call("POST", "/tools/execute/MAIL_LIST", body);
  expect([status, answer.data]).toEqual([200, { total: 40 }]);
  expect((await client.call("POST", "/tools/execute/COMPOSIO_MULTI_EXECUTE_TOOL", body)).status).toBe(422);
});

it("shapes by the default of the session, else of the project, for calls that say nothing; {} asks for all", async () => {
  const config = (body: object) => client.call("PATCH", "/org/project/config", body);
  expect((await config({ default_response: { fields: ["total"] } })).status).toBe(200);
  expect((await execute(undefined)).data).toEqual({ total: 40 });
  const ofSession = { default_response: { fields: ["messages[0].id"] } };
  const { body } = await client.call("PATCH", `/tool_router/session/${session}`, ofSession);
  expect(body.config).toMatchObject(ofSession);
  expect((await execute(undefined)).data).toEqual({ messages: [{ id: 0 }] });
  const many = { tools: [{ tool_slug: "MAIL_LIST", arguments: {} }], sync_response_to_workbench: false };
  const batch = await execute(undefined, { tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: many });
  expect(batch.data.results).toMatchObject([{ response: { data: { messages: [{ id: 0 }] } } }]);
  expect((await execute({})).data).toEqual({ messages, total: 40 });
  const whole = { tool_slug: "COMPOSIO_REMOTE_WORKBENCH", arguments: {} };
  expect((await execute({ fields: ["total"] }, whole)).status).toBe(422);
  expect((await config({ default_response: { fields: ["a[?]"] } })).status).toBe(400);
  await client.call("PATCH", `/tool_router/session/${session}`, { default_response: null });
  expect((await execute(undefined)).data).toEqual({ total: 40 });
  await config({ default_response: null });
  expect((await execute(undefined)).data).toEqual({ messages, total: 40 });
});

it("an earlier answer comes again in a session and among several calls, and is made smaller as each asks", async () => {
  const cache = { max_age_seconds: 60 };
  const call = { tool_slug: "MAIL_LIST", arguments: {}, cache };
  expect((await execute({ fields: ["total"] }, call)).data).toEqual({ total: 40 });
  expect((await execute(undefined, call)).data).toEqual({ messages, total: 40 });
  const tools = [{ ...call, response: { fields: ["messages[0].id"] } }];
  const many = { tool_slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: { tools, sync_response_to_workbench: false } };
  expect((await execute(undefined, many)).data.results).toMatchObject([
    { response: { data: { messages: [{ id: 0 }] }, cached: { age_seconds: expect.any(Number) } } },
  ]);
  expect(provider.seen).toHaveLength(1);
  expect((await execute(undefined, { ...many, cache })).status).toBe(422);
});

it("returns 422 for a wrong path, before anything is sent, and for a meta tool", async () => {
  const wrong = await execute({ fields: ["messages[?(@.id)]"] });
  expect([wrong.status, wrong.error?.errors]).toEqual([422, [expect.stringContaining("response.fields.0")]]);
  expect((await execute({ max_tokens: 100 }, { tool_slug: "COMPOSIO_SEARCH_TOOLS", arguments: {} })).status).toBe(422);
  expect(provider.seen).toHaveLength(0);
});

it("keeps the app's error whole, and also the answer if there is no room for a file", async () => {
  answer(400, { problem: "x".repeat(1000) });
  expect(JSON.stringify((await execute({ max_tokens: 50, fields: ["none"] })).data)).toContain("x".repeat(900));
  answer(200, { messages, total: 40 });
  vi.stubEnv("PATCHBAY_FILE_QUOTA_MB", "1");
  forgetSettings();
  const place = { projectId: client.projectId, toolkitSlug: "mail", toolSlug: "MAIL_LIST" };
  // What the tests before stored, and what is stored here, leave no room.
  const size = 1024 * 1024 - 12_000;
  await createAnswerFile(place, { name: "a", mimetype: "text/plain", body: [Buffer.alloc(size)] });
  const { data } = await execute({ max_tokens: 50 });
  vi.unstubAllEnvs();
  forgetSettings();
  expect(data).toEqual({ messages, total: 40 });
});
