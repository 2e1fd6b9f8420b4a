/** Answers requests of MCP for a surface, in the revision of the client. */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { canBeAsked, capabilityFor } from "./client";
import { CODE, isId, RpcError, notificationText, resultText, type Params, type RpcRequest } from "./rpc";
import { LOG_LEVEL, SERVER_INFO } from "./stateless";
import {
  Ask,
  RawObject,
  type CallContext,
  type InputRequest,
  type McpSurface,
  type Members,
  type Method,
  type Piece,
} from "./surface";
import { negotiate, SUPPORTED } from "./versions";

/** The client of one request, as its transport knows it. */
export type Client = {
  /** Its revision has no handshake. */
  stateless: boolean;
  /** What it declared, as far as that is known. */
  capabilities: Values;
  signal: AbortSignal;
  /** Sends a message before the answer. */
  say: (text: string) => void;
  /**
   * Asks it while it waits for the answer; null if it does not answer. Missing for clients that are asked by the
   * answer.
   */
  ask?: (requests: Ask["requests"]) => Promise<Values | null>;
};

/** Lists are asked for again after this time, unless the client listens for changes. */
const LIST_TTL_MS = 60_000;
/** The interval at which a slow call reports that it goes on. */
const HEARTBEAT_MS = 5_000;
/** The maximum of questions of one call to its client, one after another. */
const MAX_ROUNDS = 10;

