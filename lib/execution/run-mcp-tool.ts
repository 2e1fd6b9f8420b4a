/** Runs a tool of an MCP server: its session is spoken with the credentials of the execution. */
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import type { McpToolRun } from "@/lib/catalog/tool-request";
import { callMcpTool, type McpCallResult, type McpProgress } from "@/lib/mcp-client/call-mcp-tool";
import type { McpExchange } from "@/lib/mcp-client/exchange-fetch";
import { McpFailure } from "@/lib/mcp-client/mcp-failure";
import type { Questioner, ServerQuestion } from "@/lib/mcp-client/server-question";
import { findJson, SMALL_BOUNDS } from "@/lib/kernel/json/read-json";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { hiderOf } from "@/lib/kernel/text/hide-secrets";
import { timedOutIn } from "@/lib/kernel/outbound/outbound-error";
import { now } from "@/lib/kernel/time/clock";
import { answerSink, toFiledOutcome } from "./answer/file-answers";
import { toMcpAnswer } from "./answer/to-mcp-answer";
import { toDryRun, toFailure, type ToolOutcome } from "./answer/tool-response";
import type { ExecutionFacts } from "./execution-facts";
import type { HttpRequest } from "./request/http-tool";
import type { HandlerRunFacts } from "./run-handler";
import { isNotSent, type Sender } from "./sending/sender";
import { addWarning, traceRequest, type Trace } from "./sending/trace";

type Call = { tool: CatalogTool; toolkit: CatalogToolkit; mcp: McpToolRun; args: Record<string, unknown> };
type Within = Pick<HandlerRunFacts, "signal" | "deadline"> & Pick<ExecutionFacts, "onProgress" | "questioner">;

/** The message of the call as one request: what a dry run shows, and the log. */
const toShownCall = ({ mcp, args }: Call): HttpRequest => ({
  method: "POST",
  url: mcp.url,
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: mcp.name, arguments: args } }),
});

/** The credentials go to the server's own origin only. */
function toExchange(mcp: McpToolRun, sender: Sender): McpExchange {
  const { origin } = new URL(mcp.url);
  return async (request) => {
    if (new URL(request.url).origin !== origin)
      throw new OutboundError("refused", `Only ${origin} gets requests of this tool.`, { sent: false });
    const response = await sender.send(request);
    if (isNotSent(response)) throw new Error("a dry run sends nothing");
    return response;
  };
}

/** Takes the credentials, which can be renewed meanwhile, out of words of the server: refusals and progress. */
function hidesSecretsOf(sender: Sender): (text: string) => string {
  let { secrets } = sender.access;
  let hider = hiderOf(secrets);
  return (text) => {
    if (sender.access.secrets !== secrets) hider = hiderOf((secrets = sender.access.secrets));
    return hider.text(text);
  };
}

/** Questions of the server begin with its name, as the person's client knows this server only. */
function namingServer({ toolkit }: Call, { modes, ask }: Questioner, words: (text: string) => string): Questioner {
  return {
    modes,
    ask: (question) => {
      const text = words(JSON.stringify({ ...question, message: `${toolkit.name} asks: ${question.message}` }));
      return ask((findJson(text, SMALL_BOUNDS) ?? { ...question, message: toolkit.name }) as ServerQuestion);
    },
  };
}

/** The outcome of a server that answered something else than a result. @throws OutboundError when time was over */
function toFailed(
  { toolkit }: Call,
  failure: McpFailure,
  limitMs: number,
  { signal, words }: Pick<Within, "signal"> & { words: (text: string) => string },
): ToolOutcome {
  if (signal?.aborted) throw new OutboundError("aborted", "The caller went away.", { sent: true }, { cause: failure });
  if (failure.kind === "timeout") throw timedOutIn("body", limitMs, failure);
  const message = words(failure.message);
  if (failure.status !== undefined)
    return toFailure(toolkit.name, failure.status, failure.status < 400 ? { message } : {});
  return { data: { message }, error: `${toolkit.name}: ${message}`, successful: false };
}

async function toOutcome(call: Call, result: McpCallResult, sender: Sender, trace: Trace): Promise<ToolOutcome> {
  const { tool, toolkit } = call;
  const place = { projectId: sender.access.projectId, toolkitSlug: toolkit.slug, toolSlug: tool.slug };
  const files = answerSink(place, trace, sender);
  const { body, words } = await toMcpAnswer(result, files);
  const response = { status: 200, headers: { "content-type": "application/json" }, url: call.mcp.url, body };
  const { secrets } = sender.access;
  const outcome = await toFiledOutcome(toolkit.name, response, answerSink(place, trace, sender), { secrets });
  if (result.note) addWarning(trace, result.note);
  if (!result.isError) return outcome;
  const error = [words(secrets) || `${toolkit.name} says that ${call.mcp.name} failed.`, result.note];
  return { ...outcome, error: error.filter(Boolean).join(" "), successful: false };
}

/**
 * Runs a tool of an MCP server. Its own failure, and an answer of another kind, become `successful: false`.
 * @throws OutboundError if the server gave no answer
 */
export async function runMcpTool(call: Call, sender: Sender, trace: Trace, within: Within): Promise<ToolOutcome> {
  const { mcp, args } = call;
  const callRequest = toShownCall(call);
  traceRequest(trace, callRequest);
  if (sender.dry) {
    const response = await sender.send(callRequest);
    if (isNotSent(response)) return toDryRun(response.notSent);
  }
  const leftMs = Math.max(within.deadline - now().getTime(), 1);
  const signal = AbortSignal.any([AbortSignal.timeout(leftMs), ...(within.signal ? [within.signal] : [])]);
  const words = hidesSecretsOf(sender);
  const questioner = within.questioner && namingServer(call, within.questioner, words);
  const exchange = toExchange(mcp, sender);
  const server = { projectId: sender.access.projectId, url: mcp.url, exchange, questioner };
  const { onProgress: tell } = within;
  const onProgress =
    tell &&
    (({ message, ...progress }: McpProgress) => tell({ ...progress, ...(message && { message: words(message) }) }));
  try {
    const mcpCall = { name: mcp.name, arguments: args, ...(mcp.schema && { schema: mcp.schema }) };
    const result = await callMcpTool(server, mcpCall, { signal, timeoutMs: leftMs, onProgress });
    return await toOutcome(call, result, sender, trace);
  } catch (error) {
    if (!(error instanceof McpFailure)) throw error;
    return toFailed(call, error, within.deadline - trace.startedAt.getTime(), { signal: within.signal, words });
  }
}
