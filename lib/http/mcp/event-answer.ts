/** Answers of MCP: JSON, or a stream of server-sent events once something is to be said before the end. */
import { onDrain } from "@/lib/kernel/process/lifecycle";
import { processMemory } from "@/lib/kernel/process-memory";
import { textOf, type Text } from "../api-door/write-text";
import type { JsonAnswer, Sink } from "../api-door/to-response";

/** `no-transform` prevents compression, which would delay events; `x-accel-buffering` turns off nginx's buffer. */
const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/** Proxies close a connection that is silent for a minute. */
const KEEP_ALIVE_MS = 15_000;

export const eventText = (data: string, name = "message"): string => `event: ${name}\ndata: ${data}\n\n`;

/** One timer for all streams: hundreds of them only listen. */
const open = processMemory("mcp.streams", () => ({
  sinks: new Set<Sink>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

function keepAlive(sink: Sink): () => void {
  open.sinks.add(sink);
  open.timer ??= setInterval(() => {
    for (const sink of open.sinks) sink.write(": still here\n\n");
  }, KEEP_ALIVE_MS).unref();
  return () => {
    open.sinks.delete(sink);
    if (open.sinks.size > 0) return;
    clearInterval(open.timer);
    open.timer = undefined;
  };
}

/**
 * An answer that is a stream of events, until the client leaves, the server stops or it is ended.
 * @param start returns what is called once when the stream is over
 */
export const eventAnswer = (headers: Record<string, string>, start: (sink: Sink) => () => void): JsonAnswer => ({
  status: 200,
  headers: { ...STREAM_HEADERS, ...headers },
  text: null,
  stream: (sink) => {
    // The first bytes open the stream at the client, through whatever stands in between.
    sink.write(": hello\n\n");
    const ends = [keepAlive(sink), onDrain(() => sink.end()), start(sink)];
    return () => {
      for (const end of ends) end();
    };
  },
});

export type Finished = { status: number; headers: Record<string, string>; text: Text };

/**
 * The answer of work that can send messages before its result. It is JSON if the work sent no message.
 * @param work never rejects; messages after its end are dropped
 * @param onLeave is called when the client leaves a stream
 */
export function answerOrStream(
  work: (say: (text: string) => void) => Promise<Finished>,
  headers: Record<string, string>,
  onLeave: () => void,
): Promise<JsonAnswer> {
  return new Promise((resolve, reject) => {
    let sink: Sink | undefined;
    let over = false;
    /** The messages before somebody read. */
    let backlog: string[] | undefined;
    const begin = (): void => {
      backlog = [];
      resolve(
        eventAnswer(headers, (opening) => {
          sink = opening;
          for (const text of backlog ?? []) opening.write(text);
          if (over) opening.end();
          return () => {
            over = true;
            onLeave();
          };
        }),
      );
    };
    const write = (text: string): void => {
      if (sink) sink.write(eventText(text));
      else backlog?.push(eventText(text));
    };
    work((text) => {
      if (over) return;
      if (!backlog) begin();
      write(text);
    }).then((finished) => {
      if (over) return;
      over = true;
      if (!backlog) return resolve({ ...finished, headers: { ...headers, ...finished.headers } });
      write(textOf(finished.text));
      sink?.end();
    }, reject);
  });
}
