/** The client of MCP servers that others run: it lists their tools and calls them, in bounds. */
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { freeSlot, tryTakeSlot, waitForSlot } from "@/lib/kernel/concurrency/slots";
import { CLIENT_INFO, CONNECT_MS, GOODBYE_MS, SERVER_SLOTS } from "./constants";
import { exchangeFetch, type McpExchange } from "./exchange-fetch";
import { assertReached, findDialect, forgetDialect, recordDialect, recordFailure, type Dialect } from "./find-dialect";
import { ASKS, McpFailure, toMcpFailure } from "./mcp-failure";

export type McpServer = {
  projectId: string;
  url: string;
  exchange: McpExchange;
};

/** An open connection. `signal` aborts when it breaks. */
export type McpConnection = {
  client: Client;
  /** The server asked a person something, which this client never answers. */
  wasAsked: () => boolean;
  /** The revision of the protocol that both speak. */
  revision: string;
  transport: Dialect["transport"];
};

/** A client that declares nothing it could be asked for, and checks no schemas of the server. */
function newClient(onAsked: () => void): Client {
  const client = new Client(CLIENT_INFO, {
    capabilities: {},
    versionNegotiation: { mode: "auto", probe: { timeoutMs: CONNECT_MS } },
    inputRequired: { autoFulfill: false },
    // A schema of a server can be a trap for whoever compiles it.
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  client.fallbackRequestHandler = () => {
    onAsked();
    throw new McpFailure("asks", ASKS);
  };
  return client;
}

/** The failure that breaks a connection, so that nobody waits for an answer that cannot come. */
type Break = { failure: OutboundError | undefined; controller: AbortController };

const isOlder = (error: unknown): boolean => {
  const failure = toMcpFailure(error);
  const status = failure instanceof McpFailure ? failure.status : undefined;
  return status === 400 || status === 404 || status === 405 || status === 406 || status === 415;
};

type OpenServer = { connection: McpConnection; close: () => Promise<void> };

async function open(server: McpServer, dialect: Dialect, broken: Break, signal: AbortSignal): Promise<OpenServer> {
  let isAsked = false;
  const client = newClient(() => (isAsked = true));
  const { fetch, settle } = exchangeFetch(server.exchange, {
    listens: dialect.transport === "sse",
    onFailure: (failure) => {
      broken.failure = failure;
      broken.controller.abort();
    },
  });
  const url = new URL(server.url);
  const transport =
    dialect.transport === "sse"
      ? new SSEClientTransport(url, { fetch })
      : new StreamableHTTPClientTransport(url, { fetch });
  const close = async () => {
    await settle();
    if (transport instanceof StreamableHTTPClientTransport)
      await Promise.race([transport.terminateSession().catch(() => undefined), pause(GOODBYE_MS)]);
    await client.close().catch(() => undefined);
  };
  const stop = () => void client.close().catch(() => undefined);
  try {
    signal.addEventListener("abort", stop, { once: true });
    await untilAborted(
      client.connect(transport, {
        timeout: CONNECT_MS,
        signal,
        ...(dialect.transport === "sse"
          ? { prior: { kind: "legacy" as const } }
          : dialect.prior && { prior: dialect.prior }),
      }),
      signal,
    );
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
  const revision = client.getNegotiatedProtocolVersion() ?? "";
  return { connection: { client, wasAsked: () => isAsked, revision, transport: dialect.transport }, close };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The work, or the end of the signal if that comes first. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new McpFailure("timeout", "The MCP server did not answer in time."));
    if (signal.aborted) end();
    signal.addEventListener("abort", end, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", end));
  });
}

/** What the next connection to this server needs not find out. */
function toDialect({ connection: { client, transport } }: OpenServer): Dialect {
  if (transport === "sse") return { transport };
  const discover = client.getDiscoverResult();
  return { transport, prior: discover ? { kind: "modern", discover } : { kind: "legacy" } };
}

/** Opens a connection: in the known dialect, else in the newest that the server speaks. */
async function connect(server: McpServer, broken: Break, signal: AbortSignal): Promise<OpenServer> {
  const dialect = findDialect(server);
  try {
    if (dialect) return await open(server, dialect, broken, signal);
  } catch (error) {
    // It could have become another server since; what it answers shows that.
    forgetDialect(server);
    if (broken.failure ?? !isOlder(error)) throw error;
  }
  try {
    return await open(server, { transport: "streamable" }, broken, signal);
  } catch (error) {
    if (broken.failure ?? !isOlder(error)) throw error;
    // Servers of the first revision answer on a stream that is opened before (2024-11-05).
    return open(server, { transport: "sse" }, broken, signal).catch((older: unknown) => {
      throw broken.failure ?? (isOlder(older) ? error : older);
    });
  }
}

async function takeTurn({ url, projectId }: McpServer, signal: AbortSignal): Promise<() => void> {
  const gate = `mcp-client ${url}`;
  if (!tryTakeSlot(gate, projectId, SERVER_SLOTS)) {
    const isMine = await waitForSlot(gate, projectId, (giveUp) => {
      if (signal.aborted) giveUp();
      else signal.addEventListener("abort", giveUp, { once: true });
    });
    if (!isMine)
      throw new OutboundError("aborted", "The call ended before the MCP server had room for it.", { sent: false });
  }
  return () => freeSlot(gate, projectId);
}

/**
 * Connects to an MCP server, does the work, and closes the connection. Handshake and work end when the signal aborts.
 * @throws OutboundError if it cannot be reached, McpFailure if it answers anything but what was asked for
 */
export async function useMcpServer<T>(
  server: McpServer,
  signal: AbortSignal,
  work: (connection: McpConnection, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  assertReached(server);
  const giveBack = await takeTurn(server, signal);
  const broken: Break = { failure: undefined, controller: new AbortController() };
  const end = AbortSignal.any([signal, broken.controller.signal]);
  let openServer: OpenServer | undefined;
  try {
    openServer = await connect(server, broken, AbortSignal.any([end, AbortSignal.timeout(CONNECT_MS)]));
    recordDialect(server, toDialect(openServer));
    return await work(openServer.connection, end);
  } catch (error) {
    const failure = broken.failure ?? toMcpFailure(error);
    if (failure instanceof OutboundError) recordFailure(server, failure);
    else if (failure.status === 404) forgetDialect(server);
    throw failure;
  } finally {
    // Nobody waits for the goodbye; until it is said, the server's room is taken.
    void (openServer ? openServer.close().finally(giveBack) : giveBack());
  }
}
