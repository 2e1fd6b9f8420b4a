/**
 * Requests as public documents write them, and the official SDKs' calls of the same kind: each runs as it is written.
 */
import { Composio as Core19 } from "@composio/core";
import { Composio as Core5 } from "composio-core-legacy";
import { Composio as Core21 } from "composio-core-next";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { submit } from "../clients/connect-api";
import { type Provider, startProvider } from "../servers/loopback-provider";
import { describeCells } from "./written-cells";
import { ADA, type Api, type Answer, LOGIN, REPO, startApi } from "../servers/api";

// The SDKs read it as they are loaded; they warn of every tool that takes a file.
vi.hoisted(() => {
  process.env.COMPOSIO_LOG_LEVEL = "error";
});

let api: Api;
let provider: Provider;
const accounts: Record<string, string> = {};
const TOOLKITS = ["gmail", "slack", "github", "googlecalendar"];

beforeAll(async () => {
  [api, provider] = [await startApi([...TOOLKITS, "jira", "notion", "composio"]), await startProvider()];
  for (const toolkit of TOOLKITS) accounts[toolkit] = await api.connect(toolkit, "ada");
}, 300_000);
afterAll(async () => {
  await api.stop();
  await provider.close();
});

const execute = (slug: string, args: object, more: object = { user_id: "ada" }): Promise<Answer> =>
  api.call("POST", `/api/v3/tools/execute/${slug}`, { arguments: args, ...more });
/** The data of a success. Its other fields must be the documented fields. */
async function dataOf(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await answer;
  expect([status, body.error, body.successful]).toEqual([200, null, true]);
  return body.data as Record<string, unknown>;
}
const text = expect.any(String) as string;
const mail = { to: "john@example.com", subject: "Welcome!", body: "Welcome to the team, John!" };
const issue = { owner: LOGIN, repo: REPO, title: "New Issue", body: "Created directly." };

describe("an execution", () => {
  it.each([
    ["GMAIL_SEND_EMAIL", { ...mail, user_id: "me" }, { id: text, threadId: text }],
    ["GMAIL_SEND_EMAIL", mail, { id: text, threadId: text }],
    ["GMAIL_SEND_EMAIL", { ...mail, to: undefined, recipient_email: ADA }, { id: text, response_data: { id: text } }],
    ["GMAIL_CREATE_EMAIL_DRAFT", mail, { id: text, message: { id: text } }],
    ["SLACK_SEND_MESSAGE", { channel: "#general", text: "New member joined!" }, { ok: true, ts: text }],
    [
      "SLACK_SENDS_A_MESSAGE_TO_A_SLACK_CHANNEL",
      { channel: "#general", text: "```>be me```", thread_ts: "1234567890.123456", mrkdwn: false },
      { ok: true, ts: text },
    ],
    ["GITHUB_GET_THE_AUTHENTICATED_USER", {}, { login: LOGIN }],
    ["GITHUB_CREATE_AN_ISSUE", issue, { html_url: text, title: issue.title }],
    ["GITHUB_CREATE_ISSUE", issue, { html_url: text, title: issue.title }],
    ["GITHUB_LIST_REPOSITORIES_FOR_THE_AUTHENTICATED_USER", {}, {}],
    ["GOOGLECALENDAR_LIST_CALENDARS", {}, { items: [{ id: "primary" }], calendars: [{ id: "primary" }] }],
  ])("runs %s with %j", async (slug, args, data) => {
    expect(await dataOf(execute(slug, args))).toMatchObject(data);
  });

  it("reads emails by their ids, whichever generation names them", async () => {
    const { messages } = (await dataOf(execute("GMAIL_FETCH_EMAILS", { max_results: 50, user_id: "me" }))) as {
      messages: { id: string; messageId: string; subject: string }[];
    };
    expect(messages.length).toBeGreaterThan(1);
    for (const { id, messageId, subject } of messages) {
      expect(messageId).toBe(id);
      for (const name of ["message_id", "id"])
        expect(await dataOf(execute("GMAIL_GET_EMAIL", { [name]: id, user_id: "me" }))).toMatchObject({ id, subject });
    }
  });

  it("accepts the user in either generation, the account, and the version", async () => {
    const slug = "GITHUB_GET_THE_AUTHENTICATED_USER";
    for (const more of [{ user_id: "ada" }, { entity_id: "ada" }, { connected_account_id: accounts.github }])
      for (const version of [undefined, "latest", "00000000_00", "20250906_01"])
        expect(await dataOf(execute(slug, {}, { ...more, ...(version && { version }) }))).toMatchObject({
          login: LOGIN,
        });
  });

  it("accepts the caller's token in place of a connection", async () => {
    const parameters = [{ name: "Authorization", in: "header", value: "Bearer gho_YourTemporaryToken" }];
    const custom_auth_params = { base_url: api.urls.github, parameters };
    expect(await dataOf(execute("GITHUB_CREATE_ISSUE", issue, { custom_auth_params }))).toMatchObject({
      html_url: text,
    });
  });

  it("is refused with the documented statuses", async () => {
    const path = "/api/v3/tools/execute/GMAIL_SEND_EMAIL";
    const statuses = [
      await api.call("POST", path, { arguments: mail, user_id: "ada" }, {}),
      await api.call("POST", path, { arguments: mail, user_id: "ada" }, { "x-api-key": "ak_000000000000000000000000" }),
      await execute("NO_SUCH_TOOL", {}),
      await execute("GMAIL_GET_EMAIL", { user_id: "me" }),
      await execute("GMAIL_SEND_EMAIL", { ...mail, nobody_knows_this: 1 }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 404, 422, 422]);
    for (const { body } of statuses)
      expect(body.error).toMatchObject({ message: text, code: expect.any(Number) as number });
  });
});

