/** Proxied requests within a session: COMPOSIO_PROXY_EXECUTE, and the session's own operation. */
import type { z } from "zod";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import { chooseAccount } from "@/lib/connected-accounts/accounts/choose-account";
import { assertUserAllowed } from "@/lib/execution/access/open-access";
import { executeProxy } from "@/lib/execution/execute-proxy";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { sessionAccountRules } from "../../rules/session-account-rules";
import { policyOf } from "../../rules/read-policy";
import { proxiedRefusalOf } from "../../rules/judge-call";
import { factsOf, type Session } from "../../session";
import { metaApi } from "../contract";
import { errorText } from "../../error-text";
import type { MetaAnswer, MetaCaller, MetaTool } from "../meta-call";
import { readArguments } from "../read-arguments";

type ProxyBody = z.output<typeof metaApi.proxyInSession.body>;
type ProxyAnswer = z.input<typeof metaApi.proxyInSession.response>;
type Connection = ProxyBody["custom_connection_data"];

async function assertAllowed(session: Session, toolkitSlug: string): Promise<void> {
  const rule = proxiedRefusalOf(session, toolkitSlug, await policyOf(session.projectId));
  if (rule === null) return;
  throw new ApiError("Forbidden", `This session sends no requests to ${toolkitSlug}: ${rule}.`, {
    suggestedFix: "Execute a tool that the session may use, or change the session's rules.",
  });
}

/** The key of a session belongs to code in a sandbox. The session's settings decide about its own requests. */
function assertMaySend({ by }: MetaCaller, { config }: Session): void {
  if (by?.kind !== "sessionKey" || config.workbench.proxy_execution_enabled) return;
  throw new ApiError(
    "Forbidden",
    "Code of this session sends no requests of its own: workbench.enable_proxy_execution is off.",
    {
      suggestedFix: "Execute a tool, or switch it on in the session's settings.",
    },
  );
}

/** The rules were checked for one toolkit: credentials in the request must not belong to another toolkit. */
function assertSameToolkit(connection: Connection, toolkitSlug: string): void {
  if (!connection || connection.toolkitSlug === toolkitSlug) return;
  throw new ApiError(
    "BadRequest",
    `custom_connection_data is for ${connection.toolkitSlug}, but the request is for ${toolkitSlug}.`,
    { suggestedFix: `Send credentials of ${toolkitSlug}.` },
  );
}

/**
 * Sends a request with the account that the session chooses for the toolkit.
 * @throws ApiError Forbidden for a toolkit that the session may not use completely, and for a session key if code of
 *   the session may not send requests; NotFound for an unknown toolkit; as `chooseAccount` and `executeProxy`
 */
export async function proxyInSession(
  caller: MetaCaller,
  session: Session,
  { toolkit_slug: slug, account, ...request }: ProxyBody,
  facts: ExecutionFacts,
): Promise<ProxyAnswer> {
  const { projectId } = caller;
  assertMaySend(caller, session);
  const toolkit = await requireToolkit(projectId, slug);
  await assertAllowed(session, toolkit.slug);
  assertUserAllowed(toolkit, session.userId);
  const within = { ...facts, ...factsOf(session) };
  if (request.custom_connection_data) {
    assertSameToolkit(request.custom_connection_data, toolkit.slug);
    return executeProxy(caller, request, within);
  }
  const { id } = await chooseAccount(projectId, {
    toolkitSlug: toolkit.slug,
    userId: session.userId,
    rules: sessionAccountRules(session, toolkit.slug, account ?? undefined),
  });
  return executeProxy(caller, { ...request, connected_account_id: id }, within);
}

/** The fields of an answer that a hook of the session blocked. */
const toBlocked = ({ reason, block_reason, message, hook_results }: ProxyAnswer): Partial<MetaAnswer> => ({
  ...(reason && { reason, block_reason }),
  ...(message !== undefined && { message }),
  ...(hook_results && { hook_results }),
});

/** Every answer of the app counts as success, even a refusal. A request that could not be sent is a failure. */
export const proxyExecute: MetaTool = async (args, { caller, session, facts, account }) => {
  const body = readArguments(metaApi.proxyInSession.body, args);
  const unanswered: string[] = [];
  // The call itself uses the key, because it sends only one request.
  const { idempotencyKey: _, ...within } = facts;
  try {
    const answer = await proxyInSession(
      caller,
      session,
      { ...body, account: body.account ?? account },
      { ...within, onUnanswered: (error) => unanswered.push(error) },
    );
    if (answer.reason) return { data: {}, error: answer.message ?? null, successful: false, ...toBlocked(answer) };
    const [error = null] = unanswered;
    return { data: { ...answer }, error, successful: error === null };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { data: {}, error: errorText(error), successful: false };
  }
};
