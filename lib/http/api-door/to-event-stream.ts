/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import { onDrain } from "@/lib/kernel/process/lifecycle";
import { BoundedBody } from "./bounded-body";

/** Sends one event; `data` is sent as JSON. */
export type SendEvent = (name: string, data: unknown) => void;

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = Buffer.from(": still here\n\n");
/** After this time the client has to connect again, and its credential is checked again. */
const LIFE_MS = 5 * 60_000;
/**
 * For the stream of one piece of work, which nobody can connect to again: a cell can run for 13 minutes, and wait as
 * long for its turn. The caller's access is watched all the time.
 */
export const WORK_LIFE_MS = 30 * 60_000;
/** `no-transform` prevents compression, which would delay events; `x-accel-buffering` turns off nginx's buffer. */
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Calls `onEnd` when the caller's access ends (see `onAccessEnd` in lib/access); returns a function that stops
 * watching.
 */
export type AccessWatch = (onEnd: () => void) => () => void;

/** An event as it is sent. */
export const toFrame = (name: string, data: unknown): Uint8Array =>
  Buffer.from(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);

/** What a stream is fed by: `sendFrame` sends an event that was made for many of them. */
type Start = (send: SendEvent, end: () => void, sendFrame: (frame: Uint8Array) => void) => () => void;

/**
 * A stream of events. It ends when the client leaves or does not read, the caller's access ends, the server stops,
 * `start` ends it, or after `lifeMs`.
 * @param start begins to send and returns a function that stops; what it throws becomes the answer. It can end the
 *   stream, but not before it has returned
 */
export function toEventStream(signal: AbortSignal, watchAccess: AccessWatch, start: Start, lifeMs = LIFE_MS): Response {
  let isOver = false;
  const ends: (() => void)[] = [];
  const end = () => {
    if (isOver) return;
    isOver = true;
    for (const stop of ends) stop();
    body.end();
  };
  const body = new BoundedBody(end);
  const drop = () => {
    body.drop();
    end();
  };
  const write = (frame: Uint8Array) => {
    if (!isOver && !body.write(frame)) drop();
  };
  // The first bytes open the stream at the client; `retry` is the time in ms before it connects again.
  write(Buffer.from("retry: 2000\n\n"));
  try {
    ends.push(start((name, data) => write(toFrame(name, data)), end, write));
  } catch (error) {
    // Nobody will read it: what waits would count for ever.
    body.drop();
    throw error;
  }
  const heartbeat = setInterval(() => write(HEARTBEAT), HEARTBEAT_MS);
  const life = setTimeout(end, lifeMs);
  signal.addEventListener("abort", drop, { once: true });
  ends.push(
    () => clearInterval(heartbeat),
    () => clearTimeout(life),
    onDrain(end),
    () => signal.removeEventListener("abort", drop),
    watchAccess(end),
  );
  if (signal.aborted) drop();
  return new Response(body.stream, { headers: HEADERS });
}
