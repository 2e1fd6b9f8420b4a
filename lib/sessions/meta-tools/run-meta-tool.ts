/** Runs a meta tool: checks its arguments, does its work once for an Idempotency-Key, and writes its row of the log. */
import { findTool } from "@/lib/catalog/read/find-tool";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { executeOnce } from "@/lib/execution/execute-once";
import { prepareArguments } from "@/lib/execution/request/arguments";
import { assertNotBegun, hashOf } from "@/lib/execution/sending/repeated-tries";
import type { Progress } from "@/lib/execution/sending/sender";
import {
  addWarning,
  logExecution,
  startTrace,
  toThrown,
  type ExecutionFacts,
  type Outcome,
  type Trace,
} from "@/lib/execution/sending/trace";
import { trackExecution, withStopReason } from "@/lib/execution/sending/unfinished";
import { ApiError } from "@/lib/kernel/errors";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { closedSwitch } from "../settings/meta-tool-switches";
import type { Session } from "../session";
import { recordSessionCost } from "../store/session-costs";
import { inPublishedForm } from "./in-published-form";
import { manageConnections } from "./connections/manage-connections";
import { waitForConnections } from "./connections/wait-for-connections";
import { loggedArguments, loggedData } from "./logged-arguments";
import type { MetaAnswer, MetaCall, MetaTool } from "./meta-call";
import { multiExecute } from "./multi/multi-execute";
import { proxyExecute } from "./multi/proxy-in-session";
import { remoteBash, remoteWorkbench } from "./workbench/remote-workbench";
import { getRecipeTool, upsertRecipeTool } from "./recipes/recipe-tools";
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
  COMPOSIO_PROXY_EXECUTE: proxyExecute,
};

/** Each call within one of these has a key of its own, made of the call's, so that a call that was cut off may go on. */
const GOES_ON = new Set(["COMPOSIO_MULTI_EXECUTE_TOOL", "COMPOSIO_MANAGE_CONNECTIONS"]);

/** What these give to an agent are descriptions of tools. */
const DESCRIBING = new Set(["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_GET_TOOL_SCHEMAS"]);

const KEEP_SESSION = "Give this id as session_id to all further calls of this job.";

/** A call whose session is opened once its arguments are known to be right. */
export type MetaRequest = Omit<MetaCall, "session"> & {
  userId: string;
  /** What calls with the same Idempotency-Key must have in common, besides tool and arguments. */
  keyedTo: string;
  openSession: (args: Values) => Promise<Session>;
};

type Run = {
  tool: CatalogTool;
  given: Values;
  request: MetaRequest;
  trace: Trace;
  progress: Progress;
  /** What repeats of the call have in common. */
  keyed: unknown;
};

const subjectOf = ({ slug, toolkitSlug, version }: CatalogTool) => ({
  toolSlug: slug,
  toolkitSlug,
  version,
  kind: "meta" as const,
});

/** Which of them may run again without harm after the process that ran it has died. */
const isRepeatable = ({ slug, tags }: CatalogTool): boolean => tags.includes("readOnlyHint") || GOES_ON.has(slug);

/** Which of them may run twice without a key. */
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

/** Says in which session it was done, so that the next call can go on there. */
const withSession = (data: Values, { word }: Session): Values =>
  isObject(data.session) ? data : { ...data, session: { id: word, instructions: KEEP_SESSION } };

/** Checks, opens the session, and does the work; writes one row of the log, whatever comes of it. */
async function runAndLog(
  { tool, given, request, trace, progress, keyed }: Run,
  facts: ExecutionFacts,
): Promise<MetaAnswer> {
  const { caller, userId, account, repeated, watch, offloads } = request;
  const { slug } = tool;
  let logged: ExecutionFacts = facts;
  const tried = { hash: () => hashOf(keyed, facts), progress };
  const snapshot = () => ({ caller, facts: logged, subject: subjectOf(tool), trace, userId, tried });
  const stopTracking = trackExecution({ snapshot, progress });
  const log = (outcome: Outcome) => logExecution(snapshot(), withStopReason(outcome, facts, progress));
  try {
    trace.arguments = loggedArguments(slug, given);
    const args = prepareArguments(tool, given, (text) => addWarning(trace, text));
    const session = await request.openSession(args);
    logged = { ...facts, sessionId: session.id };
    assertOffered(session, slug);
    progress.sent = 1;
    // The calls within are tries of their own: this one was judged as a whole.
    const within = { ...logged, isRetry: false, parent: { logId: trace.logId, toolSlug: slug } };
    const asked = { ...(account && { account }), ...(repeated && { repeated }), ...(watch && { watch }) };
    const call = { caller, session, facts: within, ...asked, ...(offloads !== undefined && { offloads }) };
    const answer = await (META_TOOLS[slug] as MetaTool)(args, call);
    const data = answer.successful ? withSession(answer.data, session) : answer.data;
    const tokens = aboutTokens({ error: answer.error, data });
    recordSessionCost(session, { calls: 1, [DESCRIBING.has(slug) ? "schemas" : "results"]: tokens });
    log({ ...answer, data: loggedData(slug, data), tokens });
    // What waits has not ended: the same key shall get another answer once somebody has decided.
    if (answer.asks) progress.sent = 0;
    return { ...answer, data, ...(trace.warnings && { warnings: trace.warnings }) };
  } catch (error) {
    // A tool refuses before it does anything: the same key may come again with what was missing.
    if (error instanceof ApiError && error.status < 500) progress.sent = 0;
    log(toThrown(error));
    throw error;
  } finally {
    stopTracking();
  }
}

/** Runs a meta tool for a request that has perhaps no session yet; the rest as `runMetaTool`. */
export async function runMetaRequest(
  slug: string,
  given: Values,
  request: MetaRequest,
): Promise<MetaAnswer & { log_id: string }> {
  const { caller, facts, userId, keyedTo, account } = request;
  const tool = await requireMetaTool(caller.projectId, slug);
  if (facts.parent) throw nested(slug);
  const trace = startTrace(facts);
  const keyed = [slug, keyedTo, account ?? null, given];
  const run: Run = {
    keyed,
    tool,
    given: inPublishedForm(slug, given),
    request,
    trace,
    progress: { began: trace.began, sent: 0 },
  };
  const work = {
    keyed: { request: keyed, repeatable: isRepeatable(tool) },
    userId,
    subjectAfterCrash: async () => subjectOf(tool),
  };
  const once = async (within: ExecutionFacts) => ({ ...(await runAndLog(run, within)), log_id: trace.logId });
  const { idempotencyKey } = facts;
  if (idempotencyKey === undefined && !isHarmless(tool))
    await assertNotBegun({ projectId: caller.projectId, request: keyed }, subjectOf(tool), facts);
  return executeOnce({ caller, work, trace, progress: run.progress }, facts, (within) =>
    once(idempotencyKey === undefined ? within : { ...within, idempotencyKey }),
  );
}

const nested = (slug: string) =>
  new ApiError("Unprocessable", `${slug} is a meta tool, which no other tool can run.`, {
    suggestedFix: "Call the meta tool itself; give other tools of apps alone.",
  });

/**
 * Runs a meta tool in a session.
 * @throws ApiError Unprocessable for arguments that do not fit, naming each; Forbidden for a tool whose switch is off;
 *   Conflict for an Idempotency-Key, as `executeOnce`
 */
export const runMetaTool = (slug: string, given: Values, call: MetaCall): Promise<MetaAnswer & { log_id: string }> =>
  runMetaRequest(slug, given, {
    ...call,
    userId: call.session.userId,
    keyedTo: call.session.id,
    openSession: async () => call.session,
  });
