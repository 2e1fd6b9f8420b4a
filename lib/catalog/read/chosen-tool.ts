/** Finding one tool in the version that a request means. */
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { overridesOf } from "../overrides/project-overrides";
import type { CatalogTool, CatalogToolkit } from "./catalog";
import { isAdded, isEverybodysOrOwn } from "./own-names";
import { askedOf, PINNED, resolveVersion, type MissingVersion, type VersionChoice } from "./resolve-version";
import { findToolkit, requireToolkit } from "./find-toolkits";
import { findTool, requireTool } from "./find-tool";

/** For a tool that the latest version of its toolkit no longer has. */
const EARLIER = statement({
  name: "catalog.earlier-versions",
  text: `SELECT DISTINCT toolkit_slug AS "toolkitSlug", version FROM tool
    WHERE NOT is_latest AND (slug = $1 OR aliases @> ARRAY[$1]) AND ${isEverybodysOrOwn("$2")} ORDER BY version DESC`,
  columns: { toolkitSlug: "text", version: "text" },
});

/** An earlier version of a tool also has the names that the latest one has: rules that name either are about both. */
function withLatestNames(tool: CatalogTool, latest: CatalogTool): CatalogTool {
  const names = [latest.slug, ...latest.aliases].filter((name) => name !== tool.slug && !tool.aliases.includes(name));
  return names.length > 0 ? { ...tool, aliases: [...tool.aliases, ...names] } : tool;
}

/** The tool in an earlier version, under whichever name it had there, as the project offers the latest. */
async function findEarlier(projectId: string, name: string, latest: CatalogTool, version: string) {
  for (const slug of new Set([name, latest.slug, ...latest.aliases])) {
    const tool = await findTool(projectId, slug, version);
    // Overrides belong to the latest name, which an earlier version under another name does not know.
    if (tool) return (await overridesOf(projectId)).apply(withLatestNames(tool, latest));
  }
  return null;
}

export type ChosenTool = { tool: CatalogTool; toolkit: CatalogToolkit; missing?: MissingVersion };

/**
 * The tool with this slug or alias. A version that this server does not have is answered with the latest one, unless
 * the choice is strict; so is a tool that is newer than the project's own version of its toolkit.
 * @throws ApiError NotFound with similar slugs, or with the versions there are
 */
export async function requireChosenTool(projectId: string, slug: string, choice: VersionChoice): Promise<ChosenTool> {
  const latest = await findTool(projectId, slug);
  return latest ? chooseVersion(projectId, latest, slug, choice) : requireEarlierTool(projectId, slug, choice);
}

/**
 * Chooses the version of a tool whose latest version is known.
 * @param slug the name of the tool in the request
 * @throws ApiError as `requireChosenTool`
 */
export async function chooseVersion(
  projectId: string,
  latest: CatalogTool,
  slug: string,
  choice: VersionChoice,
): Promise<ChosenTool> {
  const toolkit = await requireToolkit(projectId, latest.toolkitSlug);
  if (isAdded(latest)) return { tool: latest, toolkit };
  const { version, missing } = resolveVersion(toolkit, choice);
  if (version === latest.version) return { tool: latest, toolkit, ...(missing && { missing }) };
  const tool = await findEarlier(projectId, slug, latest, version);
  if (tool) return { tool, toolkit };
  if (askedOf(choice, toolkit.slug) === PINNED && !choice.strict)
    return { tool: latest, toolkit, missing: { name: latest.slug, asked: version, used: latest.version } };
  return { tool: await requireTool(projectId, slug, version), toolkit };
}

/** A tool that only earlier versions have, in the version that the choice selects. */
async function requireEarlierTool(projectId: string, slug: string, choice: VersionChoice): Promise<ChosenTool> {
  for (const { toolkitSlug, version } of await rowsOf(EARLIER, [slug.toUpperCase(), projectId])) {
    const toolkit = await findToolkit(projectId, toolkitSlug);
    if (!toolkit || resolveVersion(toolkit, choice).version !== version) continue;
    const tool = await findTool(projectId, slug, version);
    if (tool) return { tool, toolkit };
  }
  const tool = await requireTool(projectId, slug);
  return { tool, toolkit: await requireToolkit(projectId, tool.toolkitSlug) };
}
