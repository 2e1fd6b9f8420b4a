/** The client of MCP servers that others run: it lists their tools and calls them, in bounds. */
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { freeSlot, tryTakeSlot, waitForSlot } from "@/lib/kernel/concurrency/slots";
import { CLIENT_INFO, CONNECT_MS, GOODBYE_MS, MAX_QUESTIONS, SERVER_SLOTS } from "./constants";
import { exchangeFetch, type McpExchange } from "./exchange-fetch";
import { assertReached, findDialect, forgetDialect, recordDialect, recordFailure, type Dialect } from "./find-dialect";
import { ASKS, McpFailure, NO_ANSWER, toMcpFailure, UNFIT_QUESTION } from "./mcp-failure";
import { readAnswer, readQuestion, type QuestionAnswer, type Questioner } from "./server-question";

export type McpServer = {
  projectId: string;
  url: string;
  exchange: McpExchange;
  /** Whoever answers its questions; without it, they are refused. */
  questioner?: Questioner | undefined;
};

/** An open connection. `signal` aborts when it breaks. */
export type McpConnection = {
  client: Client;
  /** Why the server asked a person something and got no answer; undefined if it did not. */
  unanswered: () => string | undefined;
  /** The revision of the protocol that both speak. */
  revision: string;
  transport: Dialect["transport"];
};

type OnUnanswered = (reason: string) => void;

/** Passes questions on, a few in each call. @throws McpFailure for a question that is not passed on */
function askInBounds(questioner: Questioner, onUnanswered: OnUnanswered): (params: unknown) => Promise<QuestionAnswer> {
  let count = 0;
  return async (params) => {
    const question = ++count > MAX_QUESTIONS ? undefined : readQuestion(params);
    if (!question || !questioner.modes.includes(question.mode)) {
      onUnanswered(UNFIT_QUESTION);
      throw new McpFailure("asks", UNFIT_QUESTION);
    }
    const answer = await questioner.ask(question);
    if (!answer) onUnanswered(NO_ANSWER);
    return readAnswer(question, answer);
  };
}

/** A client that declares only what its caller can answer, and checks no schemas of the server. */
function newClient(questioner: Questioner | undefined, onUnanswered: OnUnanswered): Client {
  const elicitation = Object.fromEntries((questioner?.modes ?? []).map((mode) => [mode, {}]));
  const client = new Client(CLIENT_INFO, {
    capabilities: questioner ? { elicitation } : {},
    versionNegotiation: { mode: "auto", probe: { timeoutMs: CONNECT_MS } },
    inputRequired: { autoFulfill: questioner !== undefined, maxRounds: MAX_QUESTIONS },
    // A schema of a server can be a trap for whoever compiles it.
    jsonSchemaValidator: {
      getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
    },
  });
  if (questioner) {
    const ask = askInBounds(questioner, onUnanswered);
    client.setRequestHandler("elicitation/create", ({ params }) => ask(params));
  }
  client.fallbackRequestHandler = () => {
    onUnanswered(ASKS);
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
  let reason: string | undefined;
  const client = newClient(server.questioner, (words) => (reason = words));
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
  return { connection: { client, unanswered: () => reason, revision, transport: dialect.transport }, close };
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
