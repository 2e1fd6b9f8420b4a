/** Finds the tools of a session for a task, for COMPOSIO_SEARCH_TOOLS and for the search of a session. */
import type { z } from "zod";
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { isForUser } from "@/lib/catalog/read/is-for-user";
import { findSteps, type Circumstances } from "@/lib/find/find-steps";
import { listRecipes } from "@/lib/find/own-recipes/recipes";
import { findLanguageModel } from "@/lib/llm/project-model";
import type { SessionConfig } from "../../settings/contract";
import { policyOf } from "../../rules/read-policy";
import type { Policy } from "../../rules/policy";
import { judgeCall } from "../../rules/judge-call";
import { allowsToolkit, toolkitsOf } from "../../rules/session-rules";
import type { Session } from "../../session";
import type { SearchAnswer } from "../contract";
import type { MetaCall } from "../meta-call";
import { findConnections, toConnectionStatus, type Connection } from "../connections/find-connections";
import { nextSteps, sessionInfo, timeInfo } from "./next-steps";
import { knownNames } from "./known-names";
import { findOwnTools, ownToolsOf, type OwnTools } from "./own-tools";
import { toQueryResult, toUnsearched, type QueryResult } from "./query-result";
import { toToolSchemas } from "./tool-schemas";

type Answer = z.input<typeof SearchAnswer>;

export type SearchInput = {
  queries: readonly { use_case: string; known_fields?: string | undefined }[];
  /** Searches only tools of these toolkits. */
  toolkits?: readonly string[] | undefined;
  /** The language model of the caller; nothing depends on it. */
  model?: string | null | undefined;
  /** `tool_search`: finds tools alone, as in a session with fast_mode. */
  search_strategy?: "auto" | "tool_search" | undefined;
  session?: { id?: string | undefined; generate_id?: boolean | undefined } | undefined;
  /** Tools that the client runs itself. */
  experimental?: Pick<SessionConfig["experimental"], "custom_tools" | "custom_toolkits"> | null | undefined;
};

/** Maximum of searched queries; the answer reports the rest. */
const MOST_QUERIES = 7;
/** If rules allow few tools, the first of them can have a low rank. */
const LOOKED_AT_WITH_RULES = 100;

type SearchContext = Circumstances & { connections: ReadonlyMap<string, Connection>; own: OwnTools; leftOut: string[] };

const hasToolRules = ({ toolkits, tools, tags }: SessionConfig): boolean =>
  tools !== undefined || tags !== undefined || (toolkits !== undefined && "disabled" in toolkits);

/** Whether approval rules deny any tools. */
const denies = ({ experimental: { permissions } }: SessionConfig, { rules }: Policy): boolean =>
  [...rules.values()].some(({ rule }) => rule === "always_deny") ||
  Object.values(permissions?.overrides ?? {}).includes("always_deny");

/** The toolkits that are searched; undefined for all. */
function searched(session: Session, slugs: readonly string[] | undefined): ReadonlySet<string> | undefined {
  if (!slugs || slugs.length === 0) return toolkitsOf(session);
  return new Set(slugs.map((slug) => slug.toLowerCase()).filter((slug) => allowsToolkit(session, slug)));
}

async function circumstances({ session }: MetaCall, input: SearchInput): Promise<SearchContext> {
  const { projectId, config } = session;
  const [every, connections, recipes, languageModel, policy] = await Promise.all([
    everyToolkit(projectId),
    findConnections(session),
    listRecipes(projectId),
    findLanguageModel(projectId),
    policyOf(projectId),
  ]);
  // This user's agent does not see what the project made for another user.
  const ofUser = every.filter((toolkit) => isForUser(toolkit, session.userId));
  const toolkits = new Map(ofUser.map((toolkit) => [toolkit.slug, toolkit]));
  const ownTools = ownToolsOf(input.experimental, config.experimental);
  const only = searched(session, input.toolkits);
  const isThere = (slug: string) => ownTools.toolkits.has(slug) || (toolkits.has(slug) && (only?.has(slug) ?? true));
  const working = [...connections].filter(([, { accounts }]) => accounts[0]?.works);
  return {
    toolkits,
    accounts: new Map(working.map(([slug, connection]) => [slug, connection.working])),
    only,
    recipes,
    languageModel,
    isFast: input.search_strategy === "tool_search" || (config.experimental.fast_mode ?? false),
    mayUse: (tool: CatalogTool) => toolkits.has(tool.toolkitSlug) && judgeCall(session, tool, policy).kind !== "denied",
    ...((hasToolRules(config) || denies(config, policy)) && { lookAt: LOOKED_AT_WITH_RULES }),
    connections,
    own: ownTools,
    leftOut: (input.toolkits ?? []).map((slug) => slug.toLowerCase()).filter((slug) => !isThere(slug)),
  };
}

