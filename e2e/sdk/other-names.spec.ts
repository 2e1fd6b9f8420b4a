/**
 * Calls that were written for other argument names, through the official SDKs, a session and MCP to emulated providers:
 * they arrive as calls under the tools' own names do.
 */
import { expect, test } from "@playwright/test";
import { AuthScheme, Composio } from "@composio/core";
import { Composio as NextComposio } from "composio-core-next";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Emulators, GITHUB_LOGIN, GITHUB_REPO, STRIPE_KEY, startEmulators } from "../fixtures/emulators";
import { run } from "../harness/run";
import { connectWith, sdks, type Sdk } from "./sdks";

const USER = "moves-here";
const MAIL = "grace@example.com";
const repository = { owner: GITHUB_LOGIN, repo: GITHUB_REPO };

let emulators: Emulators;
let stripeConfig = "";

test.beforeAll(async () => {
  emulators = await startEmulators(`${run().url}/api/v3/toolkits/auth/callback`);
  const composio = connectWith("core 0.19.0");
  const connect = async (toolkit: "github" | "stripe" | "slack", token: string, path = ""): Promise<string> => {
    const { id } = await composio.authConfigs.create(toolkit, {
      type: "use_custom_auth",
      authScheme: "BEARER_TOKEN",
      credentials: { base_url: `${emulators.urls[toolkit]}${path}` },
    });
    await composio.connectedAccounts.initiate(USER, id, {
      config: AuthScheme.BearerToken({ token }),
      allowMultiple: true,
    });
    return id;
  };
  await connect("github", "token-of-github");
  stripeConfig = await connect("stripe", STRIPE_KEY);
  await connect("slack", "xoxb-token-of-slack", "/api");
});
test.afterAll(() => emulators.stop());

type Answer = { successful: boolean; data: Record<string, unknown>; error?: unknown };
type Execute = (slug: string, input: Record<string, unknown>) => Promise<Answer>;

const byExecute =
  ({ tools }: Sdk): Execute =>
  (slug, input) =>
    tools.execute(slug, { userId: USER, arguments: input, dangerouslySkipVersionCheck: true }) as Promise<Answer>;

/** Gmail with credentials of the call. */
const byBroughtToken =
  ({ tools }: Sdk): Execute =>
  (slug, input) =>
    tools.execute(slug, {
      userId: USER,
      arguments: input,
      dangerouslySkipVersionCheck: true,
      customConnectionData: {
        authScheme: "OAUTH2",
        toolkitSlug: "gmail",
        val: { access_token: "token-of-gmail", base_url: emulators.urls.google },
      },
    } as Parameters<Sdk["tools"]["execute"]>[1]) as Promise<Answer>;

/** The data of an answer that worked. */
async function dataOf(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { successful, error, data } = await answer;
  expect({ successful, error: error ?? null }).toEqual({ successful: true, error: null });
  return data;
}

async function callGitHub(call: Execute): Promise<void> {
  const issue = await dataOf(call("GITHUB_CREATE_AN_ISSUE", { ...repository, title: "Moved" }));
  const place = { ...repository, issue__number: issue.number };
  expect(await dataOf(call("GITHUB_GET_AN_ISSUE", place))).toMatchObject({ title: "Moved" });
  expect(
    await dataOf(call("GITHUB_UPDATE_AN_ISSUE", { ...place, state: "closed", state__reason: "completed" })),
  ).toMatchObject({ state: "closed" });
  expect(await dataOf(call("GITHUB_CREATE_AN_ISSUE_COMMENT", { ...place, body: "Done" }))).toMatchObject({
    body: "Done",
  });
}

async function callStripe(call: Execute): Promise<void> {
  const { id } = await dataOf(call("STRIPE_CREATE_CUSTOMER", { email: MAIL, name: "Grace" }));
  expect(await dataOf(call("STRIPE_RETRIEVE_CUSTOMER", { customer_id: id }))).toMatchObject({ id, name: "Grace" });
  expect(await dataOf(call("STRIPE_UPDATE_CUSTOMER", { customer_id: id, name: "Hopper" }))).toMatchObject({
    id,
    name: "Hopper",
  });
  expect(await dataOf(call("STRIPE_DELETE_CUSTOMER", { customer_id: id }))).toMatchObject({ id, deleted: true });
}

