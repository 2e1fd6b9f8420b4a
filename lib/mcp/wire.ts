/** Converts MCP servers, their users and addresses to the form of the API. */
import type { ResponseShape } from "@/lib/contract/response-shape";
import type { z } from "zod";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { logoUrl } from "@/lib/catalog/read/wire";
import { env } from "@/lib/kernel/process/env";
import type { mcpApi } from "./contract";
import type { InstanceFilter, McpInstance } from "./servers/instances";
import { signQueries } from "./addresses/signed-addresses";
import type { CountedServer, McpServer, PageOf, ServerFilter } from "./servers/servers";

type Input<Name extends keyof typeof mcpApi, Part extends "query" | "body"> =
  (typeof mcpApi)[Name] extends Record<Part, infer Type extends z.ZodType> ? z.output<Type> : never;
type Wire<Name extends keyof typeof mcpApi> = z.output<(typeof mcpApi)[Name]["response"]>;

/** The address of a server, for one user or account if the query names one. */
export function toMcpUrl(id: string, query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return `${env().publicUrl}/v3/mcp/${id}${search && `?${search}`}`;
}

/** Shell lines; a name has neither quotes nor dollars. */
function toCommands({ id, name }: McpServer): Wire<"createCustomMcpServer">["commands"] {
  const command = (client: string) =>
    `npx @composio/mcp@latest setup "${toMcpUrl(id, { user_id: "YOUR_USER_ID" })}" "${name}" --client ${client}`;
  return { cursor: command("cursor"), claude: command("claude"), windsurf: command("windsurf") };
}

export const toCreatedServer = (server: McpServer): Wire<"createCustomMcpServer"> => ({
  id: server.id,
  name: server.name,
  auth_config_ids: server.authConfigIds,
  auth_config_id: server.authConfigIds[0] ?? null,
  allowed_tools: server.allowedTools,
  mcp_url: toMcpUrl(server.id),
  commands: toCommands(server),
});

export async function toServer(projectId: string, server: CountedServer): Promise<Wire<"createMcpServer">> {
  const icons: Record<string, string> = {};
  for (const slug of server.toolkits) {
    const toolkit = await findToolkit(projectId, slug);
    if (toolkit) icons[slug] = logoUrl(toolkit);
  }
  return {
    ...toCreatedServer(server),
    toolkits: server.toolkits,
    toolkit_icons: icons,
    updated_at: server.updatedAt.toISOString(),
    created_at: server.createdAt.toISOString(),
    server_instance_count: server.instances,
    managed_auth_via_composio: server.managedAuth,
    ...(server.defaultResponse !== null && { default_response: server.defaultResponse as ResponseShape }),
  };
}

/** A deleted server is not found at all. */
export const toFoundServer = async (projectId: string, server: CountedServer): Promise<Wire<"getMcpServer">> => ({
  ...(await toServer(projectId, server)),
  deleted: false,
});

export const toServerPage = async (
  projectId: string,
  { items, totalPages, page }: PageOf<CountedServer>,
): Promise<Wire<"listMcpServers">> => ({
  items: await Promise.all(items.map((server) => toServer(projectId, server))),
  total_pages: totalPages,
  current_page: page,
});

const toOrder = (
  query: Pick<Input<"listMcpServers", "query">, "order_by" | "order_direction" | "page_no" | "limit">,
) => ({
  orderBy: query.order_by === "created_at" ? ("createdAt" as const) : ("updatedAt" as const),
  direction: query.order_direction,
  page: query.page_no,
  limit: query.limit,
});

export const toServerFilter = (query: Input<"listMcpServers", "query">): ServerFilter => ({
  ...toOrder(query),
  ...(query.name && { name: query.name }),
  ...(query.toolkits && { toolkits: query.toolkits }),
  ...(query.auth_config_ids && { authConfigIds: query.auth_config_ids }),
});

export const toInstanceFilter = (query: Input<"listMcpInstances", "query">): InstanceFilter => ({
  ...toOrder(query),
  ...(query.search && { search: query.search }),
});

export const toInstance = ({ id, userId, serverId, createdAt, updatedAt }: McpInstance): Wire<"createMcpInstance"> => ({
  id,
  instance_id: userId,
  mcp_server_id: serverId,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt.toISOString(),
});

/** @param body of the operation that makes a server for auth configs; the older form names toolkits and one config */
export const toNewServer = (body: Input<"createMcpServer", "body">) => ({
  name: body.name,
  authConfigIds: [
    ...(body.auth_config_ids ?? []),
    ...(typeof body.auth_config_id === "string" && body.auth_config_id ? [body.auth_config_id] : []),
  ],
  toolkits: [...(body.no_auth_apps ?? []), ...(body.apps ?? [])],
  allowedTools: body.allowed_tools ?? [],
  managedAuth: body.managed_auth_via_composio ?? false,
});

/** @param body of the operation that makes a server for toolkits; the older name of its tools counts too */
export const toCustomServer = (body: Input<"createCustomMcpServer", "body">) => ({
  name: body.name,
  authConfigIds: body.auth_config_ids ?? [],
  toolkits: body.toolkits ?? [],
  allowedTools: [...(body.allowed_tools ?? []), ...(body.custom_tools ?? [])],
  managedAuth: body.managed_auth_via_composio ?? false,
  ...(body.default_response && { defaultResponse: body.default_response }),
});

export const toServerChange = ({
  allowed_tools: tools,
  custom_tools: older,
  ...body
}: Input<"updateMcpServer", "body">) => ({
  ...(body.name !== undefined && { name: body.name }),
  ...(body.toolkits && { toolkits: body.toolkits }),
  ...((tools ?? older) && { allowedTools: tools ?? older }),
  ...(body.auth_config_ids && { authConfigIds: body.auth_config_ids }),
  ...(body.managed_auth_via_composio !== undefined && { managedAuth: body.managed_auth_via_composio }),
  ...(body.default_response !== undefined && { defaultResponse: body.default_response }),
});

/** The unsigned address of the server, and a signed one for each user and each account. */
export async function toUrls(
  server: McpServer,
  { user_ids: users = [], connected_account_ids: accounts = [] }: Input<"generateMcpUrls", "body">,
): Promise<Wire<"generateMcpUrls">> {
  const queries = await signQueries(server, [
    ...users.map((id) => ({ user_id: id })),
    ...accounts.map((id) => ({ connected_account_id: id })),
  ]);
  const urls = queries.map((query) => toMcpUrl(server.id, query));
  return {
    mcp_url: toMcpUrl(server.id),
    connected_account_urls: urls.slice(users.length),
    user_ids_url: urls.slice(0, users.length),
  };
}