/** The named toolkits, with the session's accounts of each. */
function toStatuses(session: Session, results: readonly QueryResult[], context: SearchContext) {
  const slugs = [...new Set(results.flatMap(({ result }) => result.toolkits))];
  return slugs.map((slug): Answer["toolkit_connection_statuses"][number] => {
    const toolkit: CatalogToolkit | undefined = context.toolkits.get(slug);
    if (toolkit) return toConnectionStatus(session, toolkit, context.connections.get(slug));
    const ownToolkit = context.own.toolkits.get(slug);
    return {
      toolkit: slug,
      description: ownToolkit?.description ?? "Tools that the client runs itself",
      has_active_connection: true,
      connection_details: {},
      status_message: `The client runs the tools of ${ownToolkit?.name ?? slug} itself: they need no connection.`,
    };
  });
}

/** The toolkits that need a connection for a primary tool of any query. */
function missingOf(results: readonly QueryResult[], statuses: Answer["toolkit_connection_statuses"]): string[] {
  const connected = new Set(statuses.flatMap((status) => (status.has_active_connection ? [status.toolkit] : [])));
  const missing = results.flatMap(({ result: { primary_tool_slugs: slugs }, tools, steps }) => {
    const toolkits = slugs.flatMap((slug) => tools.get(slug)?.toolkitSlug ?? []);
    const needed = steps > 1 ? toolkits : toolkits.some((slug) => connected.has(slug)) ? [] : toolkits.slice(0, 1);
    return needed.filter((slug) => !connected.has(slug));
  });
  return [...new Set(missing)];
}

/**
 * The tools for each query, within the session's rules, with plans, schemas, and the state of the user's connections.
 * Queries wait for their turn, one of a project at a time.
 */
export async function searchForSession(call: MetaCall, input: SearchInput): Promise<Answer> {
  const { session } = call;
  const context = await circumstances(call, input);
  const toolkits = input.toolkits?.length ? new Set(input.toolkits.map((slug) => slug.toLowerCase())) : undefined;
  const queries = input.queries.slice(0, MOST_QUERIES);
  const isFast = context.isFast ?? false;
  const results = await Promise.all(
    queries.map(async ({ use_case: useCase, known_fields: fields }, index) => {
      const findings = await findSteps(session.projectId, useCase, { ...context, known: knownNames(fields) });
      return toQueryResult(useCase, findings, findOwnTools(context.own, useCase, toolkits), {
        index: index + 1,
        isFast,
        hasWorkbench: session.config.workbench.enable,
      });
    }),
  );
  const statuses = toStatuses(session, results, context);
  const schemas = toToolSchemas(results);
  return {
    success: true,
    error: null,
    results: [
      ...results.map(({ result }) => result),
      ...input.queries
        .slice(MOST_QUERIES)
        .map(({ use_case: text }, index) => toUnsearched(text, MOST_QUERIES + index + 1)),
    ],
    toolkit_connection_statuses: statuses,
    tool_schemas: schemas,
    time_info: timeInfo(session),
    session: sessionInfo(session, input.session?.generate_id ?? false),
    next_steps_guidance: nextSteps({
      session,
      missing: missingOf(results, statuses),
      statuses,
      schemas,
      cut: input.queries.length - queries.length,
      isFound: results.some(({ result }) => result.error === undefined),
      hasPlan: results.some(({ result }) => (result.recommended_plan_steps ?? []).length > 0),
      leftOut: context.leftOut,
    }),
  };
}
