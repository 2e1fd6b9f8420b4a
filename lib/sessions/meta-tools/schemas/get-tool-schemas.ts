/** COMPOSIO_GET_TOOL_SCHEMAS: the complete schemas of tools that a session may use. */
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { findKnownTools } from "@/lib/catalog/read/find-known-tools";
import { nearestSlugs } from "@/lib/catalog/read/nearest";
import { isLatestOfAll } from "@/lib/catalog/read/resolve-version";
import { findEveryUsersSlugs } from "@/lib/catalog/read/find-tool";
import { publishedOutput } from "@/lib/catalog/read/wire";
import { ApiError } from "@/lib/kernel/errors";
import { closedSwitch } from "../../settings/meta-tool-switches";
import { refusalOf } from "../../rules/session-rules";
import type { Session } from "../../session";
import type { MetaCall, MetaTool } from "../meta-call";

type Side = "input_schema" | "output_schema";

const MOST_SUGGESTED = 3;
/** Some of these can be outside the session's rules. */
const LOOKED_AT = 12;
/** Limit of suggestions: a caller who mistypes more slugs than this has not read any. */
const MOST_LOOKED_UP = 10;

const mayUse = (session: Session, tool: CatalogTool): boolean =>
  (tool.run.builtin === undefined ? refusalOf(session, tool) : closedSwitch(session.config, tool.slug)) === null;

/** In the version in which the session's calls run them. */
async function inVersion({ caller, facts }: MetaCall, latest: CatalogTool): Promise<CatalogTool | null> {
  if (isLatestOfAll(facts.versions ?? {})) return latest;
  try {
    return (await requireChosenTool(caller.projectId, latest.slug, facts.versions ?? {})).tool;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "NotFound") return null;
    throw error;
  }
}

/** The tools that the session may use, by slug and alias. */
async function findTools(call: MetaCall, slugs: readonly string[]): Promise<ReadonlyMap<string, CatalogTool>> {
  const tools = new Map<string, CatalogTool>();
  for (const tool of await findKnownTools(call.caller.projectId, slugs)) {
    const version = mayUse(call.session, tool) ? await inVersion(call, tool) : null;
    if (!version) continue;
    for (const alias of tool.aliases) tools.set(alias, tools.get(alias) ?? version);
    tools.set(tool.slug, version);
  }
  return tools;
}

/** Similar slugs that the session may use. */
async function suggest({ caller, session }: MetaCall, slugs: readonly string[]): Promise<Record<string, string[]>> {
  const { projectId } = caller;
  const all = await findEveryUsersSlugs(projectId);
  const near = slugs.slice(0, MOST_LOOKED_UP).map((slug) => [slug, nearestSlugs(slug, all, LOOKED_AT)] as const);
  const tools = await findKnownTools(projectId, [...new Set(near.flatMap(([, names]) => names))]);
  const usable = new Set(tools.filter((tool) => mayUse(session, tool)).map(({ slug }) => slug));
  return Object.fromEntries(
    near.flatMap(([slug, names]) => {
      const similar = names.filter((name) => usable.has(name)).slice(0, MOST_SUGGESTED);
      return similar.length > 0 ? [[slug, similar]] : [];
    }),
  );
}

const toSchema = (tool: CatalogTool, include: readonly Side[]) => ({
  toolkit: tool.toolkitSlug,
  tool_slug: tool.slug,
  description: tool.description,
  ...(include.includes("input_schema") && { input_schema: tool.inputSchema }),
  ...(include.includes("output_schema") && { output_schema: publishedOutput(tool) }),
});

const sentence = (missing: readonly string[]): string =>
  `${missing.length === 1 ? "This tool does" : "These tools do"} not exist, ` +
  `or the session may not use ${missing.length === 1 ? "it" : "them"}: ${missing.join(", ")}. ` +
  "Take slugs from COMPOSIO_SEARCH_TOOLS as they are.";

export const getToolSchemas: MetaTool = async (args, call) => {
  const slugs = [...new Set((args.tool_slugs as string[]).map((slug) => slug.trim().toUpperCase()))];
  const include = args.include as Side[];
  const tools = await findTools(call, slugs);
  // A caller who uses an older name of a tool expects its schema under that name.
  const foundTools = slugs.flatMap((name) => {
    const tool = tools.get(name);
    return tool ? [[name, toSchema(tool, include)] as const] : [];
  });
  const missing = slugs.filter((slug) => !tools.has(slug));
  const data = {
    success: foundTools.length > 0,
    tool_schemas: Object.fromEntries(foundTools),
    not_found: missing,
    ...(missing.length > 0 && {
      suggestions: await suggest(call, missing),
      not_found_message: sentence(missing),
    }),
  };
  return { data, successful: foundTools.length > 0, error: foundTools.length > 0 ? null : sentence(missing) };
};
