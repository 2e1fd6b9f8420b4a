/** Errors for the client: the message of what is known, and no details of a bug of this server. */
import { isAnnounced, toKnownError } from "@/lib/kernel/database/to-known-error";
import { log } from "@/lib/kernel/process/log";
import { CODE, RpcError } from "./rpc";

/** The error of a request that was understood. Clients show the message alone, so it includes the suggested fix. */
export function toRpcError(error: unknown, requestId: string): RpcError {
  if (error instanceof RpcError) return error;
  const knownError = toKnownError(error);
  const { suggestedFix: fix, headers } = knownError?.details ?? {};
  if (knownError && knownError.status < 500)
    return new RpcError(CODE.invalidParams, knownError.message, { suggested_fix: fix });
  if (!isAnnounced(error)) log.error({ requestId }, "an MCP request failed", { error });
  if (knownError?.kind !== "Unavailable")
    return new RpcError(CODE.internal, "The server failed to process this request.", { request_id: requestId });
  return new RpcError(CODE.server, fix ? `${knownError.message} ${fix}` : knownError.message, {
    status: knownError.status,
    ...(headers?.["retry-after"] && { retry_after: Number(headers["retry-after"]) }),
    request_id: requestId,
  });
}
