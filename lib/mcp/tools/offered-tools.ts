/** The tools of an MCP server for its owner: with their own texts, their size, and whether clients receive them. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findToolkitSlugs } from "@/lib/catalog/read/find-known-tools";
import { requireTool } from "@/lib/catalog/read/find-tool";
import { type Page, readCursor, toCursor } from "@/lib/kernel/database/cursor";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { aboutTokens, tokensOfBytes } from "@/lib/kernel/text/about-tokens";
import { isAllowed, readTools, slugsOf, toMcpTool, toOfferedTool } from "./server-tools";
import type { McpServer } from "../servers/servers";
import { describeTool, type TextChange, textsOf } from "./tool-text";
import { MOST_OFFERED, type mcpToolsApi } from "./contract";

type ToolOffer = z.output<typeof mcpToolsApi.describeMcpTool.response>;
/** The fields of a server that decide which tools it has. */
type Offer = Pick<McpServer, "id" | "toolkits" | "allowedTools" | "authConfigIds" | "toolTexts">;

const AT_ONCE = 500;

const sizes = () => processMemory("mcp.tool-bytes", () => new WeakMap<CatalogTool, number>());

/** The bytes of a tool in a list, with the catalog's text; measured once. */
function bytesOf(tool: CatalogTool): number {
  const cachedBytes = sizes().get(tool);
  if (cachedBytes !== undefined) return cachedBytes;
  const bytes = Buffer.byteLength(JSON.stringify(toMcpTool(tool)));
  sizes().set(tool, bytes);
  return bytes;
}

/** The number of tools that clients receive, and the approximate tokens of their list. */
export async function countTools(
  projectId: string,
  server: Omit<Offer, "id">,
): Promise<{ tools: number; aboutTokens: number }> {
  const slugs = await slugsOf(projectId, server);
  const texts = textsOf(server);
  const sampleCount = Math.min(slugs.length, MOST_OFFERED);
  let [tools, tokens] = [0, 0];
  for (let from = 0; from < sampleCount; from += AT_ONCE)
    for (const tool of await readTools(projectId, server, slugs.slice(from, Math.min(from + AT_ONCE, sampleCount)))) {
      tools++;
      // Counted for each tool as in the list of tools: both have the same sum.
      tokens += texts.has(tool.slug) ? aboutTokens(toOfferedTool(texts, tool)) : tokensOfBytes(bytesOf(tool));
    }
  const times = sampleCount === 0 ? 1 : slugs.length / sampleCount;
  return { tools: Math.round(tools * times), aboutTokens: Math.round(tokens * times) };
}

/** The tools of toolkits, as a server that allows all tools would offer them. */
export async function listOffer(
  projectId: string,
  toolkits: string[],
): Promise<z.output<typeof mcpToolsApi.offerMcpTools.response>> {
  const slugs = await findToolkitSlugs(projectId, toolkits);
  const server = { toolkits, allowedTools: [], authConfigIds: [], toolTexts: {} };
  const tools: CatalogTool[] = [];
  for (let from = 0; from < Math.min(slugs.length, MOST_OFFERED); from += AT_ONCE)
    tools.push(...(await readTools(projectId, server, slugs.slice(from, from + AT_ONCE))));
  return {
    items: tools.map((tool) => ({
      slug: tool.slug,
      toolkit: tool.toolkitSlug,
      title: tool.name,
      read_only: tool.tags.includes("readOnlyHint"),
      destructive: tool.tags.includes("destructiveHint"),
      about_tokens: tokensOfBytes(bytesOf(tool)),
    })),
    more: slugs.length > MOST_OFFERED,
  };
}

function toWire(server: Offer, tool: CatalogTool): ToolOffer {
  const texts = textsOf(server);
  const mcpTool = toOfferedTool(texts, tool);
  const toolText = texts.get(tool.slug);
  return {
    slug: tool.slug,
    toolkit: tool.toolkitSlug,
    title: tool.name,
    name: mcpTool.name,
    description: mcpTool.description ?? "",
    own_name: toolText?.name ?? null,
    own_description: toolText?.description ?? null,
    allowed: isAllowed(server, tool),
    read_only: tool.tags.includes("readOnlyHint"),
    destructive: tool.tags.includes("destructiveHint"),
    about_tokens: toolText ? aboutTokens(mcpTool) : tokensOfBytes(bytesOf(tool)),
  };
}

type ToolSearch = z.output<typeof mcpToolsApi.listMcpTools.query>;

/** Whether all words are in the slug or in the server's own name of the tool. */
function isSought(words: readonly string[], slug: string, ownName: string | undefined): boolean {
  const text = `${slug} ${ownName ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * A page of the server's tools, the most important first.
 * @throws ApiError BadRequest for a cursor of another list
 */
export async function listOfferedTools(
  projectId: string,
  server: Offer,
  { cursor, limit, search = "", of }: ToolSearch,
): Promise<Page<ToolOffer>> {
  const position = readCursor(cursor);
  const [from, page] = [Number(position?.time ?? 0), position?.page ?? 1];
  const all = of === "toolkits" ? await findToolkitSlugs(projectId, server.toolkits) : await slugsOf(projectId, server);
  const words = search
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  const texts = textsOf(server);
  const sought = words.length > 0 ? all.filter((slug) => isSought(words, slug, texts.get(slug)?.name)) : all;
  const end = from + limit;
  const tools = await readTools(projectId, server, sought.slice(from, end));
  return {
    items: tools.map((tool) => toWire(server, tool)),
    next_cursor: end < sought.length ? toCursor({ time: String(end), id: server.id, page: page + 1 }) : null,
    total_pages: Math.ceil(sought.length / limit),
    current_page: page,
    total_items: sought.length,
  };
}

/**
 * Changes the text of a tool of the server's toolkits.
 * @throws ApiError NotFound for a tool that none of them has; as `describeTool`
 */
export async function describeOfferedTool(
  projectId: string,
  server: McpServer,
  name: string,
  change: TextChange,
): Promise<ToolOffer> {
  const { slug } = await requireTool(projectId, name);
  const [tool] = await readTools(projectId, server, [slug]);
  if (!tool)
    throw new ApiError("NotFound", `The MCP server has no tool ${slug}.`, {
      suggestedFix: `List its tools with GET /api/v3/internal/patchbay/mcp/${server.id}/tools.`,
    });
  return toWire(await describeTool(projectId, server.id, slug, change), tool);
}
