/** Finds a tool of a session for an example of how code calls one. */
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import { findToolkitSlugs } from "@/lib/catalog/read/find-known-tools";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { isForUser } from "@/lib/catalog/read/is-for-user";
import { allowedTools } from "./rules/preloaded-slugs";
import { allowsToolkit } from "./rules/session-rules";
import { findConnections } from "./meta-tools/connections/find-connections";
import { META_TOOLKIT } from "./settings/meta-tool-switches";
import type { Session } from "./session";

type ExampleTool = { slug: string; required: string[] };

/** The first tool is mostly in the first toolkit; a session can forbid all tools of many. */
const MAX_TOOLKITS = 8;
const MAX_TOOLS = 60;

const requiredOf = ({ inputSchema: { required } }: CatalogTool): string[] =>
  Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];

const isReading = ({ tags }: CatalogTool): boolean => tags.includes("readOnlyHint");

/** Toolkits with a working account first, then those without a sign-in. */
async function rankToolkits(session: Session): Promise<CatalogToolkit[]> {
  const [connections, every] = await Promise.all([findConnections(session), everyToolkit(session.projectId)]);
  const placeOf = ({ slug, noAuth }: CatalogToolkit): number =>
    (connections.get(slug)?.working ?? 0) > 0 ? 0 : noAuth ? 1 : 2;
  return every
    .filter((toolkit) => toolkit.slug !== META_TOOLKIT && allowsToolkit(session, toolkit.slug))
    .filter((toolkit) => isForUser(toolkit, session.userId))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || b.popularity - a.popularity);
}

/** A tool that only reads and needs the fewest arguments; null if the session's rules leave none. */
export async function findExampleTool(session: Session): Promise<ExampleTool | null> {
  const { projectId } = session;
  for (const { slug } of (await rankToolkits(session)).slice(0, MAX_TOOLKITS)) {
    const slugs = await findToolkitSlugs(projectId, [slug]);
    const tools = (await allowedTools(projectId, session, slugs.slice(0, MAX_TOOLS))).filter(isReading);
    const [tool] = tools.toSorted((a, b) => requiredOf(a).length - requiredOf(b).length);
    if (tool) return { slug: tool.slug, required: requiredOf(tool) };
  }
  return null;
}
