/** Sends one request over undici's dispatcher: a small answer is collected in memory, a large one becomes a stream. */
import { isUtf8 } from "node:buffer";
import { Readable } from "node:stream";
import type { Dispatcher } from "undici";

/** Aborts a request in any state. */
export class Abort {
  aborted = false;
  private end: (() => void) | undefined;

  abort(): void {
    this.aborted = true;
    this.end?.();
  }

  /** Sets what `abort` does; runs it at once if `abort` was called before. */
  use(end: () => void): void {
    this.end = end;
    if (this.aborted) end();
  }
}

export type Head = { status: number; headers: Record<string, string> };
/** The whole body, or a stream of it; a stream that is not read to its end must be destroyed. */
export type Answer = Head & ({ whole: Buffer } | { stream: Readable });

type Options = Dispatcher.DispatchOptions;

/** The error of a request that `Abort` ended. */
export const abortError = (): Error => Object.assign(new Error("The exchange was ended."), { code: "UND_ERR_ABORTED" });

/** undici reads the bytes of a header as Latin-1; bytes that are UTF-8 were meant so. */
function headerText(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  const bytes = Buffer.from(value, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : value;
}

/** Joins repeated headers by ", ". Changes the given object, which nobody else uses. */
function flatHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  for (const name in headers) {
    const value = headers[name];
    headers[name] = headerText(typeof value === "string" ? value : (value?.join(", ") ?? ""));
  }
  return headers as Record<string, string>;
}

class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private head: Head | undefined;
  private room = 0;
  private chunks: Buffer[] = [];
  private stream: Readable | undefined;

  constructor(
    private readonly roomFor: (head: Head) => number,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: unknown) => void,
    private readonly signal: Abort,
  ) {
    // As long as the request has no connection, only the waiting can be ended.
    signal.use(() => this.fail(abortError()));
  }

  private fail(error: Error): void {
    this.controller?.abort(error);
    this.stream?.destroy(error);
    this.reject(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.signal.aborted) controller.abort(abortError());
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    // After a 1xx, the real answer follows (RFC 9110 15.2).
    if (status < 200) return;
    this.head = { status, headers: flatHeaders(headers) };
    this.room = this.roomFor(this.head);
    if (this.room < 0) this.toStream();
  }

  /** Turns the body into a stream that begins with the bytes so far. */
  private toStream(): Readable {
    const { controller } = this;
    const stream = new Readable({
      read: () => controller?.resume(),
      destroy: (error, done) => {
        if (!stream.readableEnded) controller?.abort(error ?? abortError());
        done(error);
      },
    });
    // Readers get the error; without a reader, it must not end the process.
    stream.on("error", () => undefined);
    this.stream = stream;
    for (const chunk of this.chunks) stream.push(chunk);
    this.chunks = [];
    if (this.head) this.resolve({ stream, ...this.head });
    return stream;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.stream) {
      this.room -= chunk.length;
      if (this.room >= 0) return void this.chunks.push(chunk);
      this.toStream();
    }
    if (this.stream && !this.stream.push(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.stream) this.stream.push(null);
    else if (this.head)
      this.resolve({
        whole: this.chunks.length === 1 && this.chunks[0] ? this.chunks[0] : Buffer.concat(this.chunks),
        ...this.head,
      });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.stream?.destroy(error);
    this.reject(error);
  }
}

/**
 * Sends a request. Resolves when the answer's head has arrived, or for a small answer its whole body.
 * @param room how many bytes of the body are collected before it becomes a stream; below 0 it is always a stream
 * @throws undici's errors, by their `code`; `UND_ERR_ABORTED` when the signal ended it
 */
export const dispatch = (
  dispatcher: Dispatcher,
  options: Options,
  signal: Abort,
  room: (head: Head) => number,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    dispatcher.dispatch(options, new Exchange(room, resolve, reject, signal));
  });
