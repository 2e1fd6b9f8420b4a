/** MCP servers as the dashboard lists them: with what they are used for. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { limitQuery, page, pageQuery } from "@/lib/contract/page";

const time = z.iso.datetime();

const ListedMcpServer = z
  .object({
    id: z.string(),
    name: z.string(),
    toolkits: z.array(z.string()),
    allowed_tools: z.number().int().meta({ description: "0: all tools of its toolkits" }),
    addresses: z.number().int().meta({ description: "Signed addresses that work" }),
    users: z.number().int().meta({ description: "Users who were added to it" }),
    last_used_at: time.nullable(),
    created_at: time,
    updated_at: time,
  })
  .meta({ id: "ListedMcpServer" });

const common = {
  method: "GET",
  own: true,
  tag: "MCP",
  auth: "project",
  permission: "mcp_servers:read",
  audit: "none",
} as const;

export const listedMcpServersApi = {
  listMcpServersWithUse: operation({
    id: "listMcpServersWithUse",
    path: "/api/v3/internal/patchbay/mcp",
    ...common,
    summary: "List MCP servers with their URLs and last use, newest first",
    query: z.object({
      ...pageQuery,
      limit: limitQuery(20, 100),
      search: z
        .string()
        .trim()
        .max(200)
        .optional()
        .meta({ description: "A part of the name, a toolkit, or a whole id" }),
    }),
    response: page(ListedMcpServer),
  }),
  getMcpServerWithUse: operation({
    id: "getMcpServerWithUse",
    path: "/api/v3/internal/patchbay/mcp/{id}",
    ...common,
    summary: "An MCP server with its URLs, last use and tool list size",
    params: z.object({ id: z.string().min(1).max(200) }),
    response: ListedMcpServer.extend({
      tools: z.number().int().meta({ description: "Those that its clients are given" }),
      about_tokens: z.number().int().meta({ description: "About how many tokens the list of them takes" }),
    }),
  }),
};
