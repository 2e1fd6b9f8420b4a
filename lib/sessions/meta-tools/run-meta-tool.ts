/** Runs a meta tool: checks its arguments, does its work once for an Idempotency-Key, and writes its row of the log. */
import { findTool } from "@/lib/catalog/read/find-tool";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { nestedMetaTool } from "@/lib/execution/nested-meta-tool";
import { obeyPolicies, type PolicedCall } from "@/lib/execution/obey-policies";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { runExecution, type Execution, type Work } from "@/lib/execution/run-execution";
import { addWarning } from "@/lib/execution/sending/trace";
import { ApiError } from "@/lib/kernel/errors";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { policiesOf, type ProjectPolicies } from "@/lib/policies/project-policies";
import { closedSwitch } from "../settings/meta-tool-switches";
import { factsOf, type Session } from "../session";
import { recordSessionCost } from "../store/session-costs";
import { inPublishedForm } from "./in-published-form";
import { manageConnections } from "./connections/manage-connections";
import { waitForConnections } from "./connections/wait-for-connections";
import { loggedArguments, loggedData } from "./logged-arguments";
import type { MetaAnswer, MetaCall, MetaTool } from "./meta-call";
import { assertMayUseMetaTool } from "./may-use-meta-tool";
import { multiExecute } from "./multi/multi-execute";
import { proxyExecute } from "./multi/proxy-in-session";
import { remoteBash, remoteWorkbench } from "./workbench/remote-workbench";
import { submitFeedback } from "./feedback/submit-feedback";
import { getRecipeTool, upsertRecipeTool } from "./recipes/recipe-tools";
import { manageSkill, searchSkills, useSkill } from "./recipes/manage-skill";
import { getToolSchemas } from "./schemas/get-tool-schemas";
import { searchTools } from "./search/search-tools";

/** All meta tools. Each has its description in toolkits/composio, and its switch in settings/meta-tool-switches. */
export const META_TOOLS: Readonly<Record<string, MetaTool>> = {
  COMPOSIO_SEARCH_TOOLS: searchTools,
  COMPOSIO_GET_TOOL_SCHEMAS: getToolSchemas,
  COMPOSIO_MANAGE_CONNECTIONS: manageConnections,
  COMPOSIO_WAIT_FOR_CONNECTIONS: waitForConnections,
  COMPOSIO_MULTI_EXECUTE_TOOL: multiExecute,
  COMPOSIO_REMOTE_WORKBENCH: remoteWorkbench,
  COMPOSIO_REMOTE_BASH_TOOL: remoteBash,
  COMPOSIO_UPSERT_RECIPE: upsertRecipeTool,
  COMPOSIO_GET_RECIPE: getRecipeTool,
  COMPOSIO_MANAGE_SKILL: manageSkill,
  COMPOSIO_SEARCH_SKILLS: searchSkills,
  COMPOSIO_USE_SKILL: useSkill,
  COMPOSIO_SUBMIT_FEEDBACK: submitFeedback,
  COMPOSIO_PROXY_EXECUTE: proxyExecute,
};

/** Inner calls of these tools have keys derived from the call's key, so that an interrupted call can continue. */
const GOES_ON = new Set(["COMPOSIO_MULTI_EXECUTE_TOOL", "COMPOSIO_MANAGE_CONNECTIONS"]);

/** Meta tools whose result for an agent is descriptions of tools. */
const DESCRIBING = new Set(["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_GET_TOOL_SCHEMAS"]);

const KEEP_SESSION = "Give this id as session_id to all further calls of this job.";

/** A call whose session is opened after its arguments are checked. */
export type MetaRequest = Omit<MetaCall, "session"> & {
  userId: string;
  /** The part that calls with the same Idempotency-Key must share, besides tool and arguments. */
  keyedTo: string;
  openSession: (args: Values) => Promise<Session>;
};

const subjectOf = ({ slug, toolkitSlug, version }: CatalogTool) => ({
  toolSlug: slug,
  toolkitSlug,
  version,
  kind: "meta" as const,
});

/** Whether a tool can safely run again after its process has died. */
const isRepeatable = ({ slug, tags }: CatalogTool): boolean => tags.includes("readOnlyHint") || GOES_ON.has(slug);

/** Whether a tool can safely run twice without a key. */
const isHarmless = ({ slug, tags }: CatalogTool): boolean =>
  tags.includes("readOnlyHint") || slug === "COMPOSIO_MANAGE_CONNECTIONS";

async function requireMetaTool(projectId: string, slug: string): Promise<CatalogTool> {
  const tool = await findTool(projectId, slug);
  if (tool) return tool;
  throw new ApiError("NotFound", `The catalog that is loaded has no tool ${slug}.`, {
    suggestedFix: "Start the server again, so that it loads its own catalog.",
  });
}

function assertOffered({ config }: Session, slug: string): void {
  const closed = closedSwitch(config, slug);
  if (closed === null) return;
  throw new ApiError("Forbidden", `This session does not offer ${slug}: ${closed} is off.`, {
    suggestedFix: `Create or update the session with ${closed} on.`,
  });
}

/** Adds the session to the answer, so that the next call can continue there. */
const withSession = (data: Values, { word }: Session): Values =>
  isObject(data.session) ? data : { ...data, session: { id: word, instructions: KEEP_SESSION } };

type LoggedAnswer = MetaAnswer & { log_id: string };

