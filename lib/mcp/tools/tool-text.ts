/** The texts of single tools for the clients of an MCP server, where the server has its own texts. */
import { findTool } from "@/lib/catalog/read/find-tool";
import { now } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { announceServer } from "../servers/announce-server";
import { forgetServer } from "../servers/addressed-server";
import { type McpServer, requireServer } from "../servers/servers";

export type ToolText = { name?: string; description?: string };

/** Read with the server for each call, so they are few and short. */
const MOST_TOOLS = 200;
const MOST_CHARACTERS = 50_000;

/** The server's own texts, by the slugs of tools. */
export const textsOf = ({ toolTexts }: Pick<McpServer, "toolTexts">): ReadonlyMap<string, ToolText> =>
  new Map(Object.entries((toolTexts ?? {}) as Record<string, ToolText>));

/** The slug of the tool that has this name at the server, or the name itself. */
export function slugOfName(server: Pick<McpServer, "toolTexts">, name: string): string {
  for (const [slug, text] of textsOf(server)) if (text.name === name) return slug;
  return name;
}

const refusal = (message: string, suggestedFix: string) =>
  new ApiError("BadRequest", message, { errors: [message], suggestedFix });

/** If two tools had one name, a call could mean either tool. */
async function assertFree(projectId: string, server: McpServer, slug: string, name: string): Promise<void> {
  const [other] = [...textsOf(server)].find(([otherSlug, text]) => otherSlug !== slug && text.name === name) ?? [];
  const tool = await findTool(projectId, name);
  const owner = other ?? (tool && tool.slug !== slug ? tool.slug : undefined);
  if (owner !== undefined)
    throw refusal(`name: ${name} is what clients call ${owner} by.`, "Choose a name that no other tool has.");
}

/** The texts without null values. */
const withoutNull = (text: { [Name in keyof ToolText]: ToolText[Name] | null }): ToolText =>
  Object.fromEntries(Object.entries(text).filter(([, value]) => typeof value === "string"));

/** @throws ApiError BadRequest for more text than a server can store */
export function assertTextsFit(texts: Readonly<Record<string, ToolText>>): void {
  if (Object.keys(texts).length <= MOST_TOOLS && JSON.stringify(texts).length <= MOST_CHARACTERS) return;
  throw refusal(
    `description: a server keeps own words for at most ${MOST_TOOLS} tools, ` +
      `with ${MOST_CHARACTERS.toLocaleString("en")} characters together.`,
    "Shorten some of them, or give the words of the catalog back to tools that you do not need renamed.",
  );
}

export type TextChange = { name?: string | null | undefined; description?: string | null | undefined };

/**
 * Changes the given texts; null restores the catalog's text.
 * @param slug of a tool that the catalog has
 * @throws ApiError NotFound; BadRequest for a name of another tool, and for more text than a server can store
 */
export async function describeTool(
  projectId: string,
  serverId: string,
  slug: string,
  change: TextChange,
): Promise<McpServer> {
  const server = await requireServer(projectId, serverId);
  if (change.name) await assertFree(projectId, server, slug, change.name);
  const texts = new Map(textsOf(server));
  const toolText = withoutNull({
    ...texts.get(slug),
    ...(change.name !== undefined && { name: change.name }),
    ...(change.description !== undefined && { description: change.description }),
  });
  if (Object.keys(toolText).length > 0) texts.set(slug, toolText);
  else texts.delete(slug);
  const toolTexts = Object.fromEntries(texts);
  assertTextsFit(toolTexts);
  const { count } = await db.mcpServer.updateMany({
    where: { id: serverId, projectId, updatedAt: server.updatedAt },
    data: { toolTexts, updatedAt: now() },
  });
  // Another change came between: its words must not be lost.
  if (count === 0) return describeTool(projectId, serverId, slug, change);
  forgetServer(serverId);
  await announceServer(db, serverId);
  return requireServer(projectId, serverId);
}
