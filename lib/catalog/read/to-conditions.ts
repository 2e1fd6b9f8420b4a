/** Which tools a list is about: the conditions of a filter, as SQL. */
import { overridesOf } from "../overrides/project-overrides";
import type { Hit } from "@/lib/search/find-tools";
import { ADDED, isOwnOfMany, type SqlParameter } from "./own-names";
import { ownState } from "./own-state";
import { hasOwnTools, searchTools } from "./search-tools";
import { isLatestOfAll, resolveVersion, type VersionChoice } from "./resolve-version";
import { everyToolkit } from "./find-toolkits";

export type ToolFilter = {
  toolkitSlugs?: string[] | undefined;
  /** Only these tools, regardless of the other filters; the choice of versions still applies. */
  toolSlugs?: string[] | undefined;
  /** Words to look for in slug, name and description. */
  search?: string | undefined;
  tags?: string[] | undefined;
  scopes?: string[] | undefined;
  important?: boolean | undefined;
  /** Default true. */
  includeDeprecated?: boolean | undefined;
  /** Default: the latest. */
  versions?: VersionChoice | undefined;
  cursor?: string | undefined;
  limit: number;
};

export type Whose = "everybodys" | "own" | "both";

export type Conditions = {
  /** The WHERE clauses. Each contains the project's parameter, so that the other parameters keep their numbers. */
  where: (whose: Whose) => string;
  values: unknown[];
};

export const isSearch = ({ search, toolSlugs }: ToolFilter): boolean => !toolSlugs && Boolean(search?.trim());

/** Every value is a parameter. A search adds the slugs that fit and how well, found in memory, as its first two. */
export async function toConditions(projectId: string, filter: ToolFilter): Promise<Conditions> {
  const values: unknown[] = isSearch(filter) ? await fitsOf(projectId, filter) : [];
  const bind = (value: unknown): SqlParameter => `$${values.push(value)}`;
  const project = bind(projectId);
  // Finding out which own tools are hidden takes longer than the list, and hardly a project has any.
  const { hasHidden } = await ownState(projectId);
  const ownCondition = hasHidden ? isOwnOfMany(project) : `(tool.project_id = ${project})`;
  const whose = {
    everybodys: `(tool.project_id IS NULL AND ${project}::text IS NOT NULL)`,
    own: ownCondition,
    both: `(tool.project_id IS NULL OR ${ownCondition})`,
  };
  const parts = [
    await versionCondition(projectId, filter, bind),
    ...hiddenParts((await overridesOf(projectId)).hidden, bind),
    ...(filter.toolSlugs ? named(filter, bind) : choiceParts(filter, bind)),
  ];
  return { where: (kind) => `WHERE ${[whose[kind], ...parts].join(" AND ")}`, values };
}

/** Without the tools that the project does not offer. */
function hiddenParts(hidden: readonly string[], bind: Bind): string[] {
  if (hidden.length === 0) return [];
  const list = bind(hidden);
  return [`tool.slug <> ALL(${list}::text[]) AND NOT tool.aliases && ${list}::text[]`];
}

type Bind = (value: unknown) => SqlParameter;

function named({ toolSlugs }: ToolFilter, bind: Bind): string[] {
  const list = bind(toolSlugs);
  return [`(tool.slug = ANY(${list}) OR tool.aliases && ${list}::text[])`];
}

function choiceParts(filter: ToolFilter, bind: Bind): string[] {
  const parts: string[] = [];
  // A list of one toolkit, the most frequent request, is read in the order of its own index.
  if (filter.toolkitSlugs?.length === 1) parts.push(`tool.toolkit_slug = ${bind(filter.toolkitSlugs[0])}`);
  else if (filter.toolkitSlugs) parts.push(`tool.toolkit_slug = ANY(${bind(filter.toolkitSlugs)})`);
  if (filter.important !== undefined) parts.push(filter.important ? "tool.important" : "NOT tool.important");
  if (filter.tags) parts.push(`tool.tags && ${bind(filter.tags)}::text[]`);
  if (filter.scopes)
    parts.push(`string_to_array(array_to_string(tool.scopes, ' '), ' ') && ${bind(filter.scopes)}::text[]`);
  if (filter.includeDeprecated === false) parts.push("NOT tool.deprecated");
  return parts;
}

