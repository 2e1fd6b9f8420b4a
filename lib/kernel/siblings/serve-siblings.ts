/** Answers calls of the other processes of this copy of the app, on a unix socket that only this user can open. */
import { chmod, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { onStopLast } from "../process/lifecycle";
import { processPlace } from "../process/process-place";
import { type Frame, toBytes, toFailure, toFrame } from "./frame";
import { MAX_MESSAGE_BYTES, socketOf } from "./socket-of";

/** The caller during a call. */
export type Conversation = {
  send: (value: unknown) => void;
  /** Sets the receiver of the caller's messages. */
  onMessage: (take: (value: unknown) => void) => void;
  /** Aborted when the caller has ended the call, or itself. */
  signal: AbortSignal;
};

/** Checks its input itself. */
export type Operation = (input: unknown, caller: Conversation) => Promise<unknown>;

const toBuffer = (data: RawData): Buffer =>
  Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);

async function answer(
  { name, input }: Extract<Frame, { type: "ask" }>,
  operations: ReadonlyMap<string, Operation>,
  caller: Conversation,
): Promise<Frame> {
  try {
    const operation = operations.get(name);
    if (!operation) throw new Error(`There is no operation ${name}.`);
    return { type: "answer", value: await operation(input, caller) };
  } catch (error) {
    return toFailure(error);
  }
}

function converse(socket: WebSocket, operations: ReadonlyMap<string, Operation>): void {
  const ending = new AbortController();
  const send = (frame: Frame) => {
    if (socket.readyState === socket.OPEN) socket.send(toBytes(frame));
  };
  let take: ((value: unknown) => void) | undefined;
  let isAsked = false;
  const caller: Conversation = {
    send: (value) => send({ type: "message", value }),
    onMessage: (receive) => {
      take = receive;
    },
    signal: ending.signal,
  };
  socket.on("close", () => ending.abort());
  socket.on("error", () => socket.terminate());
  socket.on("message", (data) => {
    const frame = toFrame(toBuffer(data));
    if (frame?.type === "message") return take?.(frame.value);
    if (frame?.type !== "ask" || isAsked) return socket.terminate();
    isAsked = true;
    void answer(frame, operations, caller).then((end) => {
      send(end);
      socket.close();
    });
  });
}

/**
 * Answers until the process has ended all other work; does nothing in a copy of one process.
 * @returns what ends it earlier
 */
export async function serveSiblings(operations: ReadonlyMap<string, Operation>): Promise<() => Promise<void>> {
  const { index, count } = processPlace();
  if (count === 1) return async () => undefined;
  const file = socketOf(index);
  // A killed process left it.
  await rm(file, { force: true });
  const server = createServer((_, response) => void response.writeHead(404).end());
  const sockets = new WebSocketServer({ server, maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false });
  sockets.on("connection", (socket) => converse(socket, operations));
  await new Promise<void>((resolve, reject) => {
    // `exclusive`: the other processes must not answer here.
    server.once("error", reject).listen({ path: file, exclusive: true }, resolve);
  });
  await chmod(file, 0o600);
  const stop = async () => {
    for (const socket of sockets.clients) socket.terminate();
    server.close();
    server.closeAllConnections();
    await rm(file, { force: true });
  };
  onStopLast("calls of other processes", stop);
  return stop;
}
