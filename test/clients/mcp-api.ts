/** Owners with MCP servers for tests, and the routes of MCP. */
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import type { Route } from "@/lib/http/api-door/define-route";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { createTestOwner } from "../builders/owners";

export const ORIGIN = "http://localhost:3000";

export const mcpRoutes: Route[] = (
  await Promise.all([
    import("@/app/api/v3/mcp/servers/route"),
    import("@/app/api/v3/mcp/servers/custom/route"),
    import("@/app/api/v3/mcp/servers/generate/route"),
    import("@/app/api/v3/mcp/servers/[serverId]/instances/route"),
    import("@/app/api/v3/mcp/servers/[serverId]/instances/[instanceId]/route"),
    import("@/app/api/v3/mcp/app/[appKey]/route"),
    import("@/app/api/v3/mcp/[id]/route"),
    import("@/app/api/v3/internal/patchbay/mcp/[id]/addresses/end/route"),
    import("@/app/api/v3/internal/patchbay/mcp/[id]/addresses/end_all/route"),
    import("@/app/api/v3/internal/patchbay/mcp/route"),
    import("@/app/api/v3/internal/patchbay/mcp/[id]/route"),
    import("@/app/api/v3/internal/patchbay/mcp/[id]/addresses/route"),
    import("@/app/api/v3/internal/patchbay/mcp/[id]/tools/route"),
    import("@/app/api/v3/internal/patchbay/mcp/[id]/tools/[tool_slug]/route"),
    import("@/app/api/v3/internal/patchbay/mcp_offer/route"),
    import("@/app/v3/mcp/[id]/route"),
    import("@/app/v3/mcp/[id]/mcp/route"),
    import("@/app/v3/mcp/[id]/sse/route"),
    import("@/app/v3/mcp/[id]/messages/route"),
    import("@/app/composio/server/[id]/route"),
    import("@/app/composio/server/[id]/sse/route"),
    import("@/app/.well-known/oauth-authorization-server/route"),
    import("@/app/.well-known/oauth-protected-resource/[door]/[kind]/route"),
    import("@/app/.well-known/oauth-protected-resource/[door]/[kind]/[id]/[end]/[last]/route"),
    import("@/app/.well-known/oauth-protected-resource/[door]/[kind]/[id]/route"),
    import("@/app/.well-known/oauth-protected-resource/[door]/[kind]/[id]/[end]/route"),
    import("@/app/oauth/authorize/route"),
    import("@/app/oauth/register/route"),
    import("@/app/oauth/revoke/route"),
    import("@/app/oauth/token/route"),
    import("@/app/sign-in/[token]/route"),
    import("@/app/my/connections/route"),
    import("@/app/my/programs/[grant_id]/route"),
    import("@/app/api/v3/internal/patchbay/mcp/clients/route"),
    import("@/app/api/v3/internal/patchbay/mcp/clients/[id]/route"),
    import("@/app/api/v3/internal/patchbay/mcp/sign_in/route"),
    import("@/app/api/v3/internal/patchbay/sign_in_links/route"),
    import("@/app/api/v3/auth_configs/[nanoid]/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);

export const mcpDoor = createApiRouter(mcpRoutes);

export type McpBody = {
  id: string;
  error?: { message: string; suggested_fix: string; errors?: string[]; code: number };
  items: McpBody[];
  instances: McpBody[];
  result?: unknown;
  [name: string]: unknown;
};

export type McpOwner = {
  projectId: string;
  userId: string;
  key: string /** Of the toolkit `loopback`. */;
  config: string;
};

/** A new project with a key and an auth config. */
export async function newMcpOwner(): Promise<McpOwner> {
  const { projectId, userId } = await createTestOwner();
  const [{ key }, { id }] = await Promise.all([
    createApiKey(projectId, { name: "tests" }),
    createAuthConfig(projectId, { toolkitSlug: "loopback", managed: false, scheme: "API_KEY" }),
  ]);
  return { projectId, userId, key, config: id };
}

/** Connects a user with a key of the provider. */
export const connectUser = async (
  { projectId, config }: McpOwner,
  userId: string,
  secret: string,
  authConfigId = config,
): Promise<string> =>
  (await beginConnection(projectId, { authConfigId, userId, values: { api_key: secret } })).account.id;

type McpReply = { status: number; body: McpBody };

/** @param path behind `/api/v3/mcp` */
export const askMcp = (
  { key }: Pick<McpOwner, "key">,
  method: string,
  path: string,
  body?: unknown,
): Promise<McpReply> => ask(key, method, `/mcp${path}`, body);

/** @param path behind `/api/v3` */
export const askApi = (
  { key }: Pick<McpOwner, "key">,
  method: string,
  path: string,
  body?: unknown,
): Promise<McpReply> => ask(key, method, path, body);

/**
 * A request of the dashboard.
 * @param path the part after `/api/v3/internal/patchbay/mcp`, such as `/{id}` or `_offer`
 */
export const askMcpOwn = ({ key }: McpOwner, method: string, path: string, body?: unknown): Promise<McpReply> =>
  ask(key, method, `/internal/patchbay/mcp${path}`, body);

async function ask(key: string, method: string, path: string, body?: unknown): Promise<McpReply> {
  const answer = await mcpDoor.fetch(
    new Request(`${ORIGIN}/api/v3${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as McpBody };
}

/** The addresses that `generate` makes of a server, from its id on. */
export async function generateMcp(
  owner: McpOwner,
  serverId: string,
  audiences: { user_ids?: string[]; connected_account_ids?: string[] },
): Promise<{ users: string[]; accounts: string[] }> {
  const { body } = await askMcp(owner, "POST", "/servers/generate", { mcp_server_id: serverId, ...audiences });
  const paths = (urls: unknown) => (urls as string[]).map((url) => url.replace(`${ORIGIN}/v3/mcp/`, ""));
  return { users: paths(body.user_ids_url), accounts: paths(body.connected_account_urls) };
}

/** Deletes one address of a server, or all addresses without an audience. */
export const endMcpAddresses = ({ key }: McpOwner, serverId: string, audience?: object): Promise<McpReply> =>
  ask(key, "POST", `/internal/patchbay/mcp/${serverId}/addresses/${audience ? "end" : "end_all"}`, audience);

let named = 0;

/** A server, by default of the toolkit `loopback`. */
export async function newMcpServer(owner: Pick<McpOwner, "key">, more: object = {}): Promise<McpBody> {
  const { status, body } = await askMcp(owner, "POST", "/servers/custom", {
    name: `Server ${++named}`,
    toolkits: ["loopback"],
    ...more,
  });
  if (status !== 201) throw new Error(`The server was not made: ${status} ${JSON.stringify(body)}`);
  return body;
}

const string = { type: "string" };
export const MCP_TOOLS = [
  {
    slug: "LOOPBACK_CREATE_ISSUE",
    aliases: ["LOOPBACK_POST_ISSUES"],
    input: { type: "object", properties: { title: string }, required: ["title"] },
    request: {
      method: "POST" as const,
      path: "/issues",
      parameters: [],
      body: { mode: "flat" as const, contentType: "application/json", fields: [{ key: "title", name: "title" }] },
    },
  },
  {
    slug: "LOOPBACK_READ",
    input: { type: "object", properties: { q: string } },
    request: {
      method: "GET" as const,
      path: "/read",
      parameters: [{ key: "q", name: "q", in: "query" as const }],
      aliases: { words: "q" },
    },
    answer: { address: "url", response_data: "$", asked: { argument: "q" } },
  },
];
