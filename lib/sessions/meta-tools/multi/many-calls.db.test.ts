/** COMPOSIO_MULTI_EXECUTE_TOOL as callers meet it: the document's form, what harms whom, keys, accounts and files. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createAnswerFile, requireFile } from "@/lib/files/stored-files";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { findToolLogs, requireToolLog } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import type { SessionConfig } from "../../settings/contract";
import { type Client, newClient } from "@/test/clients/connect-api";
import type { ConnectToolkit } from "@/test/builders/connect-toolkits";
import { type Provider, startProvider } from "@/test/servers/loopback-provider";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { installConnectToolkits } from "@/test/servers/oauth-providers";
import { ON } from "@/test/builders/origin";
import { plainSession } from "@/test/builders/plain-session";
import { forgetSettings } from "@/test/setup/process-memory";
import { runMetaTool } from "../run-meta-tool";

type Item = {
  tool_slug: string;
  index: number;
  response: { data: Record<string, unknown>; successful: boolean; log_id: string } | null;
  error: string | null;
};
type Data = {
  results: Item[];
  total_count: number;
  success_count: number;
  error_count: number;
  remote_file_info: { file_path: string; s3key: string; url: string; size: number } | null;
  next_steps: string | null;
};

const text = { type: "string" };
const post = (slug: string, path: string, names: readonly string[]) => ({
  slug,
  input: {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, text])),
    required: [...names],
  },
  request: {
    method: "POST" as const,
    path,
    parameters: [],
    body: {
      mode: "flat" as const,
      contentType: "application/json",
      fields: names.map((name) => ({ key: name, name })),
    },
  },
});
const gmail: ConnectToolkit = {
  name: "Gmail",
  auth: [{ mode: "API_KEY" }],
  tools: [post("GMAIL_SEND_EMAIL", "/send", ["to", "subject", "body"])],
};
const slack: ConnectToolkit = {
  name: "Slack",
  auth: [{ mode: "API_KEY" }],
  tools: [post("SLACK_SEND_MESSAGE", "/message", ["channel", "text"])],
};
const SLUG = "COMPOSIO_MULTI_EXECUTE_TOOL";
const composio = metaToolkit();
const promised = composio.tools.find(({ slug }) => slug === SLUG)?.outputSchema ?? {};

let client: Client;
let provider: Provider;
const configs: Record<string, string> = {};

beforeAll(async () => {
  await installConnectToolkits({ gmail, slack }, [composio]);
  [client, provider] = [await newClient(), await startProvider()];
  for (const slug of ["gmail", "slack"]) {
    const { body } = await client.call("POST", "/auth_configs", {
      toolkit: { slug },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    });
    configs[slug] = body.auth_config.id;
    await connect(slug, "ada", `the-key-of-ada-for-${slug}`);
  }
});
afterAll(() => provider.close());
beforeEach(() => provider.reset());

async function connect(toolkit: string, user: string, key: string, more: object = {}): Promise<string> {
  const { status, body } = await client.call("POST", "/connected_accounts", {
    auth_config: { id: configs[toolkit] },
    connection: { user_id: user, state: { val: { generic_api_key: key, base_url: provider.baseUrl } }, ...more },
  });
  expect(status).toBe(201);
  return body.id;
}

const mail = (to = "john@example.com") => ({
  tool_slug: "GMAIL_SEND_EMAIL",
  arguments: { to, subject: "Hello", body: "Welcome to the team!" },
});
const message = { tool_slug: "SLACK_SEND_MESSAGE", arguments: { channel: "#general", text: "New member joined!" } };
const json = (body: unknown, status = 200): Provider["answer"] => {
  return (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
};

async function run(
  tools: unknown[],
  rules: Partial<SessionConfig> = {},
  more: { sync?: boolean; key?: string; user?: string } = {},
) {
  const { sync = false, key, user = "ada" } = more;
  const session = { ...plainSession(client.projectId, user, rules), ...(key && { id: "trs_forOneKey000" }) };
  const args = { tools, sync_response_to_workbench: sync };
  const answer = await runMetaTool(SLUG, args, {
    caller: { projectId: client.projectId, settings: { storePayloads: true } },
    session,
    facts: { ...ON, source: {}, ...(key && { idempotencyKey: key }) },
  });
  expect(schemaCheck(promised)(answer)).toEqual([]);
  return { ...(answer.data as Data), log_id: answer.log_id };
}
const failures = ({ results }: Pick<Data, "results">) =>
  results.flatMap(({ error, index }) => (error === null ? [] : [index]));

it("answers the document's request with the document's fields", async () => {
  provider.answer = ({ url }, response) =>
    json(url === "/send" ? { id: "msg_123", threadId: "thread_456" } : { ok: true, ts: "1234567890.123456" })(
      { method: "", url, headers: {}, body: "" },
      response,
    );
  const { status, body } = await client.call("POST", `/tools/execute/${SLUG}`, {
    user_id: "ada",
    arguments: { tools: [mail(), message], sync_response_to_workbench: false, session_id: "abcd" },
  });
  expect([status, body.successful, body.error]).toEqual([200, true, null]);
  const expectedResult = { error: null, log_id: expect.stringMatching(/^log_/), successful: true };
  expect(body.data).toEqual({
    results: [
      {
        tool_slug: "GMAIL_SEND_EMAIL",
        index: 0,
        response: { ...expectedResult, data: { id: "msg_123", threadId: "thread_456" } },
        error: null,
      },
      {
        tool_slug: "SLACK_SEND_MESSAGE",
        index: 1,
        response: { ...expectedResult, data: { ok: true, ts: "1234567890.123456" } },
        error: null,
      },
    ],
    total_count: 2,
    success_count: 2,
    error_count: 0,
    remote_file_info: null,
    next_steps: null,
    session: { id: "abcd", instructions: expect.any(String) },
  });
  expect(JSON.parse(provider.seen.find(({ url }) => url === "/send")?.body ?? "")).toEqual(mail().arguments);
});

it("one refused, one unknown and one forbidden call of fifty leave the others right and in order", async () => {
  const open: (() => void)[] = [];
  provider.answer = ({ body }, response) => {
    const { to } = JSON.parse(body) as { to: string };
    open.push(() => json({ to }, to === "20@x" ? 422 : 200)({ method: "", url: "", headers: {}, body }, response));
    // None is answered before all that are sent are open: with fewer at once, this would never end.
    if (open.length === 48) for (const answer of open) answer();
  };
  const tools: unknown[] = Array.from({ length: 50 }, (_, i) => mail(`${i}@x`));
  tools[10] = { ...mail(), tool_slug: "GMAIL_SEND_EMIAL" };
  tools[30] = message;
  const data = await run(tools, { toolkits: { enabled: ["gmail"] } });
  expect(failures(data)).toEqual([10, 20, 30]);
  expect([data.total_count, data.success_count, data.error_count]).toEqual([50, 47, 3]);
  expect(data.results[10]).toMatchObject({ response: null, error: expect.stringContaining("GMAIL_SEND_EMAIL") });
  expect(data.results[20]).toMatchObject({ response: { successful: false }, error: expect.stringContaining("422") });
  expect(data.results[30]).toMatchObject({ response: null, error: expect.stringContaining("does not hold slack") });
  const right = data.results.filter(({ error }) => error === null);
  expect(right.map(({ response }) => response?.data.to)).toEqual(right.map(({ index }) => `${index}@x`));
});

it("a meta tool, wrong arguments and a user without an account are errors of their own call", async () => {
  const tools = [
    { tool_slug: "composio_search_tools", arguments: {} },
    { ...mail(), arguments: { to: "a@x" } },
    mail(),
  ];
  const mine = await run(tools, { toolkits: { enabled: ["gmail"] } });
  expect(failures(mine)).toEqual([0, 1]);
  expect(mine.results[0]?.error).toContain("meta tool");
  expect(mine.results[1]?.error).toContain("subject");
  const { results, next_steps } = await run([mail()], {}, { user: "nobody" });
  expect(results[0]).toMatchObject({ response: null, error: expect.stringContaining("no connected gmail account") });
  expect(next_steps).toMatch(/COMPOSIO_MANAGE_CONNECTIONS.*GMAIL_SEND_EMAIL/);
});

it("uses the account that a call names", async () => {
  await connect("gmail", "bob", "key-of-the-work-account", { alias: "work" });
  await connect("gmail", "bob", "key-of-the-newer-account");
  await run([{ ...mail("a@x"), account: "work" }, mail("b@x")], {}, { user: "bob" });
  const keyOf = (to: string) => JSON.stringify(provider.seen.find(({ body }) => body.includes(to))?.headers);
  expect([keyOf("a@x"), keyOf("b@x")]).toEqual([
    expect.stringContaining("key-of-the-work-account"),
    expect.stringContaining("key-of-the-newer-account"),
  ]);
});

it("executes nothing twice for one Idempotency-Key, and refuses it for other calls", async () => {
  const first = await run([mail("a@x"), mail("b@x")], {}, { key: "one-key" });
  expect(await run([mail("a@x"), mail("b@x")], {}, { key: "one-key" })).toEqual(first);
  expect(provider.seen).toHaveLength(2);
  await expect(run([mail("c@x")], {}, { key: "one-key" })).rejects.toMatchObject({ status: 409 });
  expect(provider.seen).toHaveLength(2);
});

it("stores large answers as a file, and keeps the beginning of each", async () => {
  provider.answer = ({ url }, response) =>
    json({ text: (url === "/send" ? "x" : "y").repeat(url === "/send" ? 50_000 : 100) })(
      { method: "", url, headers: {}, body: "" },
      response,
    );
  const data = await run([mail(), message]);
  expect(JSON.stringify(data).length).toBeLessThan(5000);
  expect(data.results[0]?.response?.data).toEqual({
    preview: expect.stringMatching(/^\{"text":"x{900}/),
    message: expect.stringContaining("results[0].response.data"),
  });
  expect(data.results[1]?.response?.data).toEqual({ text: "y".repeat(100) });
  expect(data.next_steps).toContain("remote_file_info.url");
  const file = await requireFile(client.projectId, data.remote_file_info?.s3key ?? "");
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  const whole = JSON.parse(Buffer.concat(chunks).toString()) as Pick<Data, "results">;
  expect(whole.results.map(({ response }) => response?.data)).toEqual([
    { text: "x".repeat(50_000) },
    { text: "y".repeat(100) },
  ]);
  await flushToolLogs();
  const logged = JSON.stringify(await requireToolLog(client.projectId, data.log_id));
  expect(logged).toContain(data.remote_file_info?.file_path);
  expect(logged).not.toContain(data.remote_file_info?.url);
});

it("stores answers as a file on request and leaves them whole; a session sets what is large", async () => {
  const data = await run([message], {}, { sync: true });
  expect(data.remote_file_info).toMatchObject({ file_path: expect.any(String), size: expect.any(Number) });
  expect(data.results[0]?.response?.data).toMatchObject({ method: "POST" });
  const workbench = {
    enable: true,
    proxy_execution_enabled: true,
    sandbox_size: "standard" as const,
    auto_offload_threshold: 100,
  };
  expect((await run([message], { workbench })).remote_file_info).not.toBeNull();
});

it("loses no answer if the project has no room for a file", async () => {
  vi.stubEnv("PATCHBAY_FILE_QUOTA_MB", "1");
  forgetSettings();
  const { projectId } = client;
  const place = { projectId, toolkitSlug: "gmail", toolSlug: "GMAIL_SEND_EMAIL" };
  // Whatever the tests before stored, less than 32 kB of room is left.
  for (let size = 512 * 1024; size >= 16 * 1024; size /= 2)
    await createAnswerFile(place, { name: "a", mimetype: "text/plain", body: [Buffer.alloc(size)] }).catch(
      (error: unknown) => expect(error).toMatchObject({ kind: "PayloadTooLarge" }),
    );
  provider.answer = json({ text: "x".repeat(70_000) });
  const data = await run([message], {}, { sync: true });
  vi.unstubAllEnvs();
  forgetSettings();
  expect(data).toMatchObject({ success_count: 1, remote_file_info: null });
  expect(data.next_steps).toContain("could not be stored");
});

it("returns 422 with the path for no call and for fifty-one", async () => {
  for (const tools of [[], Array.from({ length: 51 }, () => mail())]) {
    const { status, body } = await client.call("POST", `/tools/execute/${SLUG}`, {
      arguments: { tools, sync_response_to_workbench: false },
    });
    expect([status, body.error?.errors?.[0]]).toEqual([422, expect.stringContaining("tools")]);
  }
  expect(provider.seen).toEqual([]);
});

it("logs a row for each call, with the batch as its parent and the parts that the batch leaves out", async () => {
  const { log_id } = await run([mail("secret-person@x")]);
  await flushToolLogs();
  const { rows } = await findToolLogs(client.projectId, { limit: 2 });
  expect(rows.map((row) => [row.tool_slug, row.parent_id ?? null]).sort()).toEqual([
    [SLUG, null],
    ["GMAIL_SEND_EMAIL", log_id],
  ]);
  expect(JSON.stringify(await requireToolLog(client.projectId, log_id))).not.toContain("secret-person");
});
