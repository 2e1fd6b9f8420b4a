/**
 * Sends a request of the caller's own to a provider with an account's credentials, and returns the answer unchanged.
 */
import type { z } from "zod";
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { requireToolkit } from "@/lib/catalog/read/find-toolkits";
import type { ResolvedAccount } from "@/lib/connected-accounts/accounts/accounts";
import { findAccountConfigs } from "@/lib/connected-accounts/accounts/find-account-of-config";
import { chooseAccount } from "@/lib/connected-accounts/accounts/choose-account";
import { ApiError } from "@/lib/kernel/errors";
import type { Origin } from "@/lib/kernel/process/log";
import { redactEndpoint } from "@/lib/kernel/text/redact";
import { OutboundError } from "@/lib/kernel/outbound/send";
import type { OutboundResponse } from "@/lib/kernel/outbound/outbound-request";
import type { executionApi } from "./contract";
import { fetchBody, type FetchedBody } from "./answer/binary-body";
import { answerSink, keepBody, type AnswerSink } from "./answer/file-answers";
import type { HttpRequest } from "./request/http-tool";
import {
  accessOfAccount,
  assertProxyAllowed,
  assertUserAllowed,
  chooseAccess,
  type ChosenAccess,
} from "./access/open-access";
import type { Access } from "./access/access";
import { isIdempotentMethod } from "./sending/retry";
import type { HookBlock } from "./hook-run";
import { runAtProvider } from "./run-execution";
import { hooksOf } from "./with-project-hooks";
import { isNotSent, type Sender } from "./sending/sender";
import { parseBody, toUnreachable, unreachableStatus } from "./answer/tool-response";
import type { ExecutionCaller, ExecutionFacts } from "./execution-facts";
import { obeyAnswer, obeyAnswerAgain, toShownBody } from "./obey-answer";
import type { Obeyed, PolicedCall } from "./obey-policies";
import { toProxyRequest } from "./to-proxy-request";
import { toPolicedProxy } from "./to-policed-proxy";
import type { Outcome } from "./sending/log-execution";
import { traceRequest, type Trace } from "./sending/trace";

export type ProxyInput = z.output<typeof executionApi.executeProxy.body>;
export type ProxyAnswer = z.output<typeof executionApi.executeProxy.response>;

/** The tool slug of proxied requests in the log. */
export const PROXY_SLUG = "PROXY_EXECUTE";

/**
 * Sends the request that `input` describes. Every answer of the provider is returned, whatever its status; 502 and 504
 * stand for a provider that gave no answer.
 * @throws ApiError before anything is sent: NotFound or BadRequest for the account, BadRequest for a URL outside the
 *   toolkit or a parameter that would replace a credential. Conflict for an Idempotency-Key, as `executeOnce`
 */
export async function executeProxy(
  caller: ExecutionCaller,
  input: ProxyInput,
  facts: ExecutionFacts,
): Promise<ProxyAnswer> {
  let toolkit: Toolkit | undefined;
  let refusedFor: string | undefined;
  // The request that policies judged, or what they made of it: no other one is sent.
  let decision: PolicedRequest | undefined;
  const namedBy = () => namedToolkit(caller.projectId, input);
  const subjectOf = (toolkitSlug: string) => ({ toolSlug: PROXY_SLUG, toolkitSlug, kind: "proxy" as const });
  return runAtProvider(
    caller,
    {
      keyed: { request: [PROXY_SLUG, input], repeatable: isIdempotentMethod(input.method) },
      dryRun: input.dry_run ?? false,
      returnsBusyAnswers: true,
      userId: undefined,
      subject: () => subjectOf(toolkit?.slug ?? refusedFor ?? input.custom_connection_data?.toolkitSlug ?? ""),
      subjectAfterCrash: async () => subjectOf(await namedBy()),
      choose: async (trace) => {
        // The caller's request, for the log of a refusal. A sent request replaces it.
        trace.http = { method: input.method, url: redactEndpoint(input.endpoint) };
        try {
          const access = await chooseProxyAccess(caller.projectId, input, trace);
          toolkit = access.toolkit;
          return access;
        } catch (error) {
          // Without the database, the account's toolkit is unknown.
          if (error instanceof ApiError) refusedFor = await namedBy().catch(() => undefined);
          throw error;
        }
      },
      assertAllowed: (account) => {
        if (account) assertProxyAllowed(account);
        if (toolkit) assertUserAllowed(toolkit, account?.userId);
      },
      policed: async (account, open) => {
        const keep = (request: PolicedRequest) => void (decision = request);
        return toPoliced(input, requireToolkitChoice(toolkit), account, await open(), keep);
      },
      obeyAgain: obeyAnswerAgain,
      send: (sender, trace, within, obeyed) =>
        sendProxied(input, { toolkit: requireToolkitChoice(toolkit), decision, obeyed }, sender, trace, within),
      blocked: toBlocked,
    },
    facts,
  );
}

const toBlocked = (block: HookBlock): { answer: ProxyAnswer; outcome: Outcome } => ({
  answer: { status: 403, data: { error: block.message }, headers: {}, result_type: "blocked", ...block },
  outcome: { successful: false, error: block.message, code: 403 },
});

/** Whether the content is downloaded while it is sent. */
const isDownloaded = ({ binary_body: binary }: ProxyInput): boolean => binary !== undefined && "url" in binary;

function toPoliced(
  input: ProxyInput,
  toolkit: Toolkit,
  account: ResolvedAccount | undefined,
  access: Access,
  keep: (decision: PolicedRequest) => void,
): PolicedCall {
  const request = toProxyRequest(input, toolkit, access);
  keep({ request, isChanged: false });
  const change = (changed: HttpRequest) => keep({ request: changed, isChanged: true });
  return toPolicedProxy({ request, isElsewhere: isDownloaded(input) }, toolkit, account, change);
}

