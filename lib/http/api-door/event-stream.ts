/** Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
import { onDrain } from "@/lib/kernel/process/lifecycle";

/** Sends one event; `data` is sent as JSON. */
export type SendEvent = (name: string, data: unknown) => void;

/** Proxies close a connection that is silent for a minute. */
const HEARTBEAT_MS = 15_000;
/** After this time the client has to connect again, and its credential is checked again. */
const LIFE_MS = 5 * 60_000;
/**
 * For the stream of one piece of work, which nobody can connect to again: a cell may run for 13 minutes, and wait as long for
 * its turn. The caller's access is watched all the time.
 */
export const WORK_LIFE_MS = 30 * 60_000;
/** The most events that wait for a client that does not read; then its stream ends. */
const MAX_WAITING = 200;
/** Of a longer one each such part counts as one, so that what waits is some megabytes at most. */
const PART_BYTES = 32 * 1024;

/** `no-transform` prevents compression, which would delay events; `x-accel-buffering` turns off nginx's buffer. */
const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Calls `ended` when the caller's access ends (see `onAccessEnd` in lib/access); returns a function that stops
 * watching.
 */
export type AccessWatch = (ended: () => void) => () => void;

/**
 * A stream of events. It ends when the client leaves, the caller's access ends, the server stops, `start` ends it, or after
 * `lifeMs`.
 * @param start begins to send and returns a function that stops; what it throws becomes the answer. It may end the stream,
 *   but not before it has returned
 */
export function toEventStream(
  signal: AbortSignal,
  watchAccess: AccessWatch,
  start: (send: SendEvent, end: () => void) => () => void,
  lifeMs = LIFE_MS,
): Response {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let ended = false;
  const ends: (() => void)[] = [];
  const end = () => {
    if (ended) return;
    ended = true;
    for (const one of ends) one();
    try {
      controller?.close();
    } catch {
      return; // The client canceled it, so it is closed already.
    }
  };
  const write = (text: string) => {
    if (ended || !controller) return;
    if ((controller.desiredSize ?? 0) < -MAX_WAITING) return end();
    controller.enqueue(encoder.encode(text));
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (made) => {
        controller = made;
      },
      cancel: end,
    },
    { highWaterMark: 1, size: (chunk) => Math.ceil((chunk?.byteLength ?? 0) / PART_BYTES) },
  );
  // The first bytes open the stream at the client; `retry` is the time in ms before it connects again.
  write("retry: 2000\n\n");
  ends.push(start((name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`), end));
  const heartbeat = setInterval(() => write(": still here\n\n"), HEARTBEAT_MS);
  const life = setTimeout(end, lifeMs);
  signal.addEventListener("abort", end, { once: true });
  ends.push(
    () => clearInterval(heartbeat),
    () => clearTimeout(life),
    onDrain(end),
    () => signal.removeEventListener("abort", end),
    watchAccess(end),
  );
  if (signal.aborted) end();
  return new Response(body, { headers: HEADERS });
}
