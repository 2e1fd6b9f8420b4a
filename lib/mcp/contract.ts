/** MCP servers, their addresses, and the endpoint that clients call. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { DefaultResponse, ResponseShape } from "@/lib/contract/response-shape";
import { limitQuery, listQuery } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";
import { mcpEndpointApi } from "./endpoint/contract";
import { SERVER_NAME_CHARACTERS, SERVER_NAME_LENGTH } from "./constants";

const time = z.iso.datetime();
/** Limited, because a list of any length could have a million errors. */
const names = z
  .array(z.string().trim().min(1).max(200))
  .max(2000)
  .refine((all) => all.reduce((sum, { length }) => sum + length, 0) <= 100_000, "has more than 100,000 characters");
const slugs = z.array(z.string().trim().toLowerCase().min(1).max(200)).max(500);
const ids = z.array(z.string().trim().min(1).max(200)).max(500);

const olderTools = names.optional().meta({ deprecated: true, description: "The older name of allowed_tools" });

const serverName = z
  .string()
  .trim()
  .min(SERVER_NAME_LENGTH.min, "must have 4 to 30 letters, digits, spaces and hyphens")
  .max(SERVER_NAME_LENGTH.max, "must have 4 to 30 letters, digits, spaces and hyphens")
  .regex(SERVER_NAME_CHARACTERS, "must have letters, digits, spaces and hyphens only");

const Commands = z.object({ cursor: z.string(), claude: z.string(), windsurf: z.string() });

const Created = z
  .object({
    id: z.string(),
    name: z.string(),
    auth_config_ids: z.array(z.string()),
    auth_config_id: z.string().nullable().meta({ deprecated: true, description: "The first of auth_config_ids" }),
    allowed_tools: z.array(z.string()),
    mcp_url: z.string().meta({
      description:
        "Without a user and a signature: a client adds user_id and sends a key. " +
        "Addresses that need no key come from POST /api/v3/mcp/servers/generate",
    }),
    commands: Commands,
  })
  .meta({ id: "McpServerCreated" });

export const McpServer = Created.extend({
  toolkits: z.array(z.string()),
  toolkit_icons: z.record(z.string(), z.string()),
  updated_at: time,
  created_at: time,
  server_instance_count: z.number().int(),
  managed_auth_via_composio: z.boolean(),
  default_response: ResponseShape.optional(),
}).meta({ id: "McpServer" });

const FoundServer = McpServer.extend({ deleted: z.boolean() });

