/** One policy that denies a tool holds at every door, and behind every disguise of the same request. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createApiRouter, type ApiRouter } from "@/lib/http/api-door/api-router";
import { createRule } from "@/lib/policies/create-rule";
import { createTestOwner } from "@/test/builders/owners";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { connectAt } from "@/test/clients/session-mcp";
import { allRoutes } from "@/test/servers/all-routes";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

const ORIGIN = "http://localhost:3000";
const REASON = "Nothing leaves this desk.";
const secret = () => ({ generic_api_key: "the-key-of-ada-0123456789", base_url: provider.baseUrl });

type Body = Record<string, unknown>;
type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Body>;

let door: ApiRouter;
let provider: Provider;
let send: Send;
let key: string;
let account: string;
let session: string;
let sessionKey: string;
let server: string;

const write = {
  slug: "DESK_WRITE",
  aliases: ["DESK_POST_TICKET"],
  tags: ["createHint"],
  input: { type: "object", properties: { title: { type: "string" } }, required: ["title"] },
  request: {
    method: "POST" as const,
    path: "/tickets",
    parameters: [],
    body: { mode: "flat" as const, contentType: "application/json", fields: [{ key: "title", name: "title" }] },
  },
};

const posting =
  (apiKey: string): Send =>
  async (path, body, headers = { "x-api-key": apiKey }) => {
    const response = await door.fetch(
      new Request(ORIGIN + path, {
        method: "POST",
        headers: { ...headers, origin: ORIGIN, "content-type": "application/json" },
        body: JSON.stringify(body ?? {}),
      }),
    );
    return (await response.json()) as Body;
  };

async function setUp() {
  const { projectId, organizationId } = await createTestOwner();
  ({ key } = await createApiKey(projectId, { name: "tests" }));
  send = posting(key);
  const config = (await send("/api/v3/auth_configs", {
    toolkit: { slug: "desk" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
  })) as { auth_config: { id: string } };
  ({ id: account } = (await send("/api/v3/connected_accounts", {
    auth_config: { id: config.auth_config.id },
    connection: { user_id: "ada", state: { val: secret() } },
  })) as { id: string });
  ({ session_id: session } = (await send("/api/v3/tool_router/session", {
    user_id: "ada",
    preload: { tools: ["DESK_WRITE"] },
  })) as { session_id: string });
  const keys = `/api/v3/internal/patchbay/sessions/${session}/access_keys`;
  ({ key: sessionKey } = (await send(keys)) as { key: string });
  ({ id: server } = (await send("/api/v3/mcp/servers/custom", { name: "Desk", toolkits: ["desk"] })) as { id: string });
  return { projectId, organizationId };
}

beforeAll(async () => {
  door = createApiRouter(allRoutes);
  provider = await startProvider();
  await installConnectToolkits(
    { desk: { name: "Desk", auth: [{ mode: "API_KEY" }], baseUrl: provider.baseUrl, tools: [write] } },
    [metaToolkit()],
  );
});
afterAll(() => provider.close());

const call = { tool_slug: "DESK_WRITE", arguments: { title: "t" } };
const multi = { tools: [call], sync_response_to_workbench: false };
const toolPath = (slug: string, version = "v3") => `/api/${version}/tools/execute/${slug}`;
const inSession = (end: string) => `/api/v3/tool_router/session/${session}/${end}`;
const user = { user_id: "ada", arguments: call.arguments };
const proxied = { endpoint: "/tickets", method: "POST", body: { title: "t" } };

async function byMcp(path: string, name: string, args: Body): Promise<unknown> {
  const client = await connectAt(path, { "x-api-key": key });
  return client.callTool({ name, arguments: args }).finally(() => client.close());
}

const DOORS: Record<string, () => Promise<unknown>> = {
  "the execution of a tool": () => send(toolPath("DESK_WRITE"), user),
  "its newer version": () => send(toolPath("DESK_WRITE", "v3.1"), user),
  "another case": () => send(toolPath("desk_Write"), user),
  "an alias": () => send(toolPath("DESK_POST_TICKET"), user),
  "an account that is named": () =>
    send(toolPath("DESK_WRITE"), { connected_account_id: account, arguments: call.arguments }),
  "credentials in the request": () =>
    send(toolPath("DESK_WRITE"), {
      arguments: call.arguments,
      custom_connection_data: { authScheme: "API_KEY", toolkitSlug: "desk", val: secret() },
    }),
  "a dry run": () => send(toolPath("DESK_WRITE"), { ...user, dry_run: true }),
  "the API of version 2": () =>
    send("/api/v2/actions/DESK_WRITE/execute", { connectedAccountId: account, input: call.arguments }),
  "the API of version 1": () =>
    send("/api/v1/actions/desk_write/execute", { connectedAccountId: account, input: call.arguments }),
  "a session": () => send(inSession("execute"), call),
  "code with the key of a session": () => send(inSession("execute"), call, { "x-session-access-key": sessionKey }),
  "several tools in a session": () =>
    send(inSession("execute_meta"), { slug: "COMPOSIO_MULTI_EXECUTE_TOOL", arguments: multi }),
  "several tools without a session": () =>
    send(toolPath("COMPOSIO_MULTI_EXECUTE_TOOL"), { user_id: "ada", arguments: multi }),
  "the MCP endpoint of a session": () => byMcp(`/tool_router/${session}/mcp`, "DESK_WRITE", call.arguments),
  "several tools at the MCP endpoint of a session": () =>
    byMcp(`/tool_router/${session}/mcp`, "COMPOSIO_MULTI_EXECUTE_TOOL", multi),
  "an MCP server": () => byMcp(`/v3/mcp/${server}?user_id=ada`, "DESK_WRITE", call.arguments),
};

const toTool = (title: string) => ({
  name: title,
  description: "Writes a ticket.",
  http: { method: "POST", path: "/tickets" },
});
const document = () =>
  JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Mine", version: "1" },
    servers: [{ url: provider.baseUrl }],
    paths: {
      "/tickets": { post: { operationId: "file", summary: "File", responses: { 200: { description: "OK" } } } },
    },
  });
const TOOLKITS = "/api/v3/internal/patchbay/own_toolkits";

const DISGUISES: Record<string, () => Promise<unknown>> = {
  "a proxied request": () => send("/api/v3/tools/execute/proxy", { ...proxied, connected_account_id: account }),
  "a proxied request with an absolute URL": () =>
    send("/api/v3/tools/execute/proxy", {
      ...proxied,
      endpoint: `${provider.baseUrl}//tickets`,
      connected_account_id: account,
    }),
  "a proxied request with credentials of its own": () =>
    send("/api/v3/tools/execute/proxy", {
      ...proxied,
      custom_connection_data: { authScheme: "API_KEY", toolkitSlug: "desk", val: secret() },
    }),
  "the proxy of version 2": () =>
    send("/api/v2/actions/proxy", { ...proxied, connectedAccountId: account, parameters: [] }),
  "the proxy of a session": () => send(inSession("proxy_execute"), { ...proxied, toolkit_slug: "desk" }),
  "the proxy of a session, by code": () =>
    send(inSession("proxy_execute"), { ...proxied, toolkit_slug: "desk" }, { "x-session-access-key": sessionKey }),
  "a tool that is tried": () =>
    send("/api/v3/internal/patchbay/added_tools/try", {
      toolkit_slug: "desk",
      tool: toTool("Tried"),
      connected_account_id: account,
    }),
  "a tool that was added to the toolkit": async () => {
    const added = await send("/api/v3/internal/patchbay/added_tools", { toolkit_slug: "desk", tool: toTool("Mine") });
    return send(toolPath(String(added.slug)), { user_id: "ada", arguments: {} });
  },
  "a toolkit of the project's own with the same API": async () => {
    await send(TOOLKITS, { slug: "custom_mine", document: document() });
    const published = await send(`${TOOLKITS}/custom_mine/publish`);
    expect(published.error).toBeUndefined();
    return send(toolPath("CUSTOM_MINE_FILE"), { user_id: "ada", arguments: {} });
  },
};

describe.each([
  ["by its name", "projectId" as const, { tools: ["DESK_WRITE"] }],
  ["by its toolkit", "projectId" as const, { toolkits: ["desk"] }],
  ["for the organization", "organizationId" as const, { tools: ["DESK_WRITE"] }],
])("a tool that is denied %s", (_, owner, match) => {
  beforeEach(async () => {
    const ids = await setUp();
    const rule = { name: "Closed", enabled: true, match, action: { type: "deny" as const, reason: REASON } };
    await createRule(ids[owner], rule, { id: "user_1", name: null });
    provider.reset();
  });

  it.each(Object.keys(DOORS))("does not run by %s", async (name) => {
    const response = JSON.stringify(await DOORS[name]?.());
    expect(response).toContain(REASON);
    expect(provider.seen).toEqual([]);
  });

  it.each(Object.keys(DISGUISES))("does not run as %s", async (name) => {
    const response = JSON.stringify(await DISGUISES[name]?.());
    expect(response).toContain(REASON);
    expect(provider.seen).toEqual([]);
  });
});

it("without the policy, each of these requests is sent", async () => {
  await setUp();
  const silent = [];
  for (const [name, ask] of Object.entries({ ...DOORS, ...DISGUISES })) {
    provider.reset();
    const response = JSON.stringify(await ask());
    if (provider.seen.length !== 1 && name !== "a dry run") silent.push(`${name}: ${response.slice(0, 300)}`);
  }
  expect(silent).toEqual([]);
});
