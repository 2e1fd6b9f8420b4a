/**
 * The transport of MCP's first revision, 2024-11-05: a GET opens a stream, its first event names an address, and messages are
 * posted there; their answers come by the stream. The stream lives in one copy of the app, a message may reach any: that one
 * does the work, and sends the answer to the copy with the stream.
 */
import { onAccessEnd } from "@/lib/access/access-end";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { notificationText, type RpcMessage, type RpcRequest } from "@/lib/mcp-protocol/rpc";
import { type RequestLike, searchOf } from "../api-door/node-request";
import type { JsonAnswer } from "../api-door/response";
import { textOf } from "../api-door/write-text";
import { admit, callKey, finish, type Admitted, type Open } from "./endpoint";
import { eventAnswer, eventText } from "./event-answer";
import { failure } from "./failure";
import { countStream } from "./listening";
import { readMessage } from "./read-message";
import { isHere, newPlace, onRelayed, relay } from "./relay";
import { cancelCall, noteCall } from "./running-calls";

/** Calls of one connection that run at the same time in one copy of the app. */
const MAX_CALLS = 50;

type Connection = { client: string; write: (text: string) => void };

const state = processMemory("mcp.sse", () => {
  const connections = new Map<string, Connection>();
  onRelayed("sse", (text) => {
    const { place, client, message } = JSON.parse(text) as { place: string; client: string; message: string };
    write(connections, place, client, message);
  });
  return { connections, calls: new Map<string, Set<AbortController>>() };
});

function write(connections: Map<string, Connection>, place: string, client: string, message: string): void {
  const connection = connections.get(place);
  // Another caller's messages have no business in this stream.
  if (connection?.client === client) connection.write(eventText(message));
}

/** Sends a message to a stream, wherever it is. */
async function deliver(place: string, client: string, message: string): Promise<void> {
  if (isHere(place)) write(state.connections, place, client, message);
  else await relay(place, "sse", JSON.stringify({ place, client, message }));
}

function openStream(admitted: Admitted, messagesPath: string): JsonAnswer {
  const { caller, client, surface, request, headers } = admitted;
  const uncount = countStream(caller.projectId);
  return eventAnswer(headers, (sink) => {
    const place = newPlace();
    const query = searchOf(request.url);
    query.set("connection", place);
    state.connections.set(place, { client, write: sink.write });
    sink.write(eventText(`${messagesPath}?${query.toString()}`, "endpoint"));
    const end = () => sink.end();
    const changed = (kind: string) => sink.write(eventText(notificationText(`notifications/${kind}/list_changed`)));
    const ends = [uncount, surface.watch?.(changed, end), onAccessEnd(caller, end)];
    return () => {
      for (const one of ends) one?.();
      state.connections.delete(place);
      for (const call of state.calls.get(place) ?? []) call.abort();
    };
  });
}

/**
 * Answers the GET that begins a connection. Never rejects.
 * @param messagesPath where the client posts, without the query
 */
export const answerSseGet = (
  request: RequestLike,
  requestId: string,
  open: Open,
  messagesPath: string,
): Promise<JsonAnswer> =>
  admit(request, requestId, open)
    .then((admitted) => openStream(admitted, messagesPath))
    .catch((error: unknown) => failure(error, requestId));

/** Notes a call of the connection until the returned function is called. @throws ApiError TooManyRequests */
function countCall(place: string, controller: AbortController): () => void {
  const calls = state.calls.get(place) ?? new Set();
  if (calls.size >= MAX_CALLS)
    throw new ApiError("TooManyRequests", `${MAX_CALLS} calls of this connection run already.`, {
      suggestedFix: "Wait for some of them.",
      headers: { "retry-after": "1" },
    });
  calls.add(controller);
  state.calls.set(place, calls);
  return () => {
    calls.delete(controller);
    if (calls.size === 0) state.calls.delete(place);
  };
}

async function work(admitted: Admitted, place: string, message: RpcRequest, signal: AbortSignal): Promise<void> {
  const { client } = admitted;
  const send = (text: string) =>
    deliver(place, client, text).catch((error: unknown) =>
      log.warn({ requestId: admitted.requestId }, "an answer of MCP could not be sent to its stream", { error }),
    );
  const { text } = await finish(admitted, message, {
    stateless: false,
    capabilities: {},
    signal,
    say: (said) => void send(said),
  });
  await send(textOf(text));
}

async function take(admitted: Admitted, place: string, message: RpcMessage): Promise<void> {
  if (message.kind === "request") {
    const controller = new AbortController();
    const ends = [countCall(place, controller), noteCall(callKey(place, message.id), controller)];
    void work(admitted, place, message, controller.signal)
      .catch((error: unknown) => log.error({ requestId: admitted.requestId }, "a message was not answered", { error }))
      .finally(() => {
        for (const end of ends) end();
      });
  } else if (message.kind === "notification" && message.method === "notifications/cancelled")
    await cancelCall(callKey(place, message.params.requestId));
}

/** The connection that a message names. @throws ApiError NotFound for one that is none, or has ended here */
function placeOf({ url }: RequestLike): string {
  const place = searchOf(url).get("connection") ?? "";
  const here = isHere(place);
  if (here === false || (here && state.connections.has(place))) return place;
  throw new ApiError("NotFound", "There is no such connection, or it has ended.", {
    suggestedFix: "Open another one with a GET, and post to the address that its first event names.",
  });
}

async function takeMessage(admitted: Admitted): Promise<JsonAnswer> {
  const place = placeOf(admitted.request);
  await take(admitted, place, await readMessage(admitted.request));
  return { status: 202, headers: { "cache-control": "no-store", ...admitted.headers }, text: null };
}

/** Answers the POST of a message. Never rejects. */
export const answerSseMessage = (request: RequestLike, requestId: string, open: Open): Promise<JsonAnswer> =>
  admit(request, requestId, open)
    .then(takeMessage)
    .catch((error: unknown) => failure(error, requestId));
