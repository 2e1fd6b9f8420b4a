/** What an agent is given at the start of a session: its meta tools, and the tools that it preloads. */
import type { z } from "zod";
import type { CatalogueTool } from "@/lib/catalog/read/catalogue";
import { findKnownTools } from "@/lib/catalog/read/known-tools";
import { everyToolkit } from "@/lib/catalog/read/toolkits";
import { toTool } from "@/lib/catalog/read/wire";
import { allowedTools, preloadedSlugs, toolTokens } from "@/lib/tool-router/preload";
import { metaToolsOf } from "@/lib/tool-router/rules/meta-tools";
import { allowsToolkit } from "@/lib/tool-router/rules/rules";
import type { Session } from "@/lib/tool-router/sessions/session";
import { recordSessionCost } from "@/lib/tool-router/sessions/session-costs";
import type { metaApi } from "./contract";
import { findConnections } from "./search/connections";

type Answer = z.input<typeof metaApi.listSessionTools.response>;

const MOST_NAMED = 50;
/** To these the user's apps are said: here an agent decides what to look for and what to connect. */
const TOLD = new Set(["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_MANAGE_CONNECTIONS"]);

/** Which apps the user has connected, in a sentence. */
async function connectedApps(session: Session): Promise<string> {
  const connections = [...(await findConnections(session))].filter(([, { working }]) => working > 0);
  const apps = connections.map(([slug]) => slug).filter((slug) => allowsToolkit(session, slug));
  return apps.length === 0
    ? "The user has connected no apps yet."
    : `The user has connected these apps: ${apps.slice(0, MOST_NAMED).join(", ")}.`;
}

/**
 * The session's tools, a page at a time; the cursor is the place of the first one.
 * @param given whether an agent gets them, so that what they cost it is counted
 */
export async function listSessionTools(
  session: Session,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
  given = true,
): Promise<Answer> {
  const { projectId } = session;
  const from = cursor ? Number(cursor) : 0;
  const slugs = [...metaToolsOf(session.config), ...(await preloadedSlugs(projectId, session))];
  const page = slugs.slice(from, from + limit);
  const isMeta = new Set(metaToolsOf(session.config));
  const [meta, others, apps, every] = await Promise.all([
    findKnownTools(
      projectId,
      page.filter((slug) => isMeta.has(slug)),
    ),
    allowedTools(
      projectId,
      session,
      page.filter((slug) => !isMeta.has(slug)),
    ),
    page.some((slug) => TOLD.has(slug)) ? connectedApps(session) : "",
    everyToolkit(projectId),
  ]);
  const toolkits = new Map(every.map((toolkit) => [toolkit.slug, toolkit]));
  const show = (tool: CatalogueTool) => {
    const toolkit = toolkits.get(tool.toolkitSlug);
    if (!toolkit) return [];
    const shown = toTool(tool, toolkit);
    return [TOLD.has(tool.slug) ? { ...shown, description: `${shown.description}\n\n${apps}` } : shown];
  };
  const end = from + limit;
  const items = [...meta, ...others].flatMap(show);
  if (given)
    recordSessionCost(session, { schemas: [...meta, ...others].reduce((sum, tool) => sum + toolTokens(tool), 0) });
  return {
    items,
    next_cursor: end < slugs.length ? String(end) : null,
    total_pages: Math.ceil(slugs.length / limit),
    current_page: Math.floor(from / limit) + 1,
    total_items: slugs.length,
  };
}
