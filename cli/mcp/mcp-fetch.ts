/** The requests of the bridge: headers of the revision without a handshake, refusals, and the ends of streams. */
import { readBounded } from "../server/call-api";
import { readRefusal, redirectRefusal } from "./read-refusal";

const VERSION = "io.modelcontextprotocol/protocolVersion";
const NAMED: Readonly<Record<string, "name" | "uri">> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};
const MAX_REFUSAL = 1_000_000;

type Message = { id?: string | number; method?: string; params?: Record<string, unknown> };

/** A header's value; one that is not plain ASCII is encoded. */
const toHeader = (value: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value) && !value.startsWith("=?base64?")
    ? value
    : `=?base64?${Buffer.from(value, "utf8").toString("base64")}?=`;

/** Headers that repeat a message which declares its revision itself; none for the revisions with a handshake. */
export function repeatedHeaders({ method, params }: Message): Record<string, string> {
  const version = (params?._meta as Record<string, unknown> | undefined)?.[VERSION];
  if (typeof version !== "string" || method === undefined) return {};
  const field = Object.hasOwn(NAMED, method) ? NAMED[method] : undefined;
  const name = field === undefined ? undefined : params?.[field];
  return {
    "mcp-protocol-version": version,
    "mcp-method": method,
    ...(typeof name === "string" && { "mcp-name": toHeader(name) }),
  };
}

/** The same body; `onEnd` is called after its last byte, also when the connection breaks off. */
function watchEnd(body: ReadableStream<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const { value } = await reader.read();
        if (value !== undefined) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      onEnd();
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** A redirect is not followed: `fetch` would carry the key to whatever host it names. */
async function sendOnce(url: string | URL, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "manual" });
  if (response.status < 300 || response.status >= 400) return response;
  await response.body?.cancel();
  throw redirectRefusal(response.status);
}

const toMessage = (body: unknown): Message => (typeof body === "string" ? (JSON.parse(body) as Message) : {});

/**
 * `fetch` for the transport of the bridge.
 * @param onAnswerEnd the answer to the request with this ID has ended
 */
export const bridgeFetch =
  (onAnswerEnd: (id: string | number) => void) =>
  async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    if (init.method !== "POST") return sendOnce(url, init);
    const message = toMessage(init.body);
    const headers = new Headers(init.headers);
    for (const [name, value] of Object.entries(repeatedHeaders(message))) headers.set(name, value);
    const response = await sendOnce(url, { ...init, headers });
    if (response.status >= 400) throw readRefusal(response.status, await readBounded(response, MAX_REFUSAL));
    const { id, method } = message;
    if (id === undefined || method === undefined || !response.body) return response;
    return new Response(
      watchEnd(response.body, () => onAnswerEnd(id)),
      response,
    );
  };
