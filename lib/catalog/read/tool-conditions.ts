/** Which tools a list is about: the conditions of a filter, as SQL. */
import { ownSearchIndex, searchIndex } from "./catalogue";
import { isOwnOfMany, type Place } from "./own-names";
import { rankTools } from "./rank-tools";
import type { ToolkitVersions } from "./tool-version";

export type ToolFilter = {
  toolkitSlugs?: string[] | undefined;
  /** Only these, whatever the other parts say; the versions stay as they are asked for. */
  toolSlugs?: string[] | undefined;
  /** Words to look for in slug, name and description. */
  search?: string | undefined;
  tags?: string[] | undefined;
  scopes?: string[] | undefined;
  important?: boolean | undefined;
  /** Default true. */
  includeDeprecated?: boolean | undefined;
  versions?: ToolkitVersions | undefined;
  cursor?: string | undefined;
  limit: number;
};

export type Whose = "everybodys" | "own" | "both";

export type Conditions = {
  /** The WHERE clause; each holds the project's place, so that the other parameters keep theirs. */
  where: (whose: Whose) => string;
  values: unknown[];
};

export const isSearch = ({ search, toolSlugs }: ToolFilter): boolean => !toolSlugs && Boolean(search?.trim());

/** Every value is a parameter. A search adds the slugs that fit and how well, found in memory, as its first two. */
export async function toConditions(projectId: string, filter: ToolFilter): Promise<Conditions> {
  const values: unknown[] = isSearch(filter) ? await fitsOf(projectId, filter.search ?? "") : [];
  const bind = (value: unknown): Place => `$${values.push(value)}`;
  const project = bind(projectId);
  const own = isOwnOfMany(project);
  const whose = {
    everybodys: `(tool.project_id IS NULL AND ${project}::text IS NOT NULL)`,
    own,
    both: `(tool.project_id IS NULL OR ${own})`,
  };
  const parts = [
    versionCondition(filter.versions, bind),
    ...(filter.toolSlugs ? named(filter, bind) : chosen(filter, bind)),
  ];
  return { where: (one) => `WHERE ${[whose[one], ...parts].join(" AND ")}`, values };
}

type Bind = (value: unknown) => Place;

function named({ toolSlugs }: ToolFilter, bind: Bind): string[] {
  const list = bind(toolSlugs);
  return [`(tool.slug = ANY(${list}) OR tool.aliases && ${list}::text[])`];
}

function chosen(filter: ToolFilter, bind: Bind): string[] {
  const parts: string[] = [];
  // One toolkit, the usual wish, is read in the order of its own index.
  if (filter.toolkitSlugs?.length === 1) parts.push(`tool.toolkit_slug = ${bind(filter.toolkitSlugs[0])}`);
  else if (filter.toolkitSlugs) parts.push(`tool.toolkit_slug = ANY(${bind(filter.toolkitSlugs)})`);
  if (filter.important !== undefined) parts.push(filter.important ? "tool.important" : "NOT tool.important");
  if (filter.tags) parts.push(`tool.tags && ${bind(filter.tags)}::text[]`);
  if (filter.scopes) parts.push(`tool.scopes && ${bind(filter.scopes)}::text[]`);
  if (filter.includeDeprecated === false) parts.push("NOT tool.deprecated");
  return parts;
}

/** The slugs that fit, and how well. */
async function fitsOf(projectId: string, search: string): Promise<[string[], number[]]> {
  const { slugs, ranks } = rankTools(search, [await searchIndex(), await ownSearchIndex(projectId)]);
  return [slugs, ranks];
}

function versionCondition(versions: ToolkitVersions | undefined, bind: (value: unknown) => string): string {
  if (versions === undefined || versions === "latest" || versions === "") return "tool.is_latest";
  if (typeof versions === "string") return `tool.version = ${bind(versions)}`;
  const pinned = Object.entries(versions).filter(([, version]) => version !== "latest" && version !== "");
  if (pinned.length === 0) return "tool.is_latest";
  const slugs = bind(pinned.map(([slug]) => slug.toLowerCase()));
  const numbers = bind(pinned.map(([, version]) => version));
  return `(CASE WHEN tool.toolkit_slug = ANY(${slugs}) THEN (tool.toolkit_slug, tool.version) IN (SELECT * FROM unnest(${slugs}::text[], ${numbers}::text[])) ELSE tool.is_latest END)`;
}
