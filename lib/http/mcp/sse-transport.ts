/**
 * The transport of MCP's first revision, 2024-11-05: a GET opens a stream, its first event names an address, and
 * messages are posted there; their answers come by the stream. The stream lives in one copy of the app, but a message
 * can reach any copy: that copy does the work, and sends the answer to the copy with the stream.
 */
import { onAccessEnd } from "@/lib/access/on-access-end";
import { ApiError } from "@/lib/kernel/errors";
import { db } from "@/lib/kernel/database/db";
import { listen, notify } from "@/lib/kernel/database/notify";
import { log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { CODE, errorText, notificationText, RpcError, type RpcMessage, type RpcRequest } from "@/lib/mcp-protocol/rpc";
import { type RequestLike, searchOf } from "../api-door/node-request";
import type { JsonAnswer } from "../api-door/to-response";
import { textOf } from "../api-door/write-text";
import { admit, callKey, finish } from "./answer-mcp";
import type { Admitted, Open } from "./admitted";
import { eventAnswer, eventText } from "./event-answer";
import { failure } from "./failure";
import { countStream } from "./listen-by-request";
import { readMessage } from "./read-message";
import { isHere, newPlace, onRelayed, relay } from "./relay";
import { cancelCall, noteCall } from "./running-calls";

/**
 * Calls that run at the same time in one copy of the app: of one connection, and of one project, whose places nobody
 * checks.
 */
const MAX_CALLS = 50;
const MAX_OF_PROJECT = 500;

/** Names streams that have ended, whose calls can run in any copy. */
const END_CHANNEL = "patchbay_mcp_sse_ended";

type Connection = { holder: string; write: (text: string) => void };

const state = processMemory("mcp.sse", () => {
  const connections = new Map<string, Connection>();
  onRelayed("sse", (text) => {
    const { place, holder, message } = JSON.parse(text) as { place: string; holder: string; message: string };
    write(connections, place, holder, message);
  });
  const calls = new Map<string, Set<AbortController>>();
  const end = (place: string) => calls.get(place)?.forEach((call) => call.abort());
  listen(END_CHANNEL, { message: end, missed: () => undefined });
  return { connections, calls, end, byProject: new Map<string, number>() };
});

/** Ends the calls of a stream that has ended, here and elsewhere. */
function endCalls({ requestId }: Admitted, place: string): void {
  state.end(place);
  notify(db, END_CHANNEL, place).catch((error: unknown) =>
    log.warn({ requestId }, "other copies were not told of a stream that ended", { error }),
  );
}

function write(connections: Map<string, Connection>, place: string, holder: string, message: string): void {
  const connection = connections.get(place);
  // Another caller's messages have no business in this stream.
  if (connection?.holder === holder) connection.write(eventText(message));
}

/** Sends a message to a stream, wherever it is. False for one that is too long to reach another copy. */
async function deliver(place: string, holder: string, message: string): Promise<boolean> {
  if (!isHere(place)) return relay(place, "sse", JSON.stringify({ place, holder, message }));
  write(state.connections, place, holder, message);
  return true;
}

function openStream(admitted: Admitted, messagesPath: string): JsonAnswer {
  const { caller, holder, surface, request, headers } = admitted;
  const uncount = countStream(caller.projectId);
  return eventAnswer(headers, (sink) => {
    const place = newPlace();
    const query = searchOf(request.url);
    query.set("connection", place);
    state.connections.set(place, { holder, write: sink.write });
    sink.write(eventText(`${messagesPath}?${query.toString()}`, "endpoint"));
    const end = () => sink.end();
    const changed = (kind: string) => sink.write(eventText(notificationText(`notifications/${kind}/list_changed`)));
    const ends = [uncount, surface.watch?.(changed, end), onAccessEnd(caller, end)];
    return () => {
      for (const stop of ends) stop?.();
      state.connections.delete(place);
      endCalls(admitted, place);
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
function countCall({ caller: { projectId } }: Admitted, place: string, controller: AbortController): () => void {
  const calls = state.calls.get(place) ?? new Set();
  const count = state.byProject.get(projectId) ?? 0;
  if (calls.size >= MAX_CALLS || count >= MAX_OF_PROJECT)
    throw new ApiError("TooManyRequests", "Too many calls of this connection or project are already running.", {
      suggestedFix: `Wait for some of them: ${MAX_CALLS} of a connection run at once, ${MAX_OF_PROJECT} of a project.`,
      headers: { "retry-after": "1" },
    });
  calls.add(controller);
  state.calls.set(place, calls);
  state.byProject.set(projectId, count + 1);
  return () => {
    calls.delete(controller);
    if (calls.size === 0) state.calls.delete(place);
    const left = (state.byProject.get(projectId) ?? 1) - 1;
    if (left > 0) state.byProject.set(projectId, left);
    else state.byProject.delete(projectId);
  };
}

const tooLong = (id: RpcRequest["id"]): string =>
  errorText(id, new RpcError(CODE.server, "This answer is too long for this transport. Use Streamable HTTP."));

async function work(admitted: Admitted, place: string, message: RpcRequest, signal: AbortSignal): Promise<void> {
  const { holder, requestId } = admitted;
  const send = (text: string): Promise<boolean> =>
    deliver(place, holder, text).catch((error: unknown) => {
      log.warn({ requestId }, "an answer of MCP could not be sent to its stream", { error });
      return true;
    });
  const { text } = await finish(admitted, message, {
    stateless: false,
    capabilities: {},
    signal,
    say: (text) => void send(text),
  });
  if (!(await send(textOf(text)))) await send(tooLong(message.id));
}

async function take(admitted: Admitted, place: string, message: RpcMessage): Promise<void> {
  if (message.kind === "request") {
    const controller = new AbortController();
    const ends = [countCall(admitted, place, controller), noteCall(callKey(place, message.id), controller)];
    void work(admitted, place, message, controller.signal)
      .catch((error: unknown) => log.error({ requestId: admitted.requestId }, "a message was not answered", { error }))
      .finally(() => {
        for (const end of ends) end();
      });
  } else if (message.kind === "notification" && message.method === "notifications/cancelled")
    await cancelCall(callKey(place, message.params.requestId));
}

/**
 * The connection that a message names. @throws ApiError NotFound for a connection that does not exist, has ended here,
 * or is another's
 */
function placeOf({ request: { url }, holder }: Admitted): string {
  const place = searchOf(url).get("connection") ?? "";
  const here = isHere(place);
  if (here === false || (here && state.connections.get(place)?.holder === holder)) return place;
  throw new ApiError("NotFound", "There is no such connection, or it has ended.", {
    suggestedFix: "Open another one with a GET, and post to the address that its first event names.",
  });
}

async function takeMessage(admitted: Admitted): Promise<JsonAnswer> {
  const place = placeOf(admitted);
  await take(admitted, place, await readMessage(admitted.request, { caller: admitted.caller }));
  return { status: 202, headers: { "cache-control": "no-store", ...admitted.headers }, text: null };
}

/** Answers the POST of a message. Never rejects. */
export const answerSseMessage = (request: RequestLike, requestId: string, open: Open): Promise<JsonAnswer> =>
  admit(request, requestId, open)
    .then(takeMessage)
    .catch((error: unknown) => failure(error, requestId));