async function callGmail(call: Execute, subject: string): Promise<void> {
  const mail = await dataOf(call("GMAIL_SEND_EMAIL", { to: MAIL, subject, message_body: "Hello" }));
  expect(await dataOf(call("GMAIL_FETCH_MESSAGE_BY_MESSAGE_ID", { id: mail.id }))).toMatchObject({ subject });
  const mails = await dataOf(call("GMAIL_FETCH_EMAILS", { q: `subject:${subject}`, maxResults: 2 }));
  expect(JSON.stringify(mails)).toContain(subject);
  expect(await dataOf(call("GMAIL_CREATE_EMAIL_DRAFT", { to: MAIL, subject, message_body: "Later" }))).toMatchObject({
    id: expect.any(String),
  });
}

async function callSlack(call: Execute, name: string): Promise<void> {
  const channel = await dataOf(call("SLACK_INITIATES_CHANNEL_BASED_CONVERSATIONS", { name, is__private: false }));
  const { id } = channel.channel as { id: string };
  const first = await dataOf(call("SLACK_SEND_MESSAGE", { channel: id, text: "Plans", link__names: false }));
  const reply = { channel: id, text: "More", thread__ts: first.ts };
  expect(await dataOf(call("SLACK_SEND_MESSAGE", reply))).toMatchObject({ message: { thread_ts: first.ts } });
}

for (const { name, connect } of sdks)
  test(`execute of ${name}: ten renamed arguments reach GitHub, Stripe, Slack and Gmail`, async () => {
    const composio = connect();
    await callGitHub(byExecute(composio));
    await callStripe(byExecute(composio));
    await callSlack(byExecute(composio), `plans-${name.replaceAll(/\W/g, "-")}`);
    await callGmail(byBroughtToken(composio), `moved-${name.replaceAll(/\W/g, "-")}`);
  });

test("a session takes them too", async () => {
  const composio = new NextComposio({ apiKey: run().api_key, baseURL: run().url, allowTracking: false });
  const session = await composio.create(USER, { toolkits: ["stripe", "github"] });
  const call: Execute = async (slug, input) => {
    const { data, error } = await session.execute(slug, input);
    return { successful: error === null, data, error };
  };
  await callStripe(call);
  await callGitHub(call);
});

test("several calls at once take them too", async () => {
  const composio = new NextComposio({ apiKey: run().api_key, baseURL: run().url, allowTracking: false });
  const session = await composio.create(USER, { toolkits: ["stripe", "slack"] });
  const call: Execute = async (slug, input) => {
    const { data, error } = await session.execute("COMPOSIO_MULTI_EXECUTE_TOOL", {
      tools: [{ tool_slug: slug, arguments: input }],
    });
    expect(error).toBeNull();
    const [result] = (data as { results: { response: Answer }[] }).results;
    return result?.response as Answer;
  };
  await callStripe(call);
  await callSlack(call, "plans-at-once");
});

test("MCP takes them too, though its schemas are closed", async () => {
  const composio = new Composio({ apiKey: run().api_key, baseURL: run().url, allowTracking: false });
  const tools = [
    "STRIPE_CREATE_CUSTOMER",
    "STRIPE_RETRIEVE_CUSTOMER",
    "STRIPE_UPDATE_CUSTOMER",
    "STRIPE_DELETE_CUSTOMER",
  ];
  const server = await composio.mcp.create(`Moved ${Date.now()}`, {
    toolkits: [{ authConfigId: stripeConfig }],
    allowedTools: tools,
    manuallyManageConnections: true,
  });
  const { url } = await server.generate(USER);
  const client = new Client({ name: "e2e", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  await callStripe(async (name, input) => {
    const { structuredContent } = await client.callTool({ name, arguments: input });
    return structuredContent as Answer;
  });
  await client.close();
});
