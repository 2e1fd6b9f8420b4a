/** Finds one tool, and facts about all tools. */
import { rowsOf, statement, type StatementRow } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { overridesOf } from "../overrides/project-overrides";
import { catalog, type Catalog, type CatalogTool } from "./catalog";
import { meantNames, nearestSlugs } from "./nearest";
import { ADDED, isEverybodysOrOwn, isOwn } from "./own-names";
import { ONLY_USER, TOOL_COLUMNS, toolColumns } from "./toolkit-columns";
import { findToolkit } from "./find-toolkits";

/** Each branch of these conditions uses an index of its own. */
const LATEST = statement({
  name: "catalog.tool",
  text: `SELECT ${TOOL_COLUMNS} FROM tool WHERE is_latest AND (slug = $1 OR aliases @> ARRAY[$1]) AND ${isEverybodysOrOwn("$2")}
  ORDER BY (slug = $1) DESC, slug LIMIT 1`,
  columns: toolColumns,
});
const OF_VERSION = statement({
  name: "catalog.tool-version",
  text: `SELECT ${TOOL_COLUMNS} FROM tool
  WHERE (project_id IS NULL AND slug = $1 AND version = $3)
  OR (${isOwn("$2")} AND slug = $1 AND (version = $3 OR ${ADDED}))
  OR (aliases @> ARRAY[$1] AND version = $3 AND ${isEverybodysOrOwn("$2")}) ORDER BY (slug = $1) DESC, slug LIMIT 1`,
  columns: toolColumns,
});

/** A shared tool that was used before, without waiting; undefined if it must be read. */
const cached = (loaded: Catalog, slug: string, version: string): CatalogTool | undefined =>
  loaded.tools.get(`${slug}@${version}`);

/**
 * The tool with this slug or alias as its toolkit describes it, in a version or the latest; null if it does not exist.
 * For the page on which a project changes it: everything else reads what the project offers.
 */
export async function findOriginalTool(
  projectId: string,
  slug: string,
  version = "latest",
): Promise<CatalogTool | null> {
  const loaded = await catalog();
  const cachedTool = cached(loaded, slug, version);
  if (cachedTool) return cachedTool;
  const name = slug.toUpperCase();
  const [tool] =
    version === "latest" || version === ""
      ? await rowsOf(LATEST, [name, projectId])
      : await rowsOf(OF_VERSION, [name, projectId, version]);
  if (tool?.projectId === null) loaded.tools.set(`${slug}@${version}`, tool);
  return tool ?? null;
}

/** The tool with this slug or alias as the project offers it; null if it does not exist, or is hidden. */
export async function findTool(projectId: string, slug: string, version = "latest"): Promise<CatalogTool | null> {
  const tool = await findOriginalTool(projectId, slug, version);
  return tool && (await overridesOf(projectId)).apply(tool);
}

/** The refusal of a tool that the project has hidden. */
const notOffered = ({ slug }: CatalogTool): ApiError =>
  new ApiError("NotFound", `This project does not offer the tool ${slug}.`, {
    suggestedFix:
      "Use another tool. A developer of the project can show it again in the dashboard under Changed tools.",
  });

/**
 * The tool with this slug or alias; what execution calls for each request, a few microseconds once it is known.
 * @param version a toolkit version such as `20260105_00`, or `latest`
 * @throws ApiError NotFound with similar slugs, or with the versions there are; for a tool that the project has hidden
 */
export async function requireTool(projectId: string, slug: string, version = "latest"): Promise<CatalogTool> {
  const loaded = catalog();
  const cachedTool = loaded instanceof Promise ? undefined : cached(loaded, slug, version);
  const original = cachedTool ?? (await findOriginalTool(projectId, slug, version));
  const overrides = original && overridesOf(projectId);
  const tool = original && (overrides instanceof Promise ? await overrides : overrides)?.apply(original);
  if (tool) return tool;
  if (original) throw notOffered(original);
  const latest = version === "latest" ? null : await findTool(projectId, slug);
  if (latest) {
    const versions = (await findToolkit(projectId, latest.toolkitSlug))?.availableVersions ?? [latest.version];
    throw new ApiError("NotFound", `The tool ${latest.slug} has no version ${JSON.stringify(version)}.`, {
      suggestedFix: `Use latest or one of: ${versions.join(", ")}.`,
    });
  }
  const near = nearestSlugs(slug, await findEveryUsersSlugs(projectId), 5);
  throw new ApiError("NotFound", `There is no tool ${JSON.stringify(slug)}.`, {
    suggestedFix: meantNames(near, "Search the tools to find one."),
  });
}

