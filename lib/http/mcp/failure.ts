/** HTTP answers with a JSON-RPC error. */
import { CODE, errorText, RpcError, type RpcId } from "@/lib/mcp-protocol/rpc";
import { isAnnounced } from "@/lib/kernel/database/to-known-error";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { toApiError } from "../api-door/error-response";
import type { JsonAnswer } from "../api-door/to-response";

/** The message itself is invalid, not what it asks for. */
export class MalformedMessage extends ApiError {}

/** The JSON-RPC error code. */
function codeOf(error: ApiError): number {
  if (error instanceof MalformedMessage)
    return error.details.cause instanceof SyntaxError ? CODE.parse : CODE.invalidRequest;
  if (error.kind === "BadRequest") return CODE.invalidParams;
  return error.kind === "Internal" ? CODE.internal : CODE.server;
}

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** The answer to a request that was understood, and cannot be done. */
export const rpcFailure = (error: RpcError, id: RpcId, headers: Record<string, string>): JsonAnswer => ({
  status: error.status ?? 200,
  headers: { ...JSON_HEADERS, ...headers },
  text: errorText(id, error),
});

/** The answer to what is no request that could be answered. Clients show the message alone, so it includes the fix. */
export function failure(error: unknown, requestId: string): JsonAnswer {
  const apiError = toApiError(error);
  if (apiError.status >= 500 && !isAnnounced(error)) log.error({ requestId }, "a request failed", { error });
  const { suggestedFix, headers } = apiError.details;
  const data = {
    status: apiError.status,
    ...(headers?.["retry-after"] && { retry_after: Number(headers["retry-after"]) }),
    request_id: requestId,
  };
  const message = suggestedFix ? `${apiError.message} ${suggestedFix}` : apiError.message;
  return {
    status: apiError.status,
    headers: { ...JSON_HEADERS, ...headers },
    text: errorText(null, new RpcError(codeOf(apiError), message, data)),
  };
}
