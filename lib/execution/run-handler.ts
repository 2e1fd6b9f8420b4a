/** Runs a composite tool: its handler asks for HTTP requests, which are sent with the credentials of the execution. */
import {
  ProviderRefusal,
  type HandlerRequest,
  type HandlerResponse,
  type HandlerTools,
} from "@/lib/catalog/tool-handler";
import type { ToolRun } from "@/lib/catalog/tool-request";
import type { CatalogToolkit as Toolkit } from "@/lib/catalog/read/catalog";
import { isSecretValue } from "@/lib/auth-configs/mask-secret";
import { ApiError } from "@/lib/kernel/errors";
import { assertAllPlaced } from "@/lib/connected-accounts/credentials/placed-values";
import { log } from "@/lib/kernel/process/log";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { toAccountUrl } from "@/lib/connected-accounts/credentials/account-url";
import { withoutDotSegments } from "@/lib/kernel/text/has-dot-segment";
import { readFileArgument } from "./request/file-arguments";
import { handlerServices } from "./handler-services";
import { findToolHandler } from "./handlers";
import { addQuery, type HttpRequest } from "./request/http-tool";
import type { Access } from "./access/access";
import { queryPairs } from "./request/parameter-styles";
import { isNotSent, type Sender } from "./sending/sender";
import {
  parseBody,
  refusedOutcome,
  toData,
  toDryRun,
  toFailure,
  tooManyValues,
  type ToolOutcome,
} from "./answer/tool-response";
import { traceRequest, type Trace } from "./sending/trace";

type HandlerRun = Extract<ToolRun, { handler: string }>;

/** Thrown to end a handler early: with a failure, or with the first request of a dry run. */
class HandlerEnd extends Error {
  constructor(readonly outcome: ToolOutcome) {
    super(outcome.error ?? "failed");
  }
}

/** Thrown for a refusal, which ends the handler unless it continues after it. */
class RefusedCall extends ProviderRefusal {
  constructor(
    readonly outcome: ToolOutcome,
    status: number,
  ) {
    super(outcome.error ?? "failed", status);
  }
}

/**
 * Turns a handler's request into an HTTP request.
 * @param args the tool's arguments, from which the handler made the path
 * @throws ApiError Unprocessable naming the argument that holds "." or ".." as part of the path
 */
export function fromHandler(
  request: HandlerRequest,
  args: Readonly<Record<string, unknown>>,
  { toolkit, access, baseUrl }: { toolkit: Toolkit; access: Access; baseUrl?: string | undefined },
): HttpRequest {
  const path = withoutDotSegments(request.path, args);
  const pairs = Object.entries(request.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : queryPairs({ name }, value),
  );
  const headers: Record<string, string> = { accept: "application/json, */*;q=0.8" };
  for (const [name, value] of [...Object.entries(toolkit.meta.headers), ...Object.entries(request.headers ?? {})])
    headers[name.toLowerCase()] = value;
  const body = request.rawBody ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  if (request.body !== undefined && request.rawBody === undefined) headers["content-type"] ??= "application/json";
  return {
    method: request.method,
    url: addQuery(toAccountUrl(path, baseUrl ? { ...toolkit, baseUrl } : toolkit, access), pairs),
    headers,
    ...(body !== undefined && { body }),
  };
}

/**
 * An answer as handlers get it.
 * @param isFile the handler asked for the bytes of a file
 * @throws ProviderRefusal
 */
export function toHandlerResponse(
  toolkit: Toolkit,
  response: { status: number; headers: Record<string, string>; body: Buffer },
  secrets: readonly string[],
  isFile: boolean,
): HandlerResponse {
  const { status } = response;
  const parsed = parseBody(response, secrets, isFile && status < 400);
  if (status >= 400) throw new RefusedCall(toFailure(toolkit.name, status, toData(parsed)), status);
  if (parsed.kind === "large")
    throw new HandlerEnd({ data: {}, error: tooManyValues(toolkit.name, parsed), successful: false });
  const refusal = refusedOutcome(toolkit.name, parsed, toolkit.meta.refusals?.failures);
  if (refusal) throw new RefusedCall(refusal, status);
  const data =
    parsed.kind === "json" || parsed.kind === "text"
      ? parsed.value
      : parsed.kind === "binary"
        ? parsed.bytes
        : isFile
          ? Buffer.alloc(0)
          : undefined;
  return { status, headers: response.headers, data };
}

/** The facts of its execution that a handler gets. */
export type HandlerRunFacts = Pick<HandlerTools, "userId" | "signal" | "deadline">;

const handlerFacts = ({ access }: Sender, { userId, signal, deadline }: HandlerRunFacts) => ({
  userId: userId ?? access.account?.userId,
  signal,
  deadline,
  values: Object.fromEntries(Object.entries(access.values).filter(([name]) => !isSecretValue(name, access.scheme))),
});

/**
 * Runs the handler of a composite tool. All of its failures, even unexpected failures, become `successful: false`.
 * @throws OutboundError if a request got no answer, ApiError for mistakes of the caller
 */
export async function runHandler(
  { handler: name, baseUrl }: HandlerRun,
  args: Record<string, unknown>,
  toolkit: Toolkit,
  sender: Sender,
  trace: Trace,
  within: HandlerRunFacts,
): Promise<ToolOutcome> {
  const { access } = sender;
  if (access.placed)
    assertAllPlaced(access.placed, access.template ?? access.baseUrl ?? baseUrl ?? toolkit.baseUrl ?? "");
  const handler = findToolHandler(toolkit.slug, name);
  if (!handler)
    throw new ApiError("Unavailable", `This build has no handler ${name} for ${toolkit.slug}.`, {
      suggestedFix: "Build the catalog again and restart the server.",
    });
  const fail = (message: string): never => {
    throw new HandlerEnd({ data: {}, error: message, successful: false });
  };
  const tools: HandlerTools = {
    ...handlerFacts(sender, within),
    ...(!sender.dry && { services: handlerServices(sender.access.projectId, { ...within, fail }) }),
    call: async (request) => {
      const http = fromHandler(request, args, { toolkit, access: sender.access, baseUrl });
      traceRequest(trace, http);
      const response = await sender.send(http);
      // A dry run ends here, because later requests depend on this answer.
      if (isNotSent(response)) throw new HandlerEnd(toDryRun(response.notSent));
      return toHandlerResponse(toolkit, response, sender.access.secrets, request.binary === true);
    },
    readFile: (file) => readFileArgument(sender.access.projectId, file),
    fail,
  };
  try {
    return { data: await handler(args as Record<string, never>, tools), error: null, successful: true };
  } catch (error) {
    if (error instanceof HandlerEnd || error instanceof RefusedCall) return error.outcome;
    if (error instanceof ApiError || error instanceof OutboundError) throw error;
    log.error(trace, "a composite tool failed", { toolkit: toolkit.slug, handler: name, log_id: trace.logId, error });
    return {
      data: {},
      error: `${name} failed on an unexpected response from ${toolkit.name}.`,
      successful: false,
    };
  }
}