const MOST_UNKNOWN_TOLD = 5;
const MOST_LOOKED_UP = 50;

/** One sentence for each slug, five at most, that no tool has: a list by names leaves it out without a word. */
export async function unknownTools(projectId: string, slugs: readonly string[]): Promise<string[]> {
  const all = await findEveryUsersSlugs(projectId);
  const knownSlugs = new Set(all);
  const sentences: string[] = [];
  // The others may be second names, which the database knows.
  for (const slug of [...new Set(slugs)].filter((slug) => !knownSlugs.has(slug)).slice(0, MOST_LOOKED_UP)) {
    if (sentences.length === MOST_UNKNOWN_TOLD) break;
    if (await findTool(projectId, slug)) continue;
    const near = nearestSlugs(slug, all, 3);
    sentences.push(`There is no tool ${JSON.stringify(slug.slice(0, 100))}. ${meantNames(near, "")}`.trim());
  }
  return sentences;
}

const VERSIONS = statement({
  name: "catalog.versions",
  text: `WITH versions AS (SELECT toolkit_slug, version, lag(version) OVER (PARTITION BY toolkit_slug ORDER BY version) AS before
      FROM tool WHERE project_id IS NULL GROUP BY toolkit_slug, version)
    SELECT versions.toolkit_slug AS "toolkitSlug", versions.version, count(*)::int AS tools,
      (count(*) FILTER (WHERE tool.deprecated))::int AS deprecated, (count(*) FILTER (WHERE old.id IS NULL))::int AS added,
      (count(*) FILTER (WHERE CASE WHEN old.id IS NULL THEN false ELSE old.run <> tool.run
        OR old.input_schema::jsonb <> tool.input_schema::jsonb
        OR old.output_schema::jsonb <> tool.output_schema::jsonb END))::int AS changed
    FROM versions JOIN tool ON tool.toolkit_slug = versions.toolkit_slug AND tool.version = versions.version AND tool.project_id IS NULL
      LEFT JOIN tool old ON old.toolkit_slug = versions.toolkit_slug AND old.version = versions.before
        AND old.slug = tool.slug AND old.project_id IS NULL
    GROUP BY versions.toolkit_slug, versions.version ORDER BY versions.toolkit_slug, versions.version DESC`,
  columns: { toolkitSlug: "text", version: "text", tools: "int4", deprecated: "int4", added: "int4", changed: "int4" },
});

export type VersionCounts = StatementRow<typeof VERSIONS>;

/**
 * Versions of every toolkit of the catalog, newest first, with their tools and how many of them are new or differ from
 * the version before.
 */
export const findVersions = (): Promise<VersionCounts[]> => rowsOf(VERSIONS, []);

const OWN_SLUGS = statement({
  name: "catalog.own-slugs",
  text: `SELECT slug, ${ONLY_USER} AS "onlyUser" FROM tool WHERE is_latest AND ${isOwn("$1")} ORDER BY slug`,
  columns: { slug: "text", onlyUser: "text?" },
});

const ownSlugs = async (projectId: string, isForAllUsers = false): Promise<string[]> =>
  (await rowsOf(OWN_SLUGS, [projectId]))
    .filter(({ onlyUser }) => !isForAllUsers || onlyUser === null)
    .map(({ slug }) => slug);

/** Slugs of all tools that the project offers: the shared tools, and its own. */
export const findToolSlugs = (projectId: string): Promise<string[]> => offeredSlugs(projectId, false);

/** Slugs of the tools that the project offers all of its users, for suggestions: a wrong name can be any user's. */
export const findEveryUsersSlugs = (projectId: string): Promise<string[]> => offeredSlugs(projectId, true);

async function offeredSlugs(projectId: string, isForAllUsers: boolean): Promise<string[]> {
  const slugs = [...(await (await catalog()).slugs()), ...(await ownSlugs(projectId, isForAllUsers))];
  const { hidden } = await overridesOf(projectId);
  if (hidden.length === 0) return slugs;
  const hiddenSlugs = new Set(hidden);
  return slugs.filter((slug) => !hiddenSlugs.has(slug));
}

/** The slugs as a JSON text. */
export async function findToolSlugsText(projectId: string): Promise<string> {
  if ((await overridesOf(projectId)).hidden.length > 0) return JSON.stringify(await findToolSlugs(projectId));
  const projectSlugs = await ownSlugs(projectId);
  const loaded = await catalog();
  const slugs = await loaded.slugs();
  return projectSlugs.length > 0
    ? JSON.stringify([...slugs, ...projectSlugs])
    : (loaded.slugsText ??= JSON.stringify(slugs));
}
