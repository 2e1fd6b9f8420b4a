/** Lists, finds and runs actions. */
import type { z } from "zod";
import { listAuthConfigs } from "@/lib/auth-configs/auth-configs";
import type { ProjectCaller } from "@/lib/access/caller";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { requireChosenTool } from "@/lib/catalog/read/chosen-tool";
import { findToolkit, requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { findTools } from "@/lib/catalog/read/find-tools";
import { findTool, requireTool } from "@/lib/catalog/read/find-tool";
import type { ToolFilter } from "@/lib/catalog/read/to-conditions";
import { executeProxy } from "@/lib/execution/execute-proxy";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { createUpload } from "@/lib/files/uploads";
import { MAX_LIMIT } from "@/lib/contract/page";
import { ApiError } from "@/lib/kernel/errors";
import { runTool } from "@/lib/sessions/run-tool";
import { withNamedError } from "../with-named-error";
import { MOST_ROWS } from "../older.contract";
import { readPage, type Slice } from "../read-page";
import type { actionsApi } from "./contract";
import { toAction } from "./to-action";

type Api = typeof actionsApi;
type Query = z.output<Api["listActions"]["query"]>;
type Wire = z.input<Api["getAction"]["response"]>;

const NAME = "ActionNotFoundError";

/** The programs send `latest:base`, or a version. */
const toVersion = (version: string | null | undefined): string | undefined =>
  version && !version.startsWith("latest") ? version : undefined;

async function toActions(projectId: string, tools: CatalogTool[], isSmall: boolean): Promise<Wire[]> {
  const actions = tools.map(async (tool) => {
    const toolkit = await findToolkit(projectId, tool.toolkitSlug);
    return toolkit ? [toAction(tool, toolkit, isSmall)] : [];
  });
  return (await Promise.all(actions)).flat();
}

/** Tools whose schemas are read before other requests have their turn. */
const AT_ONCE = 100;

/** The apps of a filter; with `isAvailable`, those that the project has an integration for. */
async function findApps(
  projectId: string,
  apps: string[] | undefined,
  isAvailable: boolean | undefined,
): Promise<string[] | undefined> {
  if (!isAvailable) return apps;
  const { items } = await listAuthConfigs(projectId, { limit: MAX_LIMIT });
  const available = [...new Set(items.map(({ toolkitSlug }) => toolkitSlug))];
  return apps ? available.filter((app) => apps.includes(app)) : available;
}

const toFilter = async (projectId: string, query: Query): Promise<Omit<ToolFilter, "limit" | "cursor">> => ({
  toolkitSlugs: await findApps(projectId, query.apps ?? query.appNames, query.showEnabledOnly),
  toolSlugs: query.actions,
  tags: query.tags,
  search: query.useCase,
  important: query.filterImportantActions || undefined,
  includeDeprecated: false,
});

/** One page. A search gives the best matches; a list without a filter has no schemas. */
export async function listActions(projectId: string, query: Query): Promise<z.input<Api["listActions"]["response"]>> {
  const filter = await toFilter(projectId, query);
  const isSmall = !filter.toolkitSlugs && !filter.toolSlugs && !filter.search && !filter.tags;
  const most = isSmall ? MOST_ROWS : MAX_LIMIT;
  const pageSize = Math.min(query.pageSize, query.limit, query.useCase ? query.usecaseLimit : most, most);
  const list = async (slice: Slice) => {
    const page = await findTools(projectId, { ...filter, ...slice, limit: Math.min(slice.limit, AT_ONCE) });
    return { ...page, items: await toActions(projectId, page.items, isSmall) };
  };
  return readPage(list, { page: query.page, pageSize });
}

/** @throws ApiError NotFound as ActionNotFoundError */
export const getAction = (projectId: string, slug: string, version: string | undefined): Promise<Wire> =>
  withNamedError(NAME, async () => {
    const { tool, toolkit } = await requireChosenTool(projectId, slug, { asked: toVersion(version) });
    return toAction(tool, toolkit);
  });

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

type Answer = z.input<Api["executeAction"]["response"]>;

/** What an execution does not find is its action or its account. */
async function withMissingNamed<T>(projectId: string, slug: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NotFound") throw error;
    const name = (await findTool(projectId, slug)) ? "ConnectedAccountNotFoundError" : NAME;
    throw new ApiError("NotFound", error.message, { ...error.details, slug: name });
  }
}

/** @throws ApiError as `runTool`; an unknown action as ActionNotFoundError */
export async function executeAction(
  caller: ProjectCaller,
  slug: string,
  body: z.output<Api["executeAction"]["body"]>,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { authConfig } = body;
  const answer = await withMissingNamed(caller.projectId, slug, () =>
    runTool(
      caller,
      slug,
      {
        arguments: body.input ?? {},
        version: toVersion(body.version),
        // The programs send a user with the account that they have chosen, but the account alone counts for them.
        ...(body.connectedAccountId
          ? { connected_account_id: body.connectedAccountId }
          : { user_id: body.entityId || undefined }),
        ...(body.text && { text: body.text, arguments: body.input ?? undefined }),
        ...(authConfig && {
          custom_auth_params: {
            ...(authConfig.base_url && { base_url: authConfig.base_url }),
            ...(authConfig.parameters && { parameters: authConfig.parameters }),
            ...(authConfig.body && { body: authConfig.body }),
          },
        }),
      },
      facts,
    ),
  );
  const { data, error, successful, log_id: logId } = answer;
  return { data, error, successful, successfull: successful, logId };
}

/** @throws ApiError as `executeProxy` */
export async function executeActionRequest(
  caller: ProjectCaller,
  body: z.output<Api["executeActionRequest"]["body"]>,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { data, status } = await executeProxy(
    caller,
    {
      connected_account_id: body.connectedAccountId,
      endpoint: body.endpoint,
      method: body.method,
      ...(body.body !== null && body.body !== undefined && { body: body.body }),
      ...(body.parameters && {
        parameters: body.parameters.map(({ name, in: type, value }) => ({ name, type, value })),
      }),
    },
    facts,
  );
  const successful = status < 400;
  return {
    data: data ?? null,
    error: successful ? null : `The provider answered ${status}.`,
    successful,
    successfull: successful,
  };
}

/** Announces a file. Programs send the app, or the action in its place. @throws ApiError as `createUpload` */
export async function requestActionUpload(
  projectId: string,
  { action, filename, mimetype, md5 }: z.output<Api["requestActionUpload"]["body"]>,
): Promise<z.input<Api["requestActionUpload"]["response"]>> {
  const tool = await withNamedError(NAME, () => requireTool(projectId, action.toUpperCase()));
  const toolkit = await requireToolkit(projectId, tool.toolkitSlug);
  const { id, key, url } = await createUpload(projectId, {
    toolkitSlug: toolkit.slug,
    toolSlug: tool.slug,
    name: filename,
    mimetype,
    md5: md5.toLowerCase(),
  });
  return { id, key, url, exists: false };
}
