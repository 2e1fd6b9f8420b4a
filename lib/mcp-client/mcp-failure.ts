/** A failure of an MCP server that is no failure of the network, in words for people and models. */
import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { cutText } from "@/lib/kernel/text/storable";

/**
 * - `refused`: an HTTP status; `protocol`: an answer that is not MCP; `rpc`: an error of the protocol;
 * - `asks`: the server wants an answer of a person in the middle of a call; `timeout`: it did not answer in time;
 * - `bounds`: it sent more than is taken
 */
export type McpFailureKind = "refused" | "protocol" | "rpc" | "asks" | "timeout" | "bounds";

/** An MCP server answered, but not with what was asked for. */
export class McpFailure extends Error {
  constructor(
    readonly kind: McpFailureKind,
    message: string,
    /** Of a refusal. */
    readonly status?: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "McpFailure";
  }
}

const MAX_WORDS = 500;
/** Characters that would break a line of a log or a message. */
const CONTROLS = /\p{Cc}+/gu;

/** What a server said, as one line of bounded length. */
export const quoted = (text: string): string =>
  cutText(
    text
      .slice(0, 4 * MAX_WORDS)
      .replace(CONTROLS, " ")
      .trim(),
    MAX_WORDS,
  );

export const ASKS =
  "The MCP server asks for an answer of a person in the middle of the call. Such questions cannot be answered here, so the call was ended.";

export const NO_ANSWER = "The MCP server asked a person something in the middle of the call, and nobody answered.";
export const UNFIT_QUESTION =
  "The MCP server asked a person something in the middle of the call that is too long, too often, or no form.";

const toHttpFailure = (error: SdkHttpError): McpFailure => {
  const { status } = error.data;
  const where = status >= 300 && status < 400 ? `${quoted(error.message)}.` : `The MCP server answered ${status}.`;
  return new McpFailure("refused", where, status, { cause: error });
};

/** The failure behind an error of the client package. Failures of the network stay as they are. */
export function toMcpFailure(error: unknown): McpFailure | OutboundError {
  if (error instanceof McpFailure || error instanceof OutboundError) return error;
  if (error instanceof SdkHttpError) return toHttpFailure(error);
  if (error instanceof ProtocolError)
    return new McpFailure("rpc", `The MCP server refused: ${quoted(error.message)}`, undefined, { cause: error });
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout)
      return new McpFailure("timeout", "The MCP server did not answer in time.", undefined, { cause: error });
    if (error.code === SdkErrorCode.UnsupportedResultType || error.code === SdkErrorCode.InputRequiredRoundsExceeded)
      return new McpFailure("asks", ASKS, undefined, { cause: error });
  }
  return new McpFailure("protocol", "The MCP server did not answer as the protocol says.", undefined, { cause: error });
}