describe("several executions by one call", () => {
  const many = async (tools: object[], more: object = { user_id: "ada" }) =>
    (await dataOf(
      execute("COMPOSIO_MULTI_EXECUTE_TOOL", { tools, sync_response_to_workbench: false, session_id: "abcd" }, more),
    )) as { results: { response: { data: Record<string, unknown> }; error: unknown }[]; error_count: number };

  it("send a mail and a message", async () => {
    const message = { tool_slug: "SLACK_SEND_MESSAGE", arguments: { channel: "#general", text: "New member joined!" } };
    const sending = { tool_slug: "GMAIL_SEND_EMAIL", arguments: { ...mail, user_id: "me" } };
    expect(await many([sending, message])).toMatchObject({
      results: [
        { index: 0, response: { data: { id: text, threadId: text }, successful: true }, error: null },
        { index: 1, response: { data: { ok: true, ts: text }, successful: true }, error: null },
      ],
      total_count: 2,
      success_count: 2,
      remote_file_info: null,
    });
  });

  it("read each message of a list by its id", async () => {
    const list = { tool_slug: "GMAIL_FETCH_EMAILS", arguments: { max_results: 50, user_id: "me" } };
    const { messages } = (await many([list])).results[0]?.response.data as { messages: Record<string, unknown>[] };
    const read = ({ id }: Record<string, unknown>) => ({
      tool_slug: "GMAIL_GET_EMAIL",
      arguments: { message_id: id, user_id: "me" },
    });
    const { results, error_count } = await many(messages.map(read));
    expect(error_count).toBe(0);
    expect(messages.length).toBeGreaterThan(1);
    expect(results.map(({ response }) => response.data.subject)).toEqual(messages.map(({ subject }) => subject));
  });
});

describeCells(() => api);

