/** The tools of an MCP server, in the form of MCP. */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import { allowsTool } from "@/lib/auth-configs/allows-tool";
import { findConfigAccess, type ConfigAccess } from "@/lib/auth-configs/config-access";
import { LRUCache } from "lru-cache";
import { overridesOf } from "@/lib/catalog/overrides/project-overrides";
import { catalog, type CatalogTool, findOwnToolkits } from "@/lib/catalog/read/catalog";
import { findKnownTools, findToolkitSlugs } from "@/lib/catalog/read/find-known-tools";
import { nearestSlugs } from "@/lib/catalog/read/nearest";
import { findTool } from "@/lib/catalog/read/find-tool";
import { openCursor, signCursor } from "@/lib/kernel/database/cursor";
import { processMemory } from "@/lib/kernel/process-memory";
import { RawObject } from "@/lib/mcp-protocol/surface";
import type { Audience } from "../addresses/audience";
import { forAudience } from "./for-audience";
import { denialOf, denialState } from "./rule-refusal";
import type { McpServer } from "../servers/servers";
import { slugOfName, textsOf, type ToolText } from "./tool-text";

/** So large that clients which never request a second page get most toolkits completely: 500 tools are about 1 MB. */
export const TOOLS_A_PAGE = 500;

/**
 * A server; `reach` names the part of it that a token opens. The lists of that part differ from those of the whole
 * server.
 */
export type OfferedServer = McpServer & { reach?: string };

/** The server's auth configs, as far as calls need them. */
export const findServerConfigs = async (
  projectId: string,
  { authConfigIds }: Pick<McpServer, "authConfigIds">,
): Promise<ConfigAccess[]> => (authConfigIds.length === 0 ? [] : findConfigAccess(projectId, authConfigIds));

/** Whether any of the auth configs of the tool's toolkit allows it. */
function isExecutable(
  configs: readonly ConfigAccess[],
  tool: Pick<CatalogTool, "slug" | "aliases" | "toolkitSlug">,
): boolean {
  const toolkitConfigs = configs.filter((config) => config.toolkitSlug === tool.toolkitSlug);
  return toolkitConfigs.length === 0 || toolkitConfigs.some(({ allowed }) => allowsTool(allowed, tool));
}

/** The auth configs with the current slugs of their tools, for callers that compare only slugs. */
const withSlugs = (projectId: string, configs: readonly ConfigAccess[]): Promise<ConfigAccess[]> =>
  Promise.all(
    configs.map(async (config) => {
      const named = config.allowed.length > 0 ? await findKnownTools(projectId, config.allowed) : [];
      return { ...config, allowed: [...config.allowed, ...named.map(({ slug }) => slug)] };
    }),
  );

/** Meta tools belong to sessions: at a server, a meta tool could run tools that the server does not offer. */
const isOfServer = (server: Pick<McpServer, "toolkits">, { toolkitSlug, run }: CatalogTool): boolean =>
  run.builtin === undefined && server.toolkits.includes(toolkitSlug);

/** The fields of a server that decide which tools it has. */
type Offer = Pick<McpServer, "toolkits" | "allowedTools" | "authConfigIds" | "toolTexts">;

/** The tools with these slugs that the server offers, whether it allows them or not. */
const offeredOf = async (
  projectId: string,
  server: Offer,
  configs: readonly ConfigAccess[],
  slugs: readonly string[],
): Promise<CatalogTool[]> =>
  (await findKnownTools(projectId, slugs)).filter((tool) => isOfServer(server, tool) && isExecutable(configs, tool));

/** The server's tools among these, whether it allows them or not. */
export const readTools = async (projectId: string, server: Offer, slugs: readonly string[]): Promise<CatalogTool[]> =>
  offeredOf(projectId, server, await findServerConfigs(projectId, server), slugs);

/** The slugs of all tools that clients receive, in the order of the server. */
export const slugsOf = async (projectId: string, server: Offer): Promise<readonly string[]> =>
  server.allowedTools.length > 0 ? server.allowedTools : findToolkitSlugs(projectId, server.toolkits);

