/** Lists and finds actions. */
import type { z } from "zod";
import { listAuthConfigs } from "@/lib/auth-configs/auth-configs";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import { findTools } from "@/lib/catalog/read/find-tools";
import type { ToolFilter } from "@/lib/catalog/read/to-conditions";
import { findFiles } from "@/lib/files/find-files";
import type { LogSource } from "@/lib/logs/log-source";
import { MAX_LIMIT } from "@/lib/contract/page";
import { ApiError } from "@/lib/kernel/errors";
import { ACTION_NOT_FOUND, withNamedError } from "../with-named-error";
import { MOST_ROWS } from "../older.contract";
import { toActionSlugs, toAppSlugs, withActionSlug } from "../with-action-slug";
import { readPage, type Slice } from "../read-page";
import { toVersion } from "./to-version";
import type { actionsApi } from "./contract";
import { toAction } from "./to-action";
import { toClassArguments } from "./to-class-schema";

type Api = typeof actionsApi;
type Query = z.output<Api["listActions"]["query"]>;
type Wire = z.input<Api["getAction"]["response"]>;

type Form = { isSmall: boolean; hasOtherNames?: boolean; isForClasses?: boolean };

async function toActions(projectId: string, tools: CatalogTool[], form: Form): Promise<Wire[]> {
  const actions = tools.map(async (tool) => {
    const toolkit = await findToolkit(projectId, tool.toolkitSlug);
    if (!toolkit) return [];
    const action = toAction(tool, toolkit, form.isSmall);
    if (form.isForClasses)
      action.parameters = { ...action.parameters, ...toClassArguments(action.parameters, tool.slug) };
    return form.hasOtherNames ? [action, ...underOtherNames(action, tool)] : [action];
  });
  return (await Promise.all(actions)).flat();
}

/** Tools whose schemas are read before other requests have their turn. */
const AT_ONCE = 100;

/** The Python program asks for all actions of an app to find one; the largest app has about 1,200. */
const MOST_OF_APPS = 2000;

/** Frameworks whose packages make a class of each schema, by the name that they send. */
const CLASS_MAKERS: ReadonlySet<string> = new Set(["langchain", "langgraph", "crewai", "autogen", "llamaindex"]);

/** What the Python program needs of a list of actions, by its headers. */
const toForm = ({ language, runtime }: LogSource) => ({
  hasOtherNames: language === "python_sdk",
  isForClasses: language === "python_sdk" && runtime !== undefined && CLASS_MAKERS.has(runtime),
});

/** The action under each of its other names. Without tags, no program offers both to a model. */
const underOtherNames = (action: Wire, tool: CatalogTool): Wire[] =>
  tool.aliases.map((name) => ({ ...action, name, enum: name, tags: [], deprecated: true }));

/** The apps of a filter; with `isAvailable`, those that the project has an integration for. */
async function findApps(
  projectId: string,
  names: string[] | undefined,
  isAvailable: boolean | undefined,
): Promise<string[] | undefined> {
  const apps = names && (await toAppSlugs(projectId, names));
  if (!isAvailable) return apps;
  const { items } = await listAuthConfigs(projectId, { limit: MAX_LIMIT });
  const available = [...new Set(items.map(({ toolkitSlug }) => toolkitSlug))];
  return apps ? available.filter((app) => apps.includes(app)) : available;
}

const toFilter = async (projectId: string, query: Query): Promise<Omit<ToolFilter, "limit" | "cursor">> => ({
  toolkitSlugs: await findApps(projectId, query.apps ?? query.appNames, query.showEnabledOnly),
  toolSlugs: query.actions && (await toActionSlugs(projectId, query.actions)),
  tags: query.tags,
  search: query.useCase,
  important: query.filterImportantActions || undefined,
  includeDeprecated: false,
});

type Filter = Awaited<ReturnType<typeof toFilter>>;

const readActions = (projectId: string, filter: Filter, form: Form, size: { page: number; pageSize: number }) =>
  readPage(async (slice: Slice) => {
    const page = await findTools(projectId, { ...filter, ...slice, limit: Math.min(slice.limit, AT_ONCE) });
    return { ...page, items: await toActions(projectId, page.items, form) };
  }, size);

/**
 * One page. A search gives the best matches; a list without a filter has no schemas.
 * @param source of the program. The Python program looks for an action in the list of its app by the name that its
 *   caller wrote, so that this list has the actions under their other names too.
 */
export async function listActions(
  projectId: string,
  query: Query,
  source: LogSource = {},
): Promise<z.input<Api["listActions"]["response"]>> {
  const filter = await toFilter(projectId, query);
  const isSmall = !filter.toolkitSlugs && !filter.toolSlugs && !filter.search && !filter.tags;
  const isOfApps = filter.toolkitSlugs !== undefined && !filter.search;
  const most = isSmall ? MOST_ROWS : isOfApps ? MOST_OF_APPS : MAX_LIMIT;
  const pageSize = Math.min(query.pageSize, query.limit, query.useCase ? query.usecaseLimit : most, most);
  const form = isOfApps ? toForm(source) : {};
  return readActions(projectId, filter, { isSmall, ...form }, { page: query.page, pageSize });
}

/** One page of the names, tags and descriptions of actions, also with a filter. */
export async function listAllActions(
  projectId: string,
  query: Query,
): Promise<z.input<Api["listAllActions"]["response"]>> {
  const pageSize = Math.min(query.pageSize, query.limit);
  return readActions(projectId, await toFilter(projectId, query), { isSmall: true }, { page: query.page, pageSize });
}

/** The newest files of the project, of an app or action. */
export async function listActionFiles(
  projectId: string,
  { app, action }: z.output<Api["listActionFiles"]["query"]>,
): Promise<z.input<Api["listActionFiles"]["response"]>> {
  const { items } = await findFiles(projectId, {
    ...(app && { toolkitSlug: app }),
    ...(action && { toolSlug: action }),
    limit: MAX_LIMIT,
  });
  return {
    items: items.map(({ toolkit_slug, tool_slug, filename, mimetype, md5 }) => ({
      app: toolkit_slug,
      action: tool_slug,
      filename,
      mimetype,
      md5,
    })),
  };
}

/** @throws ApiError NotFound as ActionNotFoundError */
export const getAction = (projectId: string, slug: string, version: string | undefined): Promise<Wire> =>
  withNamedError(ACTION_NOT_FOUND, () =>
    withActionSlug(projectId, slug, async (ownSlug) => {
      const { tool, toolkit } = await requireChosenTool(projectId, ownSlug, { asked: toVersion(version) });
      return toAction(tool, toolkit);
    }),
  );

/** Actions for a task, the best first, each as a task of its own. */
export async function findActions(
  projectId: string,
  task: string | null | undefined,
  { apps, limit, filterByAvailableApps }: z.output<Api["findActions"]["query"]>,
): Promise<z.input<Api["findActions"]["response"]>> {
  if (!task?.trim())
    throw new ApiError("BadRequest", "The request says no task.", {
      suggestedFix: "Send useCase, as 'create an issue', in the query.",
    });
  const toolkitSlugs = await findApps(projectId, apps, filterByAvailableApps);
  const { items } = await findTools(projectId, { search: task, toolkitSlugs, limit, includeDeprecated: false });
  return {
    items: items.map((tool, index) => ({
      app: tool.toolkitSlug,
      actions: [tool.slug],
      description: tool.description,
      order: index + 1,
    })),
  };
}