function requireToolkitChoice(toolkit: Toolkit | undefined): Toolkit {
  if (!toolkit) throw new Error("A proxied request is made before its account is chosen.");
  return toolkit;
}

/** The toolkit of the named account; "" if the project has no such account. */
async function namedToolkit(projectId: string, input: ProxyInput): Promise<string> {
  const [place] = input.connected_account_id ? await findAccountConfigs(projectId, [input.connected_account_id]) : [];
  return place?.toolkitSlug ?? input.custom_connection_data?.toolkitSlug ?? "";
}

type PolicedRequest = { request: HttpRequest; isChanged: boolean };
type Policed = { toolkit: Toolkit; decision: PolicedRequest | undefined; obeyed: Obeyed | null };

async function sendProxied(
  input: ProxyInput,
  { toolkit, decision, obeyed }: Policed,
  sender: Sender,
  trace: Trace,
  facts: ExecutionFacts,
): Promise<{ answer: ProxyAnswer; outcome: Outcome }> {
  const { projectId } = sender.access;
  const { signal, onUnanswered } = facts;
  const request = decision?.request ?? toProxyRequest(input, toolkit, sender.access);
  const logBody = decision?.isChanged ? toShownBody(decision.request) : input.body;
  traceRequest(trace, request, input.binary_body ? "[binary]" : logBody);
  // A policy or a hook has judged this request, and not another one.
  const isExact = obeyed?.isExact === true || hooksOf(facts).some(({ type }) => type === "before_execute");
  const place = { projectId, toolkitSlug: toolkit.slug, toolSlug: PROXY_SLUG };
  const sink = answerSink(place, trace, sender, { anyStatus: true });
  const fetched = input.dry_run ? undefined : await fetchContent(projectId, input, signal);
  try {
    const whole = fetched ? withContent(request, fetched, input) : request;
    const response = await sender.send(isExact ? { sink, ...whole, maxRedirects: 0 } : { sink, ...whole });
    if (isNotSent(response)) {
      const data = { dry_run: true, request: response.notSent };
      return { answer: { status: 200, data, headers: {} }, outcome: { successful: true, error: null, data } };
    }
    const answer = await toProxyAnswer(response, sender, sink);
    const successful = response.status < 400;
    const error = successful ? null : `${toolkit.name} answered ${response.status}.`;
    return obeyAnswer(answer, obeyed, { successful, error, data: answer.data ?? describe(answer.binary_data) });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { data, error: message } = toUnreachable(toolkit.name, error);
    onUnanswered?.(message ?? error.message);
    return {
      answer: { status: unreachableStatus(error), data: { error: message, ...data }, headers: {} },
      outcome: { successful: false, error: message, data },
    };
  } finally {
    await fetched?.drop();
  }
}

/** The content of `binary_body.url`; undefined without such an address. */
const fetchContent = async (
  projectId: string,
  { binary_body: binary }: ProxyInput,
  signal: AbortSignal | undefined,
): Promise<FetchedBody | undefined> =>
  binary && "url" in binary ? fetchBody(projectId, binary.url, signal) : undefined;

/** Puts the downloaded bytes into the request. The caller's content type wins over that of the download. */
function withContent(request: HttpRequest, { body, contentType }: FetchedBody, input: ProxyInput): HttpRequest {
  const isSet =
    input.binary_body?.content_type ??
    input.parameters?.some(({ name, type }) => type === "header" && name.toLowerCase() === "content-type");
  return { ...request, body, headers: { ...request.headers, ...(!isSet && { "content-type": contentType }) } };
}

const describe = (binary: ProxyAnswer["binary_data"]): unknown =>
  binary && { content_type: binary.content_type, size: binary.size };

async function chooseProxyAccess(
  projectId: string,
  input: ProxyInput,
  on: Origin,
): Promise<ChosenAccess & { toolkit: Toolkit }> {
  if (input.connected_account_id) {
    const account = await chooseAccount(projectId, { connectedAccountId: input.connected_account_id });
    const toolkit = await requireToolkit(projectId, account.toolkitSlug);
    return {
      toolkit,
      account,
      open: () => accessOfAccount(projectId, toolkit, account, { renew: !input.dry_run, on }),
    };
  }
  const connection = input.custom_connection_data;
  if (!connection)
    throw new ApiError("BadRequest", "connected_account_id is missing, so there are no credentials to send.", {
      suggestedFix: "Send the id of a connected account; GET /api/v3/connected_accounts lists them.",
    });
  const toolkit = await requireToolkit(projectId, connection.toolkitSlug);
  return { toolkit, ...(await chooseAccess(projectId, toolkit, { connection, renew: !input.dry_run, on })) };
}

/** The answer for the caller. Bytes, and answers that are too large, are stored and returned as a URL. */
async function toProxyAnswer(response: OutboundResponse, sender: Sender, sink: AnswerSink): Promise<ProxyAnswer> {
  const answer: ProxyAnswer = { status: response.status, headers: sender.answer?.headers ?? {} };
  const parsed = sink.file ? undefined : parseBody(response, sender.access.secrets);
  const isFile = parsed?.kind === "binary" || parsed?.kind === "large";
  const file = isFile ? await keepBody(sink, response, parsed) : sink.file;
  if (file)
    return {
      ...answer,
      binary_data: {
        url: file.url,
        content_type: file.mimetype,
        size: file.size,
        expires_at: file.expiresAt.toISOString(),
      },
    };
  if (parsed && parsed.kind !== "empty" && !isFile) answer.data = parsed.value;
  return answer;
}