describe("a list of tools", () => {
  it.each([
    ["toolkit_slug=github&important=true&limit=20", ["GITHUB_CREATE_AN_ISSUE"]],
    ["toolkit_slug=jira&tags=Issues", ["JIRA_GET_ISSUE", "JIRA_ASSIGN_ISSUE"]],
    ["search=create%20a%20new%20page%20in%20notion&toolkit_slug=notion", ["NOTION_CREATE_NOTION_PAGE"]],
    ["toolkit_slug=gmail&scopes=https://www.googleapis.com/auth/gmail.send", ["GMAIL_SEND_EMAIL"]],
    ["tool_slugs=GITHUB_GET_THE_AUTHENTICATED_USER,GITHUB_CREATE_ISSUE", ["GITHUB_CREATE_AN_ISSUE"]],
  ])("is filtered by %s", async (query, slugs) => {
    const { status, body } = await api.call("GET", `/api/v3/tools?${query}`);
    expect([status, (body.items as { slug: string }[]).map(({ slug }) => slug)]).toEqual([
      200,
      expect.arrayContaining(slugs),
    ]);
  });
});

describe("a connection", () => {
  it("is listed by its user, read, called directly, and started again at the older address", async () => {
    const list = await api.call("GET", "/api/v3/connected_accounts?user_ids=ada");
    expect((list.body.items as { status: string }[]).map(({ status }) => status)).toEqual(TOOLKITS.map(() => "ACTIVE"));
    const proxied = {
      connected_account_id: accounts.github,
      endpoint: `/repos/${LOGIN}/${REPO}/topics`,
      method: "GET",
    };
    expect((await api.call("POST", "/api/v3/tools/execute/proxy", proxied)).body.data).toEqual({ names: [] });
    const again = await api.call("POST", `/api/v1/connectedAccounts/${accounts.github}/reinitiate`, { data: {} });
    expect([again.status, again.body]).toEqual([
      200,
      { connectionStatus: "ACTIVE", connectedAccountId: accounts.github, redirectUrl: null },
    ]);
    const unknown = await api.call("POST", "/api/v1/connectedAccounts/ca_000000000000/reinitiate", { data: {} });
    expect(unknown.status).toBe(404);
  });

  it("uses its own app's redirect URI, and comes back by the older address", async () => {
    const credentials = {
      client_id: "12345678",
      client_secret: "12345678",
      redirect_uri: "https://yourapp.com/redirect",
    };
    const { body } = await api.call("POST", "/api/v3/auth_configs", {
      toolkit: { slug: "googlecalendar" },
      auth_config: { type: "use_custom_auth", authScheme: "OAUTH2", credentials },
    });
    const response = await api.call("POST", "/api/v3/connected_accounts", {
      auth_config: { id: (body.auth_config as { id: string }).id },
      connection: { user_id: "grace", redirect_uri: "https://yourapp.com/thread/12345678" },
    });
    expect(response.body.status).toBe("INITIATED");
    const renewed = await api.call("POST", `/api/v1/connectedAccounts/${String(response.body.id)}/reinitiate/`, {
      data: {},
      redirectUri: "https://example.com/callback",
    });
    expect(renewed.body).toMatchObject({
      connectionStatus: "INITIATED",
      redirectUrl: expect.stringMatching(/^http/) as string,
    });
    const { location } = await submit(renewed.body.redirectUrl as string, { action: "connect" });
    expect(new URL(location ?? "").searchParams.get("redirect_uri")).toBe(credentials.redirect_uri);
    for (const query of ["?code=a%26b&state=st_x", "?error=access_denied&next=//evil.example"]) {
      const back = await api.call("GET", `/api/v1/auth-apps/add${query}`);
      expect([back.status, back.headers.get("location")]).toEqual([
        302,
        `http://localhost:3000/api/v3/toolkits/auth/callback${query}`,
      ]);
    }
  });

  it("makes an MCP server for apps, with one auth config or none", async () => {
    const response = await api.call("POST", "/api/v3/mcp/servers", {
      name: "Gmail",
      apps: ["gmail"],
      auth_config_id: {},
    });
    expect([response.status, response.body]).toMatchObject([
      201,
      { id: text, auth_config_id: null, allowed_tools: [], mcp_url: text, toolkits: ["gmail"], created_at: text },
    ]);
    const { body } = await api.call("GET", `/api/v3/connected_accounts/${accounts.slack}`);
    const auth_config_id = (body.auth_config as { id: string }).id;
    const serverAnswer = await api.call("POST", "/api/v3/mcp/servers", {
      name: "Slack",
      apps: ["slack"],
      auth_config_id,
    });
    expect(serverAnswer.body).toMatchObject({ auth_config_id, auth_config_ids: [auth_config_id], toolkits: ["slack"] });
    for (const wrong of [{}, { apps: ["no_such_app"] }, { auth_config_id: { id: "x" } }, { auth_config_id: "ac_none" }])
      expect(
        (await api.call("POST", "/api/v3/mcp/servers", { name: "Wrong", ...wrong })).status,
      ).toBeGreaterThanOrEqual(400);
  });
});

