/** Reads the single message of a POST. */
import type { Caller } from "@/lib/access/caller";
import { toMessage, type RpcMessage } from "@/lib/mcp-protocol/rpc";
import { ApiError } from "@/lib/kernel/errors";
import type { RequestLike } from "../api-door/node-request";
import { MAX_BODY_BYTES, readBody } from "../api-door/read-body";
import { MalformedMessage } from "./failure";

const malformed = (message: string, suggestedFix: string) =>
  new MalformedMessage("BadRequest", message, { suggestedFix });

const IS_JSON = /^application\/json\s*(;|$)/i;

/** A page of another site can send other types without a preflight, but not JSON. */
function assertJson(type: string | null): void {
  if (type !== null && IS_JSON.test(type)) return;
  throw malformed("The body of a message is JSON.", "Send it with the header Content-Type: application/json.");
}

type Reading = { caller?: Caller; maxBytes?: number };

/**
 * @throws MalformedMessage for invalid JSON, for what is no message, and for batches, which MCP had in one revision
 *   only and which no client sends; ApiError as `readBody`
 */
export async function readMessage(
  request: RequestLike,
  { caller, maxBytes = MAX_BODY_BYTES }: Reading = {},
): Promise<RpcMessage> {
  assertJson(request.headers.get("content-type"));
  const body = await readBody(request, maxBytes, caller).catch((error: unknown) => {
    throw error instanceof ApiError && error.kind === "BadRequest"
      ? new MalformedMessage(error.kind, error.message, error.details)
      : error;
  });
  if (body === undefined) throw malformed("The body is empty.", "Send one JSON-RPC message.");
  if (Array.isArray(body))
    throw malformed(
      "A body holds one message: this server takes no batches.",
      "Send each message in a request of its own.",
    );
  const message = toMessage(body);
  if (typeof message === "string") throw malformed(message, "See https://www.jsonrpc.org/specification.");
  return message;
}
