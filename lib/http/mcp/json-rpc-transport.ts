/** The Streamable HTTP transport of MCP, stateless and with JSON answers. Each request gets a server of its own. */
import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { ErrorCode } from "@modelcontextprotocol/sdk/types.js";
import { authorize } from "@/lib/access/authorize";
import type { ProjectCaller } from "@/lib/access/caller";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { isAnnounced } from "@/lib/kernel/database/known-errors";
import { log } from "@/lib/kernel/process/log";
import { sameOrigin } from "../api-door/authenticate";
import { toApiError } from "../api-door/error-body";
import { countRequest } from "../api-door/rate-limits";
import { readBody } from "../api-door/read-body";

/** The message itself is invalid, not what it asks for. */
class MalformedMessage extends ApiError {}

/**
 * An HTTP answer with a JSON-RPC error. Its message includes the suggested fix, because clients show only the message.
 */
function toFailure(error: unknown, requestId: string): Response {
  const known = toApiError(error);
  if (known.status >= 500 && !isAnnounced(error)) log.error({ requestId }, "a request failed", { error });
  const { suggestedFix, headers } = known.details;
  const body = {
    jsonrpc: "2.0",
    error: {
      code: codeOf(known),
      message: suggestedFix ? `${known.message} ${suggestedFix}` : known.message,
      data: {
        status: known.status,
        ...(headers?.["retry-after"] && { retry_after: Number(headers["retry-after"]) }),
        request_id: requestId,
      },
    },
    id: null,
  };
  return new Response(JSON.stringify(body), {
    status: known.status,
    headers: { "content-type": "application/json", "cache-control": "no-store", ...headers },
  });
}

/** The JSON-RPC error code; -32000 to -32099 are for servers to define (JSON-RPC 2.0, 5.1). */
function codeOf(error: ApiError): number {
  if (error instanceof MalformedMessage)
    return error.details.cause instanceof SyntaxError ? ErrorCode.ParseError : ErrorCode.InvalidRequest;
  if (error.kind === "BadRequest") return ErrorCode.InvalidParams;
  return error.kind === "Internal" ? ErrorCode.InternalError : -32_000;
}

/**
 * Protects against DNS rebinding: a page of another site can make a browser call a server in the person's own network
 * under the site's host name. The Host header is then the site's, so only the address that the operator set is trusted.
 */
function assertTrustedOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || sameOrigin(origin, new URL(env().publicUrl).origin)) return;
  throw new ApiError("Forbidden", "This request comes from a web page of another site.", {
    suggestedFix: "Call from a program, or set PATCHBAY_PUBLIC_URL to the address of the page.",
  });
}

const BEARER = /^bearer +(\S+)$/i;

/** The API key of a request: `x-api-key`, or a bearer token. */
const keyOf = (headers: Headers): string | undefined =>
  headers.get("x-api-key") || BEARER.exec(headers.get("authorization") ?? "")?.[1];

/**
 * Reads the one message of a body.
 * @throws MalformedMessage for invalid JSON and for batches, which MCP dropped in 2025-06-18; ApiError as `readBody`
 */
async function readMessage(request: Request): Promise<unknown> {
  const body = await readBody(request).catch((error: unknown) => {
    throw error instanceof ApiError && error.kind === "BadRequest"
      ? new MalformedMessage(error.kind, error.message, error.details)
      : error;
  });
  if (body === undefined)
    throw new MalformedMessage("BadRequest", "The body is empty.", { suggestedFix: "Send one JSON-RPC message." });
  if (Array.isArray(body))
    throw new MalformedMessage("BadRequest", "A body holds one message: this server takes no batches.", {
      suggestedFix: "Send each message in a request of its own.",
    });
  return body;
}

export type CallerServer = { caller: ProjectCaller; server: Server };

async function answer(request: Request, open: (key: string | undefined) => Promise<CallerServer>): Promise<Response> {
  assertTrustedOrigin(request);
  const { caller, server } = await open(keyOf(request.headers));
  const limitHeaders = await countRequest(caller);
  await authorize(caller, "tool_execution:write");
  const parsedBody = await readMessage(request);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const response = await transport.handleRequest(request, { parsedBody });
    for (const [name, value] of Object.entries(limitHeaders ?? {})) response.headers.set(name, value);
    return response;
  } finally {
    await server.close();
  }
}

/**
 * Answers one POST of an MCP client.
 * @param open finds the caller and makes their server; its errors become JSON-RPC errors with their HTTP status
 */
export async function answerRpc(
  request: Request,
  requestId: string,
  open: (key: string | undefined) => Promise<CallerServer>,
): Promise<Response> {
  try {
    return await answer(request, open);
  } catch (error) {
    return toFailure(error, requestId);
  }
}

/** 405 for GET and DELETE, as the specification demands of servers without streams and sessions. */
export const onlyPost = (requestId: string): Response =>
  toFailure(
    new ApiError("MethodNotAllowed", "This MCP endpoint takes POST alone: it opens no streams and keeps no sessions.", {
      headers: { allow: "POST" },
    }),
    requestId,
  );
