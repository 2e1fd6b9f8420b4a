/** The tools that an agent receives at the start of a session: the meta tools, and the preloaded tools. */
import type { z } from "zod";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { toTool } from "@/lib/catalog/read/wire";
import { allowedTools, preloadedSlugs, toolTokens } from "./rules/preloaded-slugs";
import { metaToolsOf } from "./settings/meta-tool-switches";
import { allowsToolkit } from "./rules/session-rules";
import type { Session } from "./session";
import { recordSessionCost } from "./store/session-costs";
import type { metaApi } from "./meta-tools/contract";
import { findConnections } from "./meta-tools/connections/find-connections";
import type { MetaCaller } from "./meta-tools/meta-call";
import { mayUseMetaTool } from "./meta-tools/may-use-meta-tool";

type Answer = z.input<typeof metaApi.listSessionTools.response>;

const MOST_NAMED = 50;
/**
 * Meta tools whose description lists the user's connected apps: with these an agent decides what to search and connect.
 */
const LISTS_CONNECTED_APPS = new Set(["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_MANAGE_CONNECTIONS"]);

/** Which apps the user has connected, in a sentence. */
export async function connectedApps(session: Session): Promise<string> {
  const connections = [...(await findConnections(session))].filter(([, { working }]) => working > 0);
  const apps = connections.map(([slug]) => slug).filter((slug) => allowsToolkit(session, slug));
  return apps.length === 0
    ? "The user has connected no apps yet."
    : `The user has connected these apps: ${apps.slice(0, MOST_NAMED).join(", ")}.`;
}

/** The description of a tool for an agent of this session. */
export type GivenTool = { tool: CatalogTool; description: string };

/**
 * The slugs that an agent receives first: the meta tools that its key may use, then preloaded tools. The session's
 * rules can forbid some of these.
 */
export const givenSlugs = async (session: Session, by?: MetaCaller["by"]): Promise<string[]> => [
  ...metaToolsOf(session.config).filter((slug) => mayUseMetaTool(by, slug)),
  ...(await preloadedSlugs(session.projectId, session)),
];

/** Those of the slugs that an agent of the session receives, by the session's rules. */
export async function keepGiven(session: Session, slugs: readonly string[]): Promise<string[]> {
  const meta = new Set<string>(metaToolsOf(session.config));
  const allowed = new Set((await allowedTools(session.projectId, session, slugs)).map(({ slug }) => slug));
  return slugs.filter((slug) => meta.has(slug) || allowed.has(slug));
}

/** The caller that lists the tools of a session. */
type Reader = {
  /** How the caller authenticated. */
  by?: MetaCaller["by"];
  /** Whether an agent receives the tools, so that their tokens are counted. */
  isForAgent: boolean;
};

/** The session's tools from a position on. */
export async function readGivenTools(
  session: Session,
  { from, limit }: { from: number; limit: number },
  { by, isForAgent }: Reader,
): Promise<{ tools: GivenTool[]; total: number }> {
  const { projectId } = session;
  const slugs = await givenSlugs(session, by);
  const page = slugs.slice(from, from + limit);
  const isMeta = new Set(metaToolsOf(session.config));
  const [meta, others, apps] = await Promise.all([
    findKnownTools(
      projectId,
      page.filter((slug) => isMeta.has(slug)),
    ),
    allowedTools(
      projectId,
      session,
      page.filter((slug) => !isMeta.has(slug)),
    ),
    page.some((slug) => LISTS_CONNECTED_APPS.has(slug)) ? connectedApps(session) : "",
  ]);
  const tools = [...meta, ...others];
  if (isForAgent) recordSessionCost(session, { schemas: tools.reduce((sum, tool) => sum + toolTokens(tool), 0) });
  return {
    tools: tools.map((tool) => ({
      tool,
      description: LISTS_CONNECTED_APPS.has(tool.slug) ? `${tool.description}\n\n${apps}` : tool.description,
    })),
    total: slugs.length,
  };
}

/** A page of the session's tools; the cursor is the position of its first tool. */
export async function listSessionTools(
  session: Session,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  reader: Reader,
): Promise<Answer> {
  const from = cursor ? Number(cursor) : 0;
  const [{ tools, total }, every] = await Promise.all([
    readGivenTools(session, { from, limit }, reader),
    everyToolkit(session.projectId),
  ]);
  const toolkits = new Map(every.map((toolkit) => [toolkit.slug, toolkit]));
  const end = from + limit;
  return {
    items: tools.flatMap(({ tool, description }) => {
      const toolkit = toolkits.get(tool.toolkitSlug);
      return toolkit ? [{ ...toTool(tool, toolkit), description }] : [];
    }),
    next_cursor: end < total ? String(end) : null,
    total_pages: Math.ceil(total / limit),
    current_page: Math.floor(from / limit) + 1,
    total_items: total,
  };
}