/** Maximum number of results: further hits have almost nothing to do with the request. */
const MAX_FOUND = 200;
/** Maximum number of candidates if other conditions can exclude most of them. */
const MAX_CHOSEN = 1_000;

const isNarrowed = ({ tags, scopes, important }: ToolFilter): boolean =>
  Boolean(tags ?? scopes) || important !== undefined;

/** Whether the index knows all that a search asks for. */
export const asksIndexOnly = (filter: ToolFilter): boolean => isSearch(filter) && !isNarrowed(filter);

/** Whether other versions than the latest are perhaps wanted. The index knows the latest alone. */
export const isOfVersions = ({ versions = {} }: ToolFilter): boolean => !isLatestOfAll(versions);

/** The tools that fit a search, the best first. */
export async function findFitting(projectId: string, filter: ToolFilter): Promise<Hit[]> {
  const { toolkitSlugs, search = "", includeDeprecated = true } = filter;
  const { hits } = await searchTools(projectId, search, {
    limit: isNarrowed(filter) ? MAX_CHOSEN : MAX_FOUND,
    toolkits: toolkitSlugs && new Set(toolkitSlugs.map((slug) => slug.toLowerCase())),
    withoutDeprecated: !includeDeprecated,
  });
  return hits;
}

/** The rank of a hit as a number that is larger for better hits. */
export const fitOf = (hits: number, index: number): number => hits - index;

/** The slugs that fit, and how well each does. */
async function fitsOf(projectId: string, filter: ToolFilter): Promise<[string[], number[]]> {
  // Only the database knows which tools are deprecated in the selected version.
  const hits = await findFitting(projectId, isOfVersions(filter) ? { ...filter, includeDeprecated: true } : filter);
  return [hits.map(({ slug }) => slug), hits.map((_, index) => fitOf(hits.length, index))];
}

/** Toolkits that are not wanted in their latest version are few: each is named with its version. */
async function versionCondition(projectId: string, filter: ToolFilter, bind: Bind): Promise<string> {
  const { versions = {}, toolkitSlugs } = filter;
  if (isLatestOfAll(versions)) return "tool.is_latest";
  const slugs = filter.toolSlugs || !toolkitSlugs ? undefined : new Set(toolkitSlugs);
  const earlier = (await everyToolkit(projectId))
    .filter(({ slug }) => !slugs || slugs.has(slug))
    .map((toolkit) => ({ slug: toolkit.slug, latest: toolkit.version, ...resolveVersion(toolkit, versions) }))
    .filter(({ version, latest }) => version !== latest);
  if (earlier.length === 0) return "tool.is_latest";
  const condition = earlierCondition(earlier, slugs?.size === 1, bind);
  // An added tool has no earlier versions. Without own tools, the index of the shared tools answers alone.
  return (await hasOwnTools(projectId)) ? `(${condition} OR tool.is_latest AND ${ADDED})` : condition;
}

function earlierCondition(
  earlier: readonly { slug: string; version: string }[],
  isOneToolkit: boolean,
  bind: Bind,
): string {
  const [only] = earlier;
  if (only && isOneToolkit) return `(NOT tool.is_latest AND tool.version = ${bind(only.version)})`;
  const named = bind(earlier.map(({ slug }) => slug));
  const versionsParameter = bind(earlier.map(({ version }) => version));
  return `(CASE WHEN tool.toolkit_slug = ANY(${named})
    THEN (tool.toolkit_slug, tool.version) IN (SELECT * FROM unnest(${named}::text[], ${versionsParameter}::text[]))
    ELSE tool.is_latest END)`;
}
