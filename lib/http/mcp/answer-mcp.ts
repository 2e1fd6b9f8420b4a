/**
 * An MCP endpoint: Streamable HTTP without sessions (https://modelcontextprotocol.io/specification). What it offers is
 * the surface's, what the messages mean the dispatcher's.
 */
import { hash } from "node:crypto";
import { authorize } from "@/lib/access/authorize";
import { actorOf } from "@/lib/access/caller";
import { onAbort } from "@/lib/kernel/concurrency/on-abort";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { dispatch, type Client } from "@/lib/mcp-protocol/dispatch";
import { toRpcError } from "@/lib/mcp-protocol/errors";
import { errorText, RpcError, type RpcRequest } from "@/lib/mcp-protocol/rpc";
import { isStateless, readStateless } from "@/lib/mcp-protocol/stateless";
import type { McpSurface } from "@/lib/mcp-protocol/surface";
import { addAccessFacts } from "../access-facts";
import { addressOf } from "../api-door/address-of";
import { type RequestLike, searchOf } from "../api-door/node-request";
import { sameOrigin } from "../api-door/is-own-origin";
import { countRequest } from "../api-door/rate-limits";
import type { JsonAnswer } from "../api-door/to-response";
import { capabilitiesOf, rememberClient } from "./remember-client";
import { answerOrStream, type Finished } from "./event-answer";
import { failure, rpcFailure } from "./failure";
import { listenByGet, listenByRequest } from "./listen-by-request";
import { askClient, takeAnswer } from "./ask-client";
import { readMessage } from "./read-message";
import { cancelCall, noteCall } from "./running-calls";
import type { Admitted, Open, EndpointAccess } from "./admitted";

/**
 * Protects against DNS rebinding: a page of another site can make a browser call a server in the person's own network
 * under the site's host name. The Host header is then the site's, so only the address that the operator set is trusted.
 */
function assertTrustedOrigin({ headers }: RequestLike): void {
  const origin = headers.get("origin");
  if (origin === null || sameOrigin(origin, new URL(env().publicUrl).origin)) return;
  throw new ApiError("Forbidden", "This request comes from a web page of another site.", {
    suggestedFix: "Call from a program, or set PATCHBAY_PUBLIC_URL to the page's URL.",
  });
}

const BEARER = /^bearer +(\S+)$/i;

const keyOf = (headers: RequestLike["headers"]): string | undefined =>
  headers.get("x-api-key") || BEARER.exec(headers.get("authorization") ?? "")?.[1];

const hashOf = (...parts: (string | null | undefined)[]): string => hash("sha256", JSON.stringify(parts), "base64url");

/** A class, because V8 makes a new shape for each object with getters of its own. */
class AdmittedClient implements Admitted {
  private knownHolder: string | undefined;
  private knownClient: string | undefined;

  constructor(
    readonly caller: EndpointAccess["caller"],
    readonly surface: EndpointAccess["surface"],
    readonly request: RequestLike,
    readonly requestId: string,
    readonly headers: Record<string, string>,
  ) {}

  /** Hashed, because an address may be a secret, and this is sent to other copies of the app. */
  get holder(): string {
    if (this.knownHolder !== undefined) return this.knownHolder;
    const query = searchOf(this.request.url);
    query.delete("connection");
    return (this.knownHolder = hashOf(actorOf(this.caller), this.surface.serverInfo.name, query.toString()));
  }

  get client(): string {
    const { headers } = this.request;
    return (this.knownClient ??= hashOf(this.holder, headers.get("user-agent"), addressOf(this.request)));
  }
}

/** @throws ApiError for a caller without access, or with too many calls */
export async function admit(request: RequestLike, requestId: string, open: Open): Promise<Admitted> {
  assertTrustedOrigin(request);
  const endpoint = await open(request, keyOf(request.headers));
  const { caller, surface, within, offersOperations } = endpoint;
  addAccessFacts(requestId, { projectId: caller.projectId });
  const headers = (await countRequest(caller)) ?? {};
  if (!offersOperations) await authorize(caller, "tool_execution:write", within);
  return new AdmittedClient(caller, surface, request, requestId, headers);
}

const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** The answer to a request, whatever comes of it. */
export async function finish(
  { surface, requestId }: Pick<Admitted, "surface" | "requestId">,
  message: RpcRequest,
  client: Client,
): Promise<Finished> {
  try {
    return { status: 200, headers: JSON_HEADERS, text: await dispatch(surface, message, client) };
  } catch (error) {
    const rpcError = toRpcError(error, requestId);
    return { status: rpcError.status ?? 200, headers: JSON_HEADERS, text: errorText(message.id, rpcError) };
  }
}

/** Aborts when the connection of the request ends, or by `controller`; returns how to stop following the connection. */
function followConnection({ signal }: RequestLike, controller: AbortController): () => void {
  const abort = () => controller.abort();
  const stopListening = onAbort(signal, abort);
  if (signal.aborted) abort();
  return stopListening;
}