/** The slugs that the server allows, by toolkit; null if it allows all tools. */
async function allowedByToolkit(
  projectId: string,
  { allowedTools }: McpServer,
): Promise<Map<string, Set<string>> | null> {
  if (allowedTools.length === 0) return null;
  const groups = new Map<string, Set<string>>();
  for (const { slug, toolkitSlug } of await findKnownTools(projectId, allowedTools))
    groups.set(toolkitSlug, (groups.get(toolkitSlug) ?? new Set()).add(slug));
  return groups;
}

/** A server's offer of a toolkit: the number of tools, and the first tools. */
export type ToolkitOffer = { toolkit: string; count: number; first: CatalogTool[] };

/**
 * The server's offer of each of its toolkits, for people who decide about the server.
 * @param most the most tools that are read of a toolkit; the count includes all tools
 */
export async function describeToolkits(projectId: string, server: McpServer, most: number): Promise<ToolkitOffer[]> {
  const configs = await withSlugs(projectId, await findServerConfigs(projectId, server));
  const allowed = await allowedByToolkit(projectId, server);
  return Promise.all(
    server.toolkits.map(async (toolkit) => {
      const slugs = allowed ? [...(allowed.get(toolkit) ?? [])] : await findToolkitSlugs(projectId, [toolkit]);
      const offeredSlugs = slugs.filter((slug) => isExecutable(configs, { slug, aliases: [], toolkitSlug: toolkit }));
      const first = await offeredOf(projectId, server, configs, offeredSlugs.slice(0, most));
      return { toolkit, count: first.length === 0 ? 0 : offeredSlugs.length, first };
    }),
  );
}

/** The part of a server's list that a client asks for. */
type ListPart = {
  audience: Audience;
  from: number;
  /** Tools that come before the server's own tools. */
  first: readonly Tool[];
};

async function readPage(
  projectId: string,
  server: OfferedServer,
  configs: readonly ConfigAccess[],
  { audience, from, first }: ListPart,
): Promise<Buffer> {
  const scope = scopeOf(projectId, server);
  const slugs = await slugsOf(projectId, server);
  const end = from + TOOLS_A_PAGE;
  const isDenied = await denialOf(projectId);
  const catalogTools = await offeredOf(projectId, server, configs, slugs.slice(from, end));
  const theirTools = await forAudience(projectId, audience, catalogTools);
  const tools = theirTools.filter((tool) => !isDenied(tool));
  const texts = textsOf(server);
  return Buffer.from(
    JSON.stringify({
      tools: [...(from === 0 ? first : []), ...tools.map((tool) => toOfferedTool(texts, tool))],
      ...(end < slugs.length && { nextCursor: signCursor(String(end), scope) }),
    }),
  );
}

const scopeOf = (projectId: string, server: McpServer) => ["mcp.tools", projectId, server.id];

/** Cached pages as text. A large page has about a megabyte. */
const pages = () =>
  processMemory(
    "mcp.pages",
    () => new LRUCache<string, Buffer>({ maxSize: 64 * 1024 * 1024, sizeCalculation: ({ length }) => length || 1 }),
  );

/** The versions of the project's own toolkits that a server has. */
async function ownVersions(projectId: string, { toolkits }: OfferedServer): Promise<unknown[]> {
  const ownToolkits = await findOwnToolkits(projectId);
  return ownToolkits
    .filter(({ slug }) => toolkits.includes(slug))
    .map(({ id, version, updatedAt }) => [id, version, updatedAt]);
}

/** Whether a server has toolkits that are not everybody's. */
const hasOwnToolkits = async ({ toolkits: slugs }: OfferedServer): Promise<boolean> => {
  const { toolkits } = await catalog();
  return slugs.some((slug) => !toolkits.has(slug));
};

/** The state that the list of a server's tools depends on, as text. The text differs whenever the list can differ. */
export async function listState(
  projectId: string,
  server: OfferedServer,
  configs: readonly ConfigAccess[],
): Promise<string> {
  const { hash } = await catalog();
  const ownToolkits = (await hasOwnToolkits(server)) ? await ownVersions(projectId, server) : [];
  const allowed = configs.map(({ id, toolkitSlug, allowed }) => [id, toolkitSlug, allowed]);
  const denied = await denialState(projectId);
  const overrides = await overridesOf(projectId);
  return JSON.stringify([
    server.id,
    server.updatedAt,
    hash,
    allowed,
    server.reach,
    denied,
    overrides.state,
    ownToolkits,
  ]);
}