export const McpInstance = z
  .object({
    id: z.string(),
    /** The user's id. */
    instance_id: z.string(),
    mcp_server_id: z.string(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "McpInstance" });

const orderQuery = {
  order_by: z.enum(["created_at", "updated_at"]).default("updated_at"),
  order_direction: z.enum(["asc", "desc"]).default("desc"),
};
const pageNoQuery = limitQuery(1, 100_000).meta({
  override: { type: "integer", minimum: 1, default: 1 },
  description: "The page, from 1",
});

const serverFilter = z.object({
  name: z.string().trim().max(200).optional(),
  toolkits: listQuery(z.string().max(MAX_ID).toLowerCase()),
  auth_config_ids: listQuery(z.string().max(MAX_ID)),
  ...orderQuery,
  page_no: pageNoQuery,
  limit: limitQuery(10, 100),
});
const serverPage = z.object({
  items: z.array(McpServer),
  total_pages: z.number().int(),
  current_page: z.number().int(),
});

const tag = "MCP";
const params = z.object({ id: z.string().min(1).max(200) });
const ofServer = z.object({ serverId: z.string().min(1).max(200) });
export const mcpApi = {
  listMcpServers: operation({
    id: "getMcpServers",
    method: "GET",
    path: "/api/v3/mcp/servers",
    summary: "List MCP servers",
    tag,
    auth: "project",
    permission: "mcp_servers:read",
    audit: "none",
    query: serverFilter,
    response: serverPage,
  }),
  listMcpServersOfApp: operation({
    id: "getMcpAppByAppKey",
    method: "GET",
    path: "/api/v3/mcp/app/{appKey}",
    summary: "List the MCP servers with tools of a toolkit",
    tag,
    auth: "project",
    permission: "mcp_servers:read",
    audit: "none",
    params: z.object({ appKey: z.string().toLowerCase().min(1).max(200) }),
    query: serverFilter,
    response: serverPage,
  }),
  createMcpServer: operation({
    id: "postMcpServers",
    method: "POST",
    path: "/api/v3/mcp/servers",
    summary: "Create an MCP server for auth configs",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    audit: "mcp_server.create",
    status: 201,
    body: z
      .object({
        name: serverName,
        auth_config_ids: ids.optional(),
        no_auth_apps: slugs.optional(),
        allowed_tools: names.optional(),
        managed_auth_via_composio: z.boolean().optional(),
        apps: slugs.optional().meta({ deprecated: true, description: "Toolkits, instead of auth_config_ids" }),
        auth_config_id: z
          .union([z.string().trim().max(200), z.strictObject({})])
          .nullish()
          .meta({ deprecated: true, description: "One of auth_config_ids; an empty object names none" }),
      })
      .refine(({ auth_config_ids: configs, apps, auth_config_id: config }) => configs ?? apps ?? config, {
        path: ["auth_config_ids"],
        error: "must list the ids of auth configs",
      }),
    response: McpServer,
  }),
  createCustomMcpServer: operation({
    id: "postMcpServersCustom",
    method: "POST",
    path: "/api/v3/mcp/servers/custom",
    summary: "Create an MCP server for toolkits",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    audit: "mcp_server.create",
    status: 201,
    description:
      "Leave allowed_tools out for all tools of the toolkits. " +
      "Calls use accounts of auth_config_ids where the toolkit has one there, and any account of the user otherwise.",
    body: z.object({
      name: serverName,
      auth_config_ids: ids.optional(),
      toolkits: slugs.optional(),
      allowed_tools: names.optional(),
      custom_tools: olderTools,
      managed_auth_via_composio: z.boolean().optional(),
      default_response: DefaultResponse.optional(),
    }),
    response: Created,
  }),
  generateMcpUrls: operation({
    id: "postMcpServersGenerate",
    method: "POST",
    path: "/api/v3/mcp/servers/generate",
    summary: "Create an MCP server's URLs for users or accounts",
    description:
      "Each address of user_ids_url and connected_account_urls is signed: " +
      "it needs no key, and works for its user or account alone. " +
      "mcp_url is not signed, and needs a key.",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    // A signed address executes tools without a key.
    also: ["tool_execution:write"],
    audit: "mcp_server.generate",
    fresh: true,
    body: z.object({
      mcp_server_id: z.string().min(1).max(200),
      managed_auth_by_composio: z.boolean().optional(),
      user_ids: names.optional(),
      connected_account_ids: ids.optional(),
    }),
    response: z.object({
      mcp_url: z.string(),
      connected_account_urls: z.array(z.string()),
      user_ids_url: z.array(z.string()),
    }),
  }),
  listMcpInstances: operation({
    id: "getMcpServersByServerIdInstances",
    method: "GET",
    path: "/api/v3/mcp/servers/{serverId}/instances",
    summary: "List the users of an MCP server",
    tag,
    auth: "project",
    permission: "mcp_servers:read",
    audit: "none",
    params: ofServer,
    query: z.object({
      search: z.string().trim().max(200).optional(),
      ...orderQuery,
      page_no: pageNoQuery,
      limit: limitQuery(20),
    }),
    response: z.object({
      instances: z.array(McpInstance),
      server_id: z.string(),
      server_name: z.string(),
      total_pages: z.number().int(),
      current_page: z.number().int(),
    }),
  }),
  createMcpInstance: operation({
    id: "postMcpServersByServerIdInstances",
    method: "POST",
    path: "/api/v3/mcp/servers/{serverId}/instances",
    summary: "Add a user who has an account for each auth config of the server",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    audit: "mcp_instance.create",
    status: 201,
    params: ofServer,
    body: z.object({ user_id: z.string().trim().min(1).max(500) }),
    response: McpInstance,
  }),
  deleteMcpInstance: operation({
    id: "deleteMcpServersByServerIdInstancesByInstanceId",
    method: "DELETE",
    path: "/api/v3/mcp/servers/{serverId}/instances/{instanceId}",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    audit: "mcp_instance.delete",
    summary: "Remove a user, and delete the user's accounts of the server's auth configs",
    params: ofServer.extend({ instanceId: z.string().min(1).max(500) }),
    response: z.object({ message: z.string(), deleted_connected_accounts: z.number().int() }),
  }),
  getMcpServer: operation({
    id: "getMcpById",
    method: "GET",
    path: "/api/v3/mcp/{id}",
    summary: "Get an MCP server",
    tag,
    auth: "project",
    permission: "mcp_servers:read",
    audit: "none",
    params,
    response: FoundServer,
  }),
  updateMcpServer: operation({
    id: "patchMcpById",
    method: "PATCH",
    path: "/api/v3/mcp/{id}",
    summary: "Change an MCP server; omitted fields stay unchanged",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    audit: "mcp_server.update",
    params,
    body: z.object({
      name: serverName.optional(),
      toolkits: slugs.optional(),
      allowed_tools: names.optional(),
      custom_tools: olderTools,
      managed_auth_via_composio: z.boolean().optional(),
      auth_config_ids: ids.optional(),
      default_response: DefaultResponse.nullish(),
    }),
    response: FoundServer,
  }),
  deleteMcpServer: operation({
    id: "deleteMcpById",
    method: "DELETE",
    path: "/api/v3/mcp/{id}",
    summary: "Delete an MCP server; its URL stops working",
    tag,
    auth: "project",
    permission: "mcp_servers:write",
    audit: "mcp_server.delete",
    params,
    response: z.object({ id: z.string(), deleted: z.boolean() }),
  }),
  ...mcpEndpointApi,
};
