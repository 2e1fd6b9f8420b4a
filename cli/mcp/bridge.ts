/** Carries the messages of MCP between a program (lines on stdin and stdout) and a server (Streamable HTTP). */
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { Context } from "../command";
import { pause } from "../pause";
import { bridgeFetch } from "./mcp-fetch";
import type { McpAddress } from "./mcp-address";
import { toRpcError, type RpcError } from "./read-refusal";

/** After the end of stdin, answers that are still to come are waited for. */
const LAST_ANSWERS_MS = 60_000;
const CHECK_MS = 50;
/** An answer is read before this time after the end of its stream. */
const GRACE_MS = 1000;
const BROKEN: RpcError = { code: -32000, message: "The connection to the server ended before it responded." };
/** Streams that only listen are opened again. */
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 100,
};

type Id = string | number;
type Local = Pick<Transport, "send">;
type Remote = Transport & { setProtocolVersion: (version: string) => void };

/** The requests of the program that have no answer yet, with their methods. */
class OpenRequests {
  private readonly methods = new Map<Id, string>();
  constructor(private readonly local: Local) {}

  get size(): number {
    return this.methods.size;
  }
  add(id: Id, method: string): void {
    this.methods.set(id, method);
  }
  has(id: Id): boolean {
    return this.methods.has(id);
  }
  /** Notes an answer; returns the method that it answers. */
  take(id: Id): string | undefined {
    const method = this.methods.get(id);
    this.methods.delete(id);
    return method;
  }
  /** Answers a request that will get no other answer. */
  async refuse(id: Id, error: RpcError): Promise<void> {
    if (this.take(id) !== undefined) await this.local.send({ jsonrpc: "2.0", id, error });
  }
}

const isAnswer = (message: JSONRPCMessage): message is JSONRPCMessage & { id: Id } =>
  !("method" in message) && "id" in message && message.id !== undefined;

/** Takes the revision that both agreed on; later requests name it in a header. */
function noteVersion(remote: Remote, method: string | undefined, message: JSONRPCMessage): void {
  const { protocolVersion } = ("result" in message ? message.result : {}) as { protocolVersion?: unknown };
  if (method === "initialize" && typeof protocolVersion === "string") remote.setProtocolVersion(protocolVersion);
}

async function sendToServer(remote: Remote, message: JSONRPCMessage, open: OpenRequests, err: Context["err"]) {
  const id = "method" in message && "id" in message ? message.id : undefined;
  if (id !== undefined && "method" in message) open.add(id, message.method);
  try {
    await remote.send(message);
  } catch (error) {
    const problem = toRpcError(error);
    if (id === undefined) err(problem.message);
    else await open.refuse(id, problem);
  }
}

/** Resolves at the end of stdin, after the last answers. */
async function waitForEnd({ stdin, signal }: Context, open: OpenRequests): Promise<void> {
  await new Promise((resolve) => {
    stdin.once("end", resolve).once("close", resolve);
    signal.addEventListener("abort", resolve, { once: true });
  });
  const until = Date.now() + LAST_ANSWERS_MS;
  while (open.size > 0 && Date.now() < until && !signal.aborted) await pause(CHECK_MS, signal).catch(() => undefined);
}

/** Runs until the program closes stdin. Problems that no request asked for go to standard error. */
export async function runBridge(address: McpAddress, context: Context): Promise<void> {
  const { stdin, err } = context;
  // Loaded here, because the other commands do not need them.
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/stdio.js"),
    import("@modelcontextprotocol/sdk/client/streamableHttp.js"),
  ]);
  const local = new StdioServerTransport(stdin, process.stdout);
  const open = new OpenRequests(local);
  const onAnswerEnd = (id: Id) => {
    if (open.has(id)) setTimeout(() => void open.refuse(id, BROKEN), GRACE_MS).unref();
  };
  const remote = new StreamableHTTPClientTransport(address.url, {
    requestInit: { headers: address.headers },
    fetch: bridgeFetch(onAnswerEnd),
    reconnectionOptions: RECONNECTION,
  });
  local.onmessage = (message) => void sendToServer(remote, message, open, err);
  local.onerror = (error) => err(`A line of standard input is not a message of MCP: ${error.message}`);
  remote.onmessage = (message: JSONRPCMessage) => {
    if (isAnswer(message)) noteVersion(remote, open.take(message.id), message);
    void local.send(message);
  };
  await remote.start();
  await local.start();
  await waitForEnd(context, open);
  await remote.close();
  await local.close();
}