/** Results that clients may keep for a while. */
const CACHEABLE = new Set([
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);
/** Methods that the revision without a handshake does not have. */
const REMOVED = new Set(["logging/setLevel", "resources/subscribe", "resources/unsubscribe"]);

const capabilitiesOf = ({ capabilities, watch }: McpSurface): Values => ({
  tools: watch ? { listChanged: true } : {},
  ...capabilities,
});

async function guidance({ instructions }: McpSurface): Promise<{ instructions?: string }> {
  const text = await instructions?.();
  return text ? { instructions: text } : {};
}

const initialize = async (surface: McpSurface, { protocolVersion }: Params): Promise<Members> => ({
  protocolVersion: negotiate(protocolVersion),
  capabilities: capabilitiesOf(surface),
  serverInfo: surface.serverInfo,
  ...(await guidance(surface)),
});

const discover = async (surface: McpSurface): Promise<Members> => ({
  supportedVersions: SUPPORTED,
  capabilities: capabilitiesOf(surface),
  ...(await guidance(surface)),
});

const invalid = (message: string) => new RpcError(CODE.invalidParams, message);

function listTools(surface: McpSurface, { cursor }: Params): Promise<Members> {
  if (cursor !== undefined && typeof cursor !== "string") throw invalid("params.cursor is a text.");
  return surface.listTools(cursor);
}

function answerToolCall(surface: McpSurface, params: Params, context: CallContext): Promise<Members | Ask> {
  const { name, arguments: input = {} } = params;
  if (typeof name !== "string") throw invalid("params.name is the name of a tool.");
  if (!isObject(input)) throw invalid("params.arguments is an object.");
  return surface.callTool({ name, arguments: input }, context);
}

/** @throws RpcError for a method that the surface does not have in the client's revision */
function methodOf(surface: McpSurface, method: string, stateless: boolean): Method {
  if (method === "tools/call") return (params, context) => answerToolCall(surface, params, context);
  if (method === "tools/list") return (params) => listTools(surface, params);
  if (stateless) {
    if (method === "server/discover") return () => discover(surface);
  } else if (method === "initialize") return (params) => initialize(surface, params);
  else if (method === "ping") return async () => ({});
  const { methods = {} } = surface;
  const handler = Object.hasOwn(methods, method) && !(stateless && REMOVED.has(method)) ? methods[method] : undefined;
  if (handler) return handler;
  throw new RpcError(
    CODE.unknownMethod,
    `This server has no method ${method.slice(0, 100)}.`,
    undefined,
    stateless ? 404 : undefined,
  );
}

/**
 * Reports the progress of a call to a client that sent a token for it: the progress of the surface, or else that it
 * goes on.
 */
function progressOf(meta: Values, say: Client["say"]): { tell: CallContext["progress"]; stop: () => void } {
  const { progressToken } = meta;
  if (!isId(progressToken)) return { tell: () => undefined, stop: () => undefined };
  const tell = (update: object) => say(notificationText("notifications/progress", { progressToken, ...update }));
  const startedAt = performance.now();
  const beat = setInterval(
    () => tell({ progress: Math.round((performance.now() - startedAt) / 1000) }),
    HEARTBEAT_MS,
  ).unref();
  const stop = () => clearInterval(beat);
  return {
    tell: (update) => {
      // From now on the surface counts, and progress never goes back.
      stop();
      tell(update);
    },
    stop,
  };
}

function contextOf(meta: Values, client: Client, progress: CallContext["progress"]): CallContext {
  const { signal, stateless, capabilities, say, ask } = client;
  const askNow = async (request: InputRequest) => {
    const answer = (await ask?.({ question: request }))?.question;
    return isObject(answer) ? answer : null;
  };
  return {
    signal,
    meta,
    canAsk: (request) => canBeAsked(capabilities, request),
    progress,
    ...(ask && { ask: askNow }),
    tell: (method, params) => {
      const unasked = stateless && method === "notifications/message" && meta[LOG_LEVEL] === undefined;
      if (!unasked) say(notificationText(method, params));
    },
  };
}

/** The result for a client that cannot be asked. @throws RpcError if there is no such result */
function unasked({ requests, otherwise }: Ask, { stateless, capabilities }: Client): Members {
  if (otherwise) return otherwise;
  const missing = Object.values(requests).filter((request) => !canBeAsked(capabilities, request));
  throw new RpcError(
    CODE.missingCapability,
    "This call must ask the client something that it did not say it can answer.",
    { requiredCapabilities: Object.assign({}, ...missing.map(capabilityFor)) as Values },
    stateless ? 400 : undefined,
  );
}

const canAnswer = ({ requests }: Ask, { capabilities }: Client): boolean =>
  Object.values(requests).every((request) => canBeAsked(capabilities, request));

/** Asks a client of a revision with a handshake until the work has what it needs. */
async function askAlong(first: Ask, client: Client, again: (answers: Partial<CallContext>) => Promise<Members | Ask>) {
  let outcome: Members | Ask = first;
  for (let round = 0; outcome instanceof Ask; round++) {
    const answers = round < MAX_ROUNDS && canAnswer(outcome, client) ? await client.ask?.(outcome.requests) : null;
    if (!answers) return unasked(outcome, client);
    outcome = await again({ answers, ...(outcome.state !== undefined && { state: outcome.state }) });
  }
  return outcome;
}

/** The result for a client of the revision without a handshake, so that it comes again with the answers. */
const inputRequired = ({ requests, state }: Ask): Members => ({
  inputRequests: requests,
  ...(state !== undefined && { requestState: state }),
});

/** @throws RpcError for invalid answers */
function readAnswers({ inputResponses, requestState }: Params): Partial<CallContext> {
  if (inputResponses !== undefined && !isObject(inputResponses)) throw invalid("params.inputResponses is an object.");
  if (requestState !== undefined && typeof requestState !== "string") throw invalid("params.requestState is a text.");
  return {
    ...(inputResponses && { answers: inputResponses }),
    ...(requestState !== undefined && { state: requestState }),
  };
}

/** A result in the form of the revision without a handshake: it contains its type, its lifetime, and its server. */
function complete(surface: McpSurface, method: string, members: Members, resultType = "complete"): Members {
  const extra = { resultType, ...(CACHEABLE.has(method) && { ttlMs: LIST_TTL_MS, cacheScope: "private" }) };
  const serverInfo = { [SERVER_INFO]: surface.serverInfo };
  if (!(members instanceof RawObject))
    return { ...extra, ...members, _meta: { ...(isObject(members._meta) && members._meta), ...serverInfo } };
  const [first = "{}", ...rest] = members.pieces;
  const head = JSON.stringify({ ...extra, _meta: serverInfo }).slice(0, -1);
  return new RawObject(`${head},`, typeof first === "string" ? first.slice(1) : first.subarray(1), ...rest);
}

/**
 * The text of the answer to a request.
 * @throws RpcError; ApiError and whatever else the surface throws
 */
export async function dispatch(
  surface: McpSurface,
  { id, method, params }: RpcRequest,
  client: Client,
): Promise<readonly Piece[]> {
  const run = methodOf(surface, method, client.stateless);
  const meta = isObject(params._meta) ? params._meta : {};
  const progress = progressOf(meta, client.say);
  try {
    const context = contextOf(meta, client, progress.tell);
    if (!client.stateless) {
      const outcome = await run(params, context);
      const again = (more: Partial<CallContext>) => run(params, { ...context, ...more });
      return resultText(id, outcome instanceof Ask ? await askAlong(outcome, client, again) : outcome);
    }
    const outcome = await run(params, { ...context, ...readAnswers(params) });
    if (!(outcome instanceof Ask)) return resultText(id, complete(surface, method, outcome));
    const isAskable = canAnswer(outcome, client);
    const members = isAskable ? inputRequired(outcome) : unasked(outcome, client);
    return resultText(id, complete(surface, method, members, isAskable ? "input_required" : "complete"));
  } finally {
    progress.stop();
  }
}