const cores = { "0.21.0": Core21, "0.19.0": Core19, "0.5.4": Core5 } as unknown as Record<string, typeof Core19>;
const latest = { dangerouslySkipVersionCheck: true };

describe.each(Object.entries(cores))("core %s", (_version, Core) => {
  const connected = () =>
    new Core({ apiKey: api.key, baseURL: `${api.url}/`, allowTracking: false, disableVersionCheck: true });

  it("sends mail by the older names, and reads it by both", async () => {
    const { tools } = connected();
    const result = await tools.execute("GMAIL_SEND_EMAIL", {
      userId: "ada",
      arguments: { ...mail, user_id: "me" },
      ...latest,
    });
    expect(result).toMatchObject({ successful: true, error: null, data: { id: text, threadId: text } });
    const read = await tools.execute("GMAIL_FETCH_EMAILS", { userId: "ada", arguments: { max_results: 1 }, ...latest });
    expect(read.data).toMatchObject({
      messages: [{ id: result.data.id, messageId: result.data.id, subject: mail.subject }],
    });
  });

  it("passes a connection, which wins over single credentials, which win over the account", async () => {
    const { tools } = connected();
    const slug = "GITHUB_GET_THE_AUTHENTICATED_USER";
    const customAuthParams = {
      baseURL: provider.baseUrl,
      parameters: [
        { in: "header" as const, name: "Authorization", value: "Bearer of-the-params" },
        { in: "query" as const, name: "k", value: "v&w" },
      ],
    };
    const connection = { authScheme: "BEARER_TOKEN", toolkitSlug: "github", val: { token: "of-the-connection" } };
    const executeWith = async (more: object) => {
      provider.reset();
      await tools.execute(slug, { userId: "ada", arguments: {}, ...latest, ...more });
      const [request] = provider.seen;
      return [request?.url, request?.headers.authorization];
    };
    expect(await executeWith({ customAuthParams, connectedAccountId: accounts.github })).toEqual([
      "/user?k=v%26w",
      "Bearer of-the-params",
    ]);
    expect(await executeWith({ customAuthParams, customConnectionData: connection })).toEqual([
      "/user?k=v%26w",
      "Bearer of-the-connection",
    ]);
  });

  it("reads a SHARED account with its whole list", async () => {
    const shared = { account_type: "SHARED", acl_config_for_shared: { allowed_user_ids: ["grace"] } };
    const id = await api.connect("github", `host-${_version}`, { experimental: shared });
    const account = await connected().connectedAccounts.get(id);
    expect(account).toMatchObject({ id, status: "ACTIVE" });
    if (_version === "0.5.4") return;
    expect(account.experimental).toMatchObject({
      accountType: "SHARED",
      aclConfigForShared: { allowAllUsers: false, allowedUserIds: ["grace"], notAllowedUserIds: [] },
    });
  });
});
