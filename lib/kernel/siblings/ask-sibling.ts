/** Calls an operation of another process of this copy of the app. */
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket, { type RawData } from "ws";
import { ApiError } from "../errors";
import { type Frame, toBytes, toError, toFrame } from "./frame";
import { MAX_MESSAGE_BYTES, socketOf } from "./socket-of";

/** How long a call waits for a process that is started again after a crash. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;

type Options = {
  /** Receives messages of the other process during the call; `reply` sends it one. */
  take?: (value: unknown, reply: (value: unknown) => void) => void;
  /** Ends the call. */
  signal?: AbortSignal | undefined;
  /** How long to wait for a process that does not run, in milliseconds. */
  patienceMs?: number;
};

const newInterruption = (): ApiError =>
  new ApiError("Unavailable", "The process of this server that has the sandboxes ended during the call.", {
    suggestedFix: "Look whether the work was done, and try again in a few seconds.",
    headers: { "x-should-retry": "false" },
  });

const newAbsence = (): ApiError =>
  new ApiError("Unavailable", "The process of this server that has the sandboxes is being started again.", {
    suggestedFix: "Try again in a few seconds.",
    headers: { "retry-after": "5" },
  });

/** Opens a connection; undefined if nobody listens yet. */
function tryOpen(index: number): Promise<WebSocket | undefined> {
  // In an address the library would take a path with spaces or colons for another one.
  const socket = new WebSocket("ws://process/", {
    createConnection: (() => createConnection(socketOf(index))) as typeof createConnection,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handshakeTimeout: PATIENCE_MS,
  });
  return new Promise((resolve) => {
    socket.once("open", () => resolve(socket));
    socket.on("error", () => resolve(undefined));
  });
}

async function open(index: number, patienceMs: number, signal?: AbortSignal): Promise<WebSocket> {
  const until = performance.now() + patienceMs;
  for (;;) {
    signal?.throwIfAborted();
    const socket = await tryOpen(index);
    if (socket) return socket;
    if (performance.now() >= until) throw newAbsence();
    await sleep(PAUSE_MS);
  }
}

/**
 * Calls an operation that the process has declared with `serveSiblings`.
 * @throws ApiError as the operation throws it; Unavailable if the process does not run or ends during the call; Error
 *   for each other failure of the operation; the reason of `signal`
 */
export async function askSibling<Answer>(index: number, name: string, input: unknown, options: Options = {}) {
  const { take, signal, patienceMs = PATIENCE_MS } = options;
  const socket = await open(index, patienceMs, signal);
  const send = (frame: Frame) => {
    if (socket.readyState === socket.OPEN) socket.send(toBytes(frame));
  };
  const end = () => socket.terminate();
  signal?.addEventListener("abort", end, { once: true });
  try {
    return await new Promise<Answer>((resolve, reject) => {
      socket.on("error", () => undefined);
      socket.once("close", () => reject(signal?.aborted ? (signal.reason as Error) : newInterruption()));
      socket.on("message", (data: RawData) => {
        const frame = toFrame(data as Buffer);
        if (!frame) return socket.terminate();
        if (frame.type === "message") take?.(frame.value, (value) => send({ type: "message", value }));
        if (frame.type === "answer") resolve(frame.value as Answer);
        if (frame.type === "refusal" || frame.type === "fault") reject(toError(frame));
      });
      send({ type: "ask", name, input });
    });
  } finally {
    signal?.removeEventListener("abort", end);
    socket.close();
  }
}
