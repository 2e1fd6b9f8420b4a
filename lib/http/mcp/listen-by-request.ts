/** Streams that notify clients when a list has changed. */
import { onAccessEnd } from "@/lib/access/on-access-end";
import { ApiError } from "@/lib/kernel/errors";
import { processMemory } from "@/lib/kernel/process-memory";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { CODE, notificationText, resultText, RpcError, type Params, type RpcRequest } from "@/lib/mcp-protocol/rpc";
import { SUBSCRIPTION } from "@/lib/mcp-protocol/stateless";
import type { ListKind } from "@/lib/mcp-protocol/surface";
import type { JsonAnswer, Sink } from "../api-door/to-response";
import type { Admitted } from "./admitted";
import { eventAnswer, eventText } from "./event-answer";

/** In one copy of the app: of all projects, and of one. */
const MAX_STREAMS = 2_000;
const MAX_OF_PROJECT = 1_000;

const state = processMemory("mcp.listening", () => ({ all: 0, byProject: new Map<string, number>() }));

const tooMany = (whose: string) =>
  new ApiError("TooManyRequests", `${whose} has as many listening streams as it may.`, {
    suggestedFix: "Close one of them, or call without listening.",
    headers: { "retry-after": "30" },
  });

/** Counts a stream until the returned function is called. @throws ApiError TooManyRequests */
export function countStream(projectId: string): () => void {
  const count = state.byProject.get(projectId) ?? 0;
  if (count >= MAX_OF_PROJECT) throw tooMany("This project");
  if (state.all >= MAX_STREAMS) throw tooMany("This server");
  state.all++;
  state.byProject.set(projectId, count + 1);
  return () => {
    state.all--;
    const left = (state.byProject.get(projectId) ?? 1) - 1;
    if (left > 0) state.byProject.set(projectId, left);
    else state.byProject.delete(projectId);
  };
}

type Watch = NonNullable<Admitted["surface"]["watch"]>;

/** @param messages makes the messages to send; if the server ends a stream, the last message is `goodbye` */
function listen(
  { caller, headers }: Admitted,
  watch: Watch,
  messages: { first: (send: (text: string) => void) => void; of: (kind: ListKind) => string | null; goodbye?: string },
): JsonAnswer {
  const uncount = countStream(caller.projectId);
  return eventAnswer(headers, (sink: Sink) => {
    const send = (text: string) => sink.write(eventText(text));
    const end = () => {
      if (messages.goodbye !== undefined) send(messages.goodbye);
      sink.end();
    };
    messages.first(send);
    const changed = (kind: ListKind) => {
      const text = messages.of(kind);
      if (text !== null) send(text);
    };
    const ends = [uncount, watch(changed, end), onAccessEnd(caller, end)];
    return () => {
      for (const stop of ends) stop();
    };
  });
}

const changeText = (kind: ListKind, params?: Params): string =>
  notificationText(`notifications/${kind}/list_changed`, params);

/**
 * The stream of a GET, as the revisions with a handshake have it.
 * @throws ApiError MethodNotAllowed where nothing changes; TooManyRequests
 */
export function listenByGet(admitted: Admitted, takesStreams: boolean): JsonAnswer {
  const { watch } = admitted.surface;
  if (!watch || !takesStreams)
    throw new ApiError("MethodNotAllowed", "A GET of an MCP endpoint opens a stream of events, and nothing else.", {
      suggestedFix: watch ? "Send Accept: text/event-stream." : "This endpoint tells of nothing by itself: use POST.",
      headers: { allow: "POST" },
    });
  return listen(admitted, watch, { first: () => undefined, of: (kind) => changeText(kind) });
}

const FILTER: Readonly<Record<ListKind, string>> = {
  tools: "toolsListChanged",
  prompts: "promptsListChanged",
  resources: "resourcesListChanged",
};

/** The part of the client's wanted notifications that the surface can send. */
function honored({ surface }: Admitted, { notifications }: Params): Values {
  if (!isObject(notifications)) throw new RpcError(CODE.invalidParams, "params.notifications is an object.");
  const kinds = (Object.keys(FILTER) as ListKind[]).filter(
    (kind) => notifications[FILTER[kind]] === true && (kind === "tools" || surface.capabilities?.[kind] !== undefined),
  );
  return Object.fromEntries(kinds.map((kind) => [FILTER[kind], true]));
}

/**
 * The stream of `subscriptions/listen`, in the revision without a handshake.
 * @throws RpcError for a surface that never changes, and for an invalid filter; ApiError TooManyRequests
 */
export function listenByRequest(admitted: Admitted, { id, params }: RpcRequest): JsonAnswer {
  const { watch } = admitted.surface;
  if (!watch) throw new RpcError(CODE.unknownMethod, "This server tells of nothing by itself.", undefined, 404);
  const notifications = honored(admitted, params);
  const _meta = { [SUBSCRIPTION]: id };
  return listen(admitted, watch, {
    first: (send) => send(notificationText("notifications/subscriptions/acknowledged", { _meta, notifications })),
    of: (kind) => (notifications[FILTER[kind]] === true ? changeText(kind, { _meta }) : null),
    goodbye: resultText(id, { resultType: "complete", _meta }).join(""),
  });
}
