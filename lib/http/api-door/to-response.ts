/** An answer, before it is written by Node's server or turned into a web Response. */
import { API_HEADERS } from "../security-headers";
import type { Text } from "./write-text";

/** The headers of an answer, with names in lower case. `set` replaces a value, `append` adds one. */
export class AnswerHeaders {
  readonly all: Record<string, string | string[]> = { "cache-control": "no-store" };

  set(name: string, value: string): void {
    this.all[name] = value;
  }

  append(name: string, value: string): void {
    const header = this.all[name];
    this.all[name] = header === undefined ? value : [header, value].flat();
  }
}

/** Where an answer is written that comes bit by bit. A client that does not read loses its connection. */
export type Sink = { write: (text: string) => void; end: () => void };

/** Begins to write; returns what is called once when the answer is over, for whatever reason. */
export type StartStream = (sink: Sink) => () => void;

export type JsonAnswer = {
  status: number;
  headers: Record<string, string | string[]>;
  /** None for 204. */
  text: Text | null;
  /** Instead of the text: the answer comes bit by bit. */
  stream?: StartStream;
};

/**
 * The maximum of a stream that waits for its reader: a few large answers that come at the same time. Readers who take
 * next to nothing, and the data that waits on all connections together, are the business of `limit-unread`.
 */
export const MAX_STREAM_WAITING = 16 * 1024 * 1024;

function toBody(start: StartStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let over: (() => void) | undefined;
  const finish = () => {
    over?.();
    over = undefined;
  };
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        let open = true;
        const close = (how: () => void) => {
          if (!open) return;
          open = false;
          how();
          // Not before `start` has returned what is to be called.
          queueMicrotask(finish);
        };
        over = start({
          write: (text) => {
            if (!open) return;
            if ((controller.desiredSize ?? 0) < -MAX_STREAM_WAITING)
              return close(() => controller.error(new Error("the client does not read its stream")));
            controller.enqueue(encoder.encode(text));
          },
          end: () => close(() => controller.close()),
        });
      },
      cancel: finish,
    },
    { highWaterMark: 1, size: (chunk) => chunk?.byteLength ?? 0 },
  );
}

/** The answer as a web Response, for Next and tests, with the headers that `answerJson` adds too. */
export function toResponse({ status, headers, text, stream }: JsonAnswer): Response {
  const result = new Headers(API_HEADERS);
  for (const name in headers) for (const value of [headers[name] ?? []].flat()) result.append(name, value);
  const body = stream
    ? toBody(stream)
    : text === null || typeof text === "string"
      ? text
      : Buffer.concat(text.map((piece) => Buffer.from(piece)));
  return new Response(body, { status, headers: result });
}

/** Whether the client has this answer already: If-None-Match with weak comparison (RFC 9110 13.1.2). */
export function isNotModified(etag: string | string[] | undefined, ifNoneMatch: string | null): boolean {
  if (typeof etag !== "string" || !ifNoneMatch) return false;
  return ifNoneMatch.split(",").some((tag) => [etag, "*"].includes(tag.trim().replace(/^W\//, "")));
}
