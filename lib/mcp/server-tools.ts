/** The tools of an MCP server, in the form of MCP. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { findConfigAccess, type ConfigAccess } from "@/lib/auth-configs/tool-access";
import type { CatalogueTool } from "@/lib/catalog/read/catalogue";
import { findKnownTools, findToolkitSlugs } from "@/lib/catalog/read/known-tools";
import { nearestSlugs } from "@/lib/catalog/read/near-names";
import { findTool } from "@/lib/catalog/read/tools";
import { openCursor, signCursor } from "@/lib/kernel/database/cursor";
import { processMemory } from "@/lib/kernel/process-memory";
import type { McpServer } from "./servers";

/** So large that clients which never request a second page get most toolkits completely: 500 tools are about 1 MB. */
export const TOOLS_A_PAGE = 500;

/** The server's auth configs, as far as calls need them. */
export const findServerConfigs = async (projectId: string, { authConfigIds }: McpServer): Promise<ConfigAccess[]> =>
  authConfigIds.length === 0 ? [] : findConfigAccess(projectId, authConfigIds);

/** Whether the auth configs of the tool's toolkit allow it; one without a list allows every tool. */
function isExecutable(configs: readonly ConfigAccess[], slug: string, toolkitSlug: string): boolean {
  const own = configs.filter((config) => config.toolkitSlug === toolkitSlug);
  return own.length === 0 || own.some(({ allowed }) => allowed.length === 0 || allowed.includes(slug));
}

/** Meta tools belong to sessions: one of them would run whatever the server does not offer. */
const isOfServer = (server: McpServer, { toolkitSlug, run }: CatalogueTool): boolean =>
  run.builtin === undefined && server.toolkits.includes(toolkitSlug);

async function readTools(projectId: string, server: McpServer, slugs: readonly string[]): Promise<CatalogueTool[]> {
  const configs = await findServerConfigs(projectId, server);
  return (await findKnownTools(projectId, slugs)).filter(
    (tool) => isOfServer(server, tool) && isExecutable(configs, tool.slug, tool.toolkitSlug),
  );
}

const slugsOf = async (projectId: string, server: McpServer): Promise<readonly string[]> =>
  server.allowedTools.length > 0 ? server.allowedTools : findToolkitSlugs(projectId, server.toolkits);

/**
 * A page of the server's tools: those that are allowed, in the order of the server, or all of its toolkits.
 * @throws ApiError BadRequest for a cursor that this server did not issue
 */
export async function listServerTools(
  projectId: string,
  server: McpServer,
  cursor: string | undefined,
): Promise<{ tools: Tool[]; nextCursor?: string }> {
  const scope = ["mcp.tools", projectId, server.id];
  const from = cursor ? Number(openCursor(cursor, scope)) : 0;
  const slugs = await slugsOf(projectId, server);
  const tools = await readTools(projectId, server, slugs.slice(from, from + TOOLS_A_PAGE));
  const end = from + TOOLS_A_PAGE;
  return {
    tools: tools.map(toMcpTool),
    ...(end < slugs.length && { nextCursor: signCursor(String(end), scope) }),
  };
}

/** The server's tool of this name; null for any other one, whether the catalogue has it or not. */
export async function findServerTool(
  projectId: string,
  server: McpServer,
  configs: readonly ConfigAccess[],
  name: string,
): Promise<CatalogueTool | null> {
  const tool = await findTool(projectId, name);
  if (!tool || !isOfServer(server, tool) || !isExecutable(configs, tool.slug, tool.toolkitSlug)) return null;
  if (server.allowedTools.length === 0 || server.allowedTools.includes(tool.slug)) return tool;
  // What the server allows by another name is the same tool.
  return tool.aliases.some((alias) => server.allowedTools.includes(alias)) ? tool : null;
}

/** Names of the server's tools that are like this one. */
export const findSimilarNames = async (projectId: string, server: McpServer, name: string): Promise<string[]> =>
  nearestSlugs(name, await slugsOf(projectId, server), 5);

/** A cache by tool object: the objects stay the same as long as the catalogue does. */
const made = () => processMemory("mcp.tools", () => new WeakMap<CatalogueTool, Tool>());

/** A tool as MCP has it: draft-07 schemas that take no other arguments, and the hints of its tags. */
export function toMcpTool(tool: CatalogueTool): Tool {
  const known = made().get(tool);
  if (known) return known;
  const has = (hint: string): boolean => tool.tags.includes(hint);
  const mcpTool: Tool = {
    name: tool.slug,
    title: tool.name,
    description: tool.description,
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      ...tool.inputSchema,
      additionalProperties: tool.inputSchema.additionalProperties ?? false,
    } as Tool["inputSchema"],
    annotations: {
      title: tool.name,
      readOnlyHint: has("readOnlyHint"),
      destructiveHint: has("destructiveHint"),
      idempotentHint: has("idempotentHint"),
      openWorldHint: has("openWorldHint"),
    },
  };
  made().set(tool, mcpTool);
  return mcpTool;
}