/**
 * A page of the server's tools: those that are allowed, in the order of the server, or all of its toolkits.
 * @throws ApiError BadRequest for a cursor that this server did not issue
 */
export async function listServerTools(
  projectId: string,
  server: OfferedServer,
  cursor: string | undefined,
  { audience, first }: Omit<ListPart, "from">,
): Promise<RawObject> {
  const from = cursor ? Number(openCursor(cursor, scopeOf(projectId, server))) : 0;
  const configs = await findServerConfigs(projectId, server);
  const part = { audience, from, first };
  // Lists with a project's own toolkits can differ from user to user.
  if (await hasOwnToolkits(server)) return new RawObject(await readPage(projectId, server, configs, part));
  const state = await listState(projectId, server, configs);
  const key = `${from} ${first.map(({ name }) => name).join()} ${state}`;
  const page = pages().get(key) ?? (await readPage(projectId, server, configs, part));
  pages().set(key, page);
  return new RawObject(page);
}

/** A tool that the server allows by an alias is allowed too. */
export const isAllowed = ({ allowedTools }: Pick<McpServer, "allowedTools">, { slug, aliases }: CatalogTool): boolean =>
  allowedTools.length === 0 || allowedTools.includes(slug) || aliases.some((alias) => allowedTools.includes(alias));

/** The server's tool of this name; null for any other name, whether the catalog has the tool or not. */
export async function findServerTool(
  projectId: string,
  { server, audience }: { server: McpServer; audience: Audience },
  configs: readonly ConfigAccess[],
  name: string,
): Promise<CatalogTool | null> {
  const tool = await findTool(projectId, slugOfName(server, name));
  if (!tool || !isOfServer(server, tool) || !isExecutable(configs, tool)) return null;
  if (!isAllowed(server, tool)) return null;
  const [theirTool] = await forAudience(projectId, audience, [tool]);
  return theirTool ?? null;
}

/** Names of the server's tools for its audience that are similar to this name. */
export async function findSimilarNames(
  projectId: string,
  { server, audience }: { server: McpServer; audience: Audience },
  name: string,
): Promise<string[]> {
  const texts = textsOf(server);
  const slugs = new Map((await slugsOf(projectId, server)).map((slug) => [texts.get(slug)?.name ?? slug, slug]));
  const near = nearestSlugs(name, [...slugs.keys()], 5);
  const tools = await findKnownTools(
    projectId,
    near.map((similarName) => slugs.get(similarName) ?? similarName),
  );
  const theirSlugs = new Set((await forAudience(projectId, audience, tools)).map(({ slug }) => slug));
  return near.filter((similarName) => theirSlugs.has(slugs.get(similarName) ?? similarName));
}

export type McpTool = {
  name: string;
  title: string;
  description: string;
  inputSchema: Record<string, unknown>;
  annotations: Record<string, string | boolean>;
};

/** A tool in the form of MCP: draft-07 schemas that accept no other arguments, and the hints of its tags. */
export function toMcpTool(tool: CatalogTool): McpTool {
  const has = (hint: string): boolean => tool.tags.includes(hint);
  return {
    name: tool.slug,
    title: tool.name,
    description: tool.description,
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      ...tool.inputSchema,
      additionalProperties: tool.inputSchema.additionalProperties ?? false,
    },
    annotations: {
      title: tool.name,
      readOnlyHint: has("readOnlyHint"),
      destructiveHint: has("destructiveHint"),
      idempotentHint: has("idempotentHint"),
      openWorldHint: has("openWorldHint"),
    },
  };
}

/** A tool as the clients of one server see it: with the server's own text, if it has one. */
export function toOfferedTool(texts: ReadonlyMap<string, ToolText>, tool: CatalogTool): McpTool {
  const toolText = texts.get(tool.slug);
  return toolText ? { ...toMcpTool(tool), ...toolText } : toMcpTool(tool);
}
