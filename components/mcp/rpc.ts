/** Messages to an MCP endpoint, as its own clients send them, and what they were answered. */
import { postRpc, type RpcMessage } from "@/lib/contract/client";

/** A message with its answer, whatever it is. */
export type Exchange = { sent: RpcMessage; status: number; answer: unknown; ms: number };

export type McpTool = {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
};

let lastMessageId = 0;

/** Sends a message, and measures the time until its answer. @throws ClientError if no answer came */
export async function exchange(
  address: string,
  method: string,
  params: Record<string, unknown>,
  signal?: AbortSignal,
): Promise<Exchange> {
  const message: RpcMessage = { jsonrpc: "2.0", id: ++lastMessageId, method, params };
  const startedAt = performance.now();
  const { status, answer } = await postRpc(address, message, signal);
  return { sent: message, status, answer, ms: performance.now() - startedAt };
}

type Content = { type: string; text?: string; data?: string; mimeType?: string };
type Answer = {
  error?: { message?: string };
  result?: {
    tools?: McpTool[];
    nextCursor?: string;
    isError?: boolean;
    content?: Content[];
    structuredContent?: Record<string, unknown>;
  };
} | null;
type Reply = Pick<Exchange, "answer">;

const resultOf = ({ answer }: Reply) => (answer as Answer)?.result;

/** The message of a protocol error; null if the server accepted the request. */
export function refusalOf({ status, answer }: Pick<Exchange, "status" | "answer">): string | null {
  const { error, result } = (answer as Answer) ?? {};
  if (error) return error.message ?? "The server rejected the message.";
  return result ? null : `The server returned ${status} without a result.`;
}

/** A page of tools, and where the next one begins. */
export function toolsOf(reply: Reply): { tools: McpTool[]; next: string | undefined } {
  const { tools = [], nextCursor } = resultOf(reply) ?? {};
  return { tools, next: nextCursor };
}

export type CallResult = {
  /** A failure of the tool, which is not a protocol error. */
  failed: boolean;
  /** The result as data, where it has some. */
  data: Record<string, unknown> | undefined;
  /** Texts that differ from the data. */
  texts: string[];
  /** As addresses that an image takes. */
  images: string[];
  /** The reasons why the arguments were refused, one sentence each. */
  errors: string[] | undefined;
};

const IMAGE = /^image\/(png|jpeg|gif|webp)$/;

export function toCallResult(reply: Reply): CallResult {
  const { isError = false, content = [], structuredContent: data } = resultOf(reply) ?? {};
  const same = data && JSON.stringify(data);
  const errors = data?.errors;
  return {
    failed: isError,
    data,
    texts: content.flatMap(({ type, text }) => (type === "text" && text !== undefined && text !== same ? [text] : [])),
    images: content.flatMap(({ type, data: bytes, mimeType = "" }) =>
      type === "image" && bytes && IMAGE.test(mimeType) ? [`data:${mimeType};base64,${bytes}`] : [],
    ),
    errors: Array.isArray(errors) ? errors.map(String) : undefined,
  };
}