/** The key under which a call can be canceled. */
export const callKey = (client: string, id: unknown): string => `${client} ${JSON.stringify(id)}`.slice(0, 500);

/** Calls tools, which can take long, ask their client, and be canceled by it. */
function answerCall(
  admitted: Admitted,
  message: RpcRequest,
  stateless: boolean,
  capabilities: Client["capabilities"],
): Promise<JsonAnswer> {
  const { request, headers, client, caller, holder } = admitted;
  const controller = new AbortController();
  const ends = [followConnection(request, controller)];
  // Without a handshake, a call is canceled by its connection alone.
  if (!stateless) ends.push(noteCall(callKey(client, message.id), controller));
  const { signal } = controller;
  const work = async (say: (text: string) => void): Promise<Finished> => {
    try {
      const ask: Client["ask"] = (requests) =>
        askClient(requests, { projectId: caller.projectId, holder, say, signal });
      return await finish(admitted, message, { stateless, capabilities, signal, say, ...(!stateless && { ask }) });
    } finally {
      for (const end of ends) end();
    }
  };
  return answerOrStream(work, headers, () => controller.abort());
}

const STREAMS = /text\/event-stream/i;

/** Whether the client reads streams of events. */
export const takesStreams = ({ headers }: RequestLike): boolean => STREAMS.test(headers.get("accept") ?? "");

const silent = () => undefined;
/** Of a message from somebody unknown. */
const MAX_PUBLIC_BYTES = 16 * 1024;

async function answerRequest(admitted: Admitted, message: RpcRequest): Promise<JsonAnswer> {
  const { request, headers } = admitted;
  const stateless = isStateless(request.headers, message);
  const statement = stateless ? readStateless(request.headers, message) : undefined;
  if (stateless && message.method === "subscriptions/listen") return listenByRequest(admitted, message);
  if (message.method === "initialize" && !stateless) await rememberClient(admitted.client, message.params.capabilities);
  if (message.method === "tools/call" && takesStreams(request))
    return answerCall(admitted, message, stateless, statement ?? capabilitiesOf(admitted.client));
  const { signal } = request;
  const done = await finish(admitted, message, { stateless, capabilities: statement ?? {}, signal, say: silent });
  return { ...done, headers: { ...headers, ...done.headers } };
}

async function answerPost(admitted: Admitted): Promise<JsonAnswer> {
  const message = await readMessage(admitted.request, { caller: admitted.caller });
  if (message.kind === "request")
    try {
      return await answerRequest(admitted, message);
    } catch (error) {
      if (error instanceof RpcError) return rpcFailure(error, message.id, admitted.headers);
      throw error;
    }
  if (message.kind === "response") await takeAnswer(message, admitted.holder);
  else if (message.method === "notifications/cancelled")
    await cancelCall(callKey(admitted.client, message.params.requestId));
  return { status: 202, headers: { "cache-control": "no-store", ...admitted.headers }, text: null };
}

/** Answers one POST of an MCP client. Never rejects. */
export const answerMcpPost = (request: RequestLike, requestId: string, open: Open): Promise<JsonAnswer> =>
  admit(request, requestId, open)
    .then(answerPost)
    .catch((error: unknown) => failure(error, requestId));

/**
 * Answers one POST to an endpoint that everybody can call: nothing that it offers belongs to a project, changes, or
 * takes long. Never rejects.
 */
export async function answerPublicPost(
  request: RequestLike,
  requestId: string,
  surface: McpSurface,
): Promise<JsonAnswer> {
  try {
    assertTrustedOrigin(request);
    const message = await readMessage(request, { maxBytes: MAX_PUBLIC_BYTES });
    if (message.kind !== "request") return { status: 202, headers: { "cache-control": "no-store" }, text: null };
    const stateless = isStateless(request.headers, message);
    const capabilities = stateless ? readStateless(request.headers, message) : {};
    const { signal } = request;
    return await finish({ surface, requestId }, message, { stateless, capabilities, signal, say: silent });
  } catch (error) {
    return failure(error, requestId);
  }
}

/** Answers one GET: a stream that reports changes, if the surface can change. Never rejects. */
export const answerMcpGet = (request: RequestLike, requestId: string, open: Open): Promise<JsonAnswer> =>
  admit(request, requestId, open)
    .then((admitted) => listenByGet(admitted, takesStreams(request)))
    .catch((error: unknown) => failure(error, requestId));

/** 405 for DELETE, as the specification demands of servers without sessions. */
export const answerMcpDelete = (requestId: string): JsonAnswer =>
  failure(
    new ApiError("MethodNotAllowed", "There are no sessions to end: this MCP endpoint keeps none.", {
      headers: { allow: "GET, POST" },
    }),
    requestId,
  );

/** 405 for GET, where nothing that is offered changes. */
export const answerNoStream = (requestId: string): JsonAnswer =>
  failure(
    new ApiError("MethodNotAllowed", "This MCP endpoint has no stream: nothing that it offers changes.", {
      headers: { allow: "POST" },
    }),
    requestId,
  );
