/** The objects of a test's tenant, created through the API where possible. */
import { toOwnRows } from "@/lib/catalog/load/own-toolkit-rows";
import { newId, newToken } from "@/lib/kernel/ids";
import { setSignIn } from "@/lib/oauth-server/sign-in-settings";
import { publishRows } from "@/lib/own-toolkits/publish-rows";
import { queryRows } from "@/test/setup/query-rows";
import type { Send } from "./send";

const API = "/api/v3";

export async function must<T>(send: Send, method: string, path: string, body?: unknown, headers = {}): Promise<T> {
  const { status, text } = await send(method, API + path, body, headers);
  if (status >= 300) throw new Error(`${method} ${path} was refused while the stage was set: ${status} ${text}`);
  return JSON.parse(text) as T;
}

export type Reference = { id: string };

export async function connect(send: Send, mark: string, user: string): Promise<{ config: string; account: string }> {
  const { auth_config: config } = await must<{ auth_config: Reference }>(send, "POST", "/auth_configs", {
    toolkit: { slug: "loopback" },
    auth_config: { type: "use_custom_auth", authScheme: "API_KEY", name: `${mark} config`, credentials: {} },
  });
  const account = await must<Reference>(send, "POST", "/connected_accounts", {
    auth_config: config,
    connection: { user_id: user, state: { authScheme: "API_KEY", val: { api_key: `${mark}-secret-of-${user}` } } },
  });
  return { config: config.id, account: account.id };
}

/** A trigger with the endpoint of its app, and a request that was refused there. */
export async function storeTrigger(projectId: string, of: { account: string; config: string; user: string }) {
  const [trigger, webhookEndpoint] = [newId("trigger"), newToken("we_")];
  await queryRows(
    "test.endpoint",
    "INSERT INTO webhook_endpoint (id, project_id, toolkit_slug, client_id) VALUES ($1, $2, 'loopback', $3)",
    [webhookEndpoint, projectId, `${of.user} app`],
  );
  await queryRows(
    "test.copied",
    "INSERT INTO copied_item (project_id, kind, from_id, id) VALUES ($1, 'triggers', $2, $3)",
    [projectId, `${of.user} trigger`, trigger],
  );
  await queryRows(
    "test.refused",
    "INSERT INTO refused_request (project_id, endpoint_id, reason, method, headers, body, bytes) VALUES ($1, $2, '', 'POST', '{}', $3, 1)",
    [projectId, webhookEndpoint, of.user],
  );
  await queryRows(
    "test.trigger",
    `INSERT INTO trigger_instance (id, project_id, slug, toolkit_slug, version, account_id, auth_config_id, user_id,
        config, config_hash, endpoint_id)
      VALUES ($1, $2, 'LOOPBACK_EVENT', 'loopback', '20260101_00', $3, $4, $5, '{}', '', $6)`,
    [trigger, projectId, of.account, of.config, of.user, webhookEndpoint],
  );
  return { trigger, webhookEndpoint };
}

/** A client with a token, and how the project's users sign in. */
export async function storeMcpClient(
  send: Send,
  projectId: string,
  of: { server: string; user: string; mark: string },
) {
  const { id } = await must<Reference>(send, "POST", "/internal/patchbay/mcp/clients", {
    name: `${of.mark} client`,
    mcp_server_id: of.server,
    user_id: of.user,
  });
  await queryRows(
    "test.token",
    "INSERT INTO oauth_access_token (hash, project_id, grant_id, created_at, expires_at) VALUES ($1, $2, $1, now(), now())",
    [id, projectId],
  );
  await must(send, "POST", "/internal/patchbay/sign_in_links", { user_id: of.user });
  await setSignIn(projectId, { sign_in_url: `https://${of.mark}.example.com/` });
  return id;
}

export const toAddedTool = (mark: string) => ({
  name: `${mark} scale`,
  description: `Reads the scale of ${mark}.`,
  http: { method: "GET", path: "/read" },
});

/** A tool that the project added to a toolkit of the catalog. Returns its slug. */
export async function addTool(send: Send, mark: string): Promise<string> {
  const body = { toolkit_slug: "loopback", tool: toAddedTool(mark) };
  return (await must<{ slug: string }>(send, "POST", "/internal/patchbay/added_tools", body)).slug;
}

/** A published toolkit of the project's own, with one tool. Returns its slug. */
export async function storeOwnSample(projectId: string, mark: string): Promise<string> {
  const slug = `custom_${mark}_post`;
  const name = `${mark} post`;
  await queryRows(
    "test.own-toolkit",
    "INSERT INTO own_toolkit (project_id, slug, name, kind, settings) VALUES ($1, $2, $3, 'mcp', $4)",
    [projectId, slug, name, JSON.stringify({ mark })],
  );
  await queryRows(
    "test.own-server",
    `INSERT INTO own_mcp_server (project_id, slug, url, auth_schemes) VALUES ($1, $2, $3, '[{"mode":"NO_AUTH"}]')`,
    [projectId, slug, `https://${mark}.example.com/mcp`],
  );
  const offer = JSON.stringify({ name: mark, description: `${mark} offer`, inputSchema: {} });
  await queryRows(
    "test.own-tool",
    `INSERT INTO own_mcp_tool (project_id, slug, name, state, offered, offered_hash, seen_at)
      VALUES ($1, $2, $3, 'new', $4, repeat('0', 64), to_timestamp(0))`,
    [projectId, slug, mark, offer],
  );
  const schema = { type: "object" as const, properties: {} };
  const request = { method: "GET" as const, baseUrl: "https://api.example.com", path: "/", parameters: [] };
  const words = { name: `${mark} tool`, description: `${mark} tool`, tags: [], scopes: [], aliases: [] };
  const rows = toOwnRows({
    ...{ slug, name, description: name, categories: [], authSchemes: [], noAuth: true, version: "", popularity: 0 },
    meta: { hosts: [], headers: {}, attribution: [] },
    tools: [
      {
        ...{ ...words, slug: `${slug.toUpperCase()}_SEND`, important: false, deprecated: false },
        ...{ inputSchema: schema, outputSchema: schema, run: { request } },
      },
    ],
  });
  const facts = { revision: 1, source: null, settings: { mark }, summary: { tools: 1 }, createdBy: null };
  await publishRows(projectId, rows, facts);
  return slug;
}
