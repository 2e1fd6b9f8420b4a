/** The tools of an MCP server: the list that its clients receive, and the description of each tool. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { MCP_TOOL_NAME } from "../constants";
import { limitQuery, listQuery, page, pageQuery } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";

const NAME = "must have 1 to 64 letters, digits, _ and -";

const slug = z.string().trim().min(1).max(200);
/** Equal to the limit of tools that a server can allow individually. */
export const MOST_OFFERED = 2_000;

const OfferedTool = z
  .object({
    slug: z.string(),
    toolkit: z.string(),
    title: z.string(),
    name: z.string().meta({ description: "What clients call it by: its slug unless it was renamed" }),
    description: z.string(),
    own_name: z.string().nullable(),
    own_description: z.string().nullable(),
    allowed: z.boolean(),
    read_only: z.boolean(),
    destructive: z.boolean(),
    about_tokens: z.number().int(),
  })
  .meta({ id: "McpOfferedTool" });

const common = { own: true, tag: "MCP", auth: "project" } as const;

export const mcpToolsApi = {
  listMcpTools: operation({
    id: "listMcpTools",
    method: "GET",
    path: "/api/v3/internal/patchbay/mcp/{id}/tools",
    ...common,
    permission: "mcp_servers:read",
    audit: "none",
    summary: "List the tools of an MCP server as its clients are told of them",
    params: z.object({ id: z.string().min(1).max(200) }),
    query: z.object({
      ...pageQuery,
      limit: limitQuery(50, 200),
      search: z.string().trim().max(200).optional().meta({ description: "Parts of a slug or an own name" }),
      of: z
        .enum(["allowed", "toolkits"])
        .default("allowed")
        .meta({ description: "toolkits: also those that the server does not allow" }),
    }),
    response: page(OfferedTool),
  }),
  describeMcpTool: operation({
    id: "describeMcpTool",
    method: "PATCH",
    path: "/api/v3/internal/patchbay/mcp/{id}/tools/{tool_slug}",
    ...common,
    permission: "mcp_servers:write",
    audit: "mcp_tool.describe",
    summary: "Rename or describe a tool for the clients of one MCP server",
    description: "null gives the words of the catalog back; omitted fields stay unchanged.",
    params: z.object({ id: z.string().min(1).max(200), tool_slug: slug }),
    body: z.object({
      name: z.string().trim().max(MAX_ID).regex(MCP_TOOL_NAME, NAME).nullish(),
      description: z.string().trim().min(1).max(2000).nullish(),
    }),
    response: OfferedTool,
  }),
  offerMcpTools: operation({
    id: "offerMcpTools",
    method: "GET",
    path: "/api/v3/internal/patchbay/mcp_offer",
    ...common,
    permission: "mcp_servers:read",
    audit: "none",
    summary: "What an MCP server of some toolkits can be made of: their tools in few words",
    description: `The most important first, at most ${MOST_OFFERED.toLocaleString("en")}.`,
    query: z.object({ toolkits: listQuery(slug.toLowerCase()) }),
    response: z.object({
      items: z.array(
        z.object({
          slug: z.string(),
          toolkit: z.string(),
          title: z.string(),
          read_only: z.boolean(),
          destructive: z.boolean(),
          about_tokens: z.number().int(),
        }),
      ),
      more: z.boolean().meta({ description: "Whether the toolkits have more tools than this" }),
    }),
  }),
};
