/** Follows the events of a project: connects again whenever the stream ends. */
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { Failure } from "../command";
import { pause } from "../pause";
import { readBounded, sendRequest, toFailure } from "../server/call-api";
import type { Target } from "../server/target";

const PATH = "/api/v3/internal/patchbay/events/stream";
/** An event has at most a few megabytes. */
const MAX_EVENT = 16 * 1024 * 1024;
/** Before the next stream, if the server ended one. */
const REOPEN_MS = 200;
const [FIRST_PAUSE_MS, LAST_PAUSE_MS] = [1000, 30_000];

export type EventStream = {
  /** The stream is open. */
  onOpen: () => void;
  /** The JSON text of an event. The stream is not read on before it is done. */
  onEvent: (text: string) => Promise<void>;
  /** Events could be missing. */
  onGap: () => void;
  /** The stream ended by this failure, and is opened again. */
  onBreak: (failure: Failure) => void;
};

async function readEvents(response: Response, { onEvent, onGap }: EventStream): Promise<void> {
  const events: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw new Failure("An event is too long to be read.");
    },
    maxBufferSize: MAX_EVENT,
  });
  const decoder = new TextDecoder();
  if (!response.body) return;
  // Node's streams can be iterated, which the types of browsers do not know. Whatever ends the loop closes the
  // connection too.
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    parser.feed(decoder.decode(part, { stream: true }));
    for (const { event, data } of events.splice(0)) {
      if (event === "event") await onEvent(data);
      else if (event === "gap") onGap();
    }
  }
}

const isEventStream = ({ ok, headers }: Response): boolean =>
  ok && headers.get("content-type")?.startsWith("text/event-stream") === true;

async function readStream(target: Target, stream: EventStream, signal: AbortSignal): Promise<void> {
  const response = await sendRequest(target, PATH, { headers: { accept: "text/event-stream" }, signal });
  if (!isEventStream(response)) throw toFailure(target, response.status, await readBounded(response));
  stream.onOpen();
  await readEvents(response, stream);
}

/** Refusals that another attempt would get too; 429 passes. */
const isFinal = ({ details }: Failure): boolean => {
  const { status } = details;
  return typeof status === "number" && status < 500 && status !== 429;
};

/**
 * Repeats a step until the signal aborts, after a failure with a pause that grows until the step calls `isWell`.
 * @throws {Failure} if the server refuses the key
 */
export async function keepFollowing(
  step: (isWell: () => void) => Promise<void>,
  onBreak: EventStream["onBreak"],
  signal: AbortSignal,
): Promise<void> {
  let wait = FIRST_PAUSE_MS;
  const isWell = () => void (wait = FIRST_PAUSE_MS);
  while (!signal.aborted)
    try {
      await step(isWell);
    } catch (error) {
      if (signal.aborted) return;
      const failure = error instanceof Failure ? error : new Failure("The connection to the server broke off.");
      if (isFinal(failure)) throw failure;
      onBreak(failure);
      await pause(wait, signal).catch(() => undefined);
      wait = Math.min(LAST_PAUSE_MS, wait * 2);
    }
}

/**
 * Follows until the signal aborts. The server ends each stream after some minutes; what happens until the next one is
 * open is missed, and can be found in the log of events.
 * @throws {Failure} if the server refuses the key
 */
export const followEvents = (target: Target, stream: EventStream, signal: AbortSignal): Promise<void> =>
  keepFollowing(
    async (isWell) => {
      const onOpen = () => {
        isWell();
        stream.onOpen();
      };
      await readStream(target, { ...stream, onOpen }, signal);
      await pause(REOPEN_MS, signal);
    },
    stream.onBreak,
    signal,
  );