/** The call itself as its policies see it. The calls that it passes on are judged separately. */
const toPolicedMeta = (
  tool: CatalogTool,
  args: Values,
  userId: string,
  change: (args: Values) => void,
): PolicedCall => ({
  key: tool,
  slug: tool.slug,
  toTarget: () => ({
    kind: "meta",
    names: [tool.slug, ...tool.aliases],
    toolkitSlug: tool.toolkitSlug,
    tags: tool.tags,
  }),
  arguments: args,
  userId,
  accountId: undefined,
  isLogged: true,
  change: (changed) => {
    change(changed);
    return true;
  },
});

/** Rules can treat keys differently, so the answer for one is not that for another. */
const keysOfRules = ({ rules }: ProjectPolicies, { by }: MetaRequest["caller"]): string[] =>
  rules.length > 0 ? [by?.keyId ?? ""] : [];

/** Clocks of copies differ by less. */
const LEEWAY_MS = 60_000;

/**
 * An answer of calls that were passed on cannot be judged by later rules.
 * @throws ApiError Conflict if a rule changed since the call began
 */
function assertOfRules({ rules, changedAt }: ProjectPolicies, startedAt: Date | undefined): void {
  if (rules.length === 0 || !startedAt || startedAt.getTime() - LEEWAY_MS > changedAt) return;
  const problem =
    "A policy of the project has changed since the first request with this Idempotency-Key, " +
    "so its response is no longer returned. It was not sent again.";
  throw new ApiError("Conflict", problem, {
    slug: "IdempotencyAnswerGone",
    suggestedFix: "Read the logs for what was done; send the request with a new key only if it was not.",
    headers: { "x-should-retry": "false" },
  });
}

/** Checks the arguments, opens the session and does the work of the tool. */
async function runInOpenedSession(
  tool: CatalogTool,
  args: Values,
  { caller, facts: requestFacts, userId, account, repeated, watch, offloads, openSession }: MetaRequest,
  { facts, trace, progress }: Execution,
): ReturnType<Work<LoggedAnswer>["carryOut"]> {
  const { slug } = tool;
  const { idempotencyKey } = requestFacts;
  trace.arguments = loggedArguments(slug, args);
  let prepared = prepareArguments(tool, args, (text) => addWarning(trace, text));
  const obeyed = await obeyPolicies({ caller, facts, trace }, () =>
    toPolicedMeta(tool, prepared, userId, (changed) => {
      prepared = changed;
      trace.arguments = loggedArguments(slug, changed);
    }),
  );
  const session = await openSession(prepared);
  trace.sessionId = session.id;
  assertOffered(session, slug);
  progress.sent = 1;
  const within: ExecutionFacts = {
    ...facts,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...factsOf(session),
    // Retries are judged for the whole call, not for its inner calls.
    isRetry: false,
    parent: { logId: trace.logId, toolSlug: slug },
  };
  const options = { ...(account && { account }), ...(repeated && { repeated }), ...(watch && { watch }) };
  const call = { caller, session, facts: within, ...options, ...(offloads !== undefined && { offloads }) };
  const whole = await (META_TOOLS[slug] as MetaTool)(prepared, call);
  const answer = obeyed?.withResult(whole, {}) ?? whole;
  const data = answer.successful ? withSession(answer.data, session) : answer.data;
  const tokens = aboutTokens({ error: answer.error, data });
  recordSessionCost(session, { calls: 1, [DESCRIBING.has(slug) ? "schemas" : "results"]: tokens });
  return {
    answer: { ...answer, data, ...(trace.warnings && { warnings: trace.warnings }), log_id: trace.logId },
    outcome: { ...answer, data: loggedData(slug, data), tokens },
    // A waiting call has not ended: the same key gets another answer after the decision.
    unfinished: answer.asks !== undefined,
  };
}

/** Runs a meta tool for a request that possibly has no session yet; otherwise as `runMetaTool`. */
export async function runMetaRequest(slug: string, input: Values, request: MetaRequest): Promise<LoggedAnswer> {
  const { caller, facts, userId, keyedTo, account } = request;
  assertMayUseMetaTool(caller, slug);
  const tool = await requireMetaTool(caller.projectId, slug);
  if (facts.parent) throw nestedMetaTool(slug);
  const args = inPublishedForm(slug, input);
  const work: Work<LoggedAnswer> = {
    keyed: {
      request: [slug, keyedTo, account ?? null, input, ...keysOfRules(await policiesOf(caller.projectId), caller)],
      repeatable: isRepeatable(tool),
    },
    harmless: isHarmless(tool),
    dryRun: false,
    userId,
    subject: () => subjectOf(tool),
    subjectAfterCrash: async () => subjectOf(tool),
    again: async (answer, _, startedAt) => {
      assertOfRules(await policiesOf(caller.projectId), startedAt);
      return answer;
    },
    carryOut: (execution) =>
      runInOpenedSession(tool, args, request, execution).catch((error: unknown) => {
        // A tool refuses before it has any effect: a request with the same key can come again with the missing data.
        if (error instanceof ApiError && error.status < 500) execution.progress.sent = 0;
        throw error;
      }),
  };
  return runExecution(caller, work, facts);
}

/**
 * Runs a meta tool in a session.
 * @throws ApiError Unprocessable for arguments that do not fit, naming each; Forbidden for a tool whose switch is off;
 *   Conflict for an Idempotency-Key, as `executeOnce`
 */
export const runMetaTool = (slug: string, args: Values, call: MetaCall): Promise<LoggedAnswer> =>
  runMetaRequest(slug, args, {
    ...call,
    userId: call.session.userId,
    keyedTo: call.session.id,
    openSession: async () => call.session,
  });
