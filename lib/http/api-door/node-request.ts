/** Wraps a request of Node's server in the interface of a web Request; its parts are only made when they are used. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { shareAbort } from "@/lib/kernel/concurrency/on-abort";
import { ApiError } from "@/lib/kernel/errors";
import { requestIdOf } from "../request-id";

/** The parts of a request that operations use; a web Request has them too. */
export type RequestLike = {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get: (name: string) => string | null };
  /** Names and values as they came, in a flat list. */
  readonly rawHeaders?: readonly string[];
  /**
   * Aborts when the caller hangs up. Shared by the requests of a connection, so remove listeners when the work is done.
   */
  readonly signal: AbortSignal;
  readonly body: unknown;
  /** The address at the other end of the connection, of the client or a proxy; undefined if not known. */
  readonly peer?: string | undefined;
  /** Set if the listener made one already. */
  readonly requestId?: string;
  text: () => Promise<string>;
  /** The body if all of it has arrived, as that of most calls has by now; else undefined. */
  arrivedBytes?: () => Buffer | undefined;
  /** Hands the body over as it comes; without it, `body` is a web stream. Rejects with what `take` throws. */
  eachChunk?: (take: (chunk: Uint8Array) => void) => Promise<void>;
  /**
   * Memory for the body counts until the answer is written, or until other memory takes its place; without this
   * function, until the body is read.
   */
  holds?: (memory: { release: () => void }) => void;
};

/** The query of a request, without what a browser's address holds after `#`. */
export function searchOf(url: string): URLSearchParams {
  const start = url.indexOf("?");
  if (start < 0) return new URLSearchParams();
  const end = url.indexOf("#", start);
  return new URLSearchParams(url.slice(start + 1, end < 0 ? undefined : end));
}

/** All headers, as a web Request has them: a repeated one is one, joined by commas. */
export function allHeaders(request: RequestLike): Record<string, string> {
  const raw = request.rawHeaders;
  if (!raw) return Object.fromEntries(request.headers as Headers);
  const all: Record<string, string> = {};
  for (let index = 0; index < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    all[name] = Object.hasOwn(all, name) ? `${all[name]}${name === "cookie" ? "; " : ", "}${value}` : value;
  }
  return all;
}

/**
 * The error for a caller who hung up while sending. A 400, so that the log does not count it as an error of the server.
 */
export const connectionEnded = () =>
  new ApiError("BadRequest", "The connection ended before the body did.", { suggestedFix: "Send the whole body." });

const ends = new WeakMap<Socket, AbortController>();

/** The signal that aborts when a connection closes. Shared by all of its requests, because making one is expensive. */
function endOf(socket: Socket): AbortSignal {
  const controller = ends.get(socket);
  if (controller) return controller.signal;
  const created = new AbortController();
  ends.set(socket, created);
  shareAbort(created.signal);
  if (socket.destroyed) created.abort();
  else socket.once("close", () => created.abort());
  return created.signal;
}

/** A body as a web Request reads it: malformed UTF-8 becomes U+FFFD, and a byte order mark is removed. */
export function toText(bytes: Buffer): string {
  const text = bytes.toString("utf8");
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

export class NodeRequest implements RequestLike {
  /** Memory for the body, to be released with the answer. */
  memory: { release: () => void } | undefined;

  constructor(private readonly incoming: IncomingMessage) {}

  holds(memory: { release: () => void }): void {
    this.memory?.release();
    this.memory = memory;
  }

  get method(): string {
    return this.incoming.method ?? "GET";
  }

  get requestId(): string {
    return requestIdOf(this.incoming);
  }

  get peer(): string | undefined {
    return this.incoming.socket.remoteAddress;
  }

  get url(): string {
    return `http://${this.incoming.headers.host ?? "localhost"}${this.incoming.url ?? "/"}`;
  }

  readonly headers = {
    get: (name: string): string | null => {
      const value = this.incoming.headers[name.toLowerCase()];
      return value === undefined ? null : Array.isArray(value) ? value.join(", ") : value;
    },
  };

  get rawHeaders(): string[] {
    return this.incoming.rawHeaders;
  }

  get signal(): AbortSignal {
    return endOf(this.incoming.socket);
  }

  /** The body as a stream; null if there is no body. */
  get body(): IncomingMessage | null {
    const { headers } = this.incoming;
    return headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined ? this.incoming : null;
  }

  async text(): Promise<string> {
    if (!this.body) return "";
    const chunks: Buffer[] = [];
    await this.eachChunk((chunk) => void chunks.push(chunk));
    return toText(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  }

  arrivedBytes(): Buffer | undefined {
    const { incoming } = this;
    const { complete: isComplete, readableLength } = incoming;
    if (readableLength === 0) return undefined;
    // Waiting promises run after the parser has delivered the bytes, and before it reports their end.
    if (!isComplete && readableLength !== Number(incoming.headers["content-length"])) return undefined;
    // Without a listener the stream is paused, so it still has all bytes.
    const bytes: Buffer | null = incoming.read();
    // So that the stream ends when the parser reports the end.
    if (!isComplete) incoming.resume();
    return bytes ?? undefined;
  }

  eachChunk(take: (chunk: Buffer) => void): Promise<void> {
    const { incoming } = this;
    return new Promise((resolve, reject) => {
      const onData = (chunk: Buffer): void => {
        try {
          take(chunk);
        } catch (error) {
          // The rest can come, so that the answer is read; nobody keeps it.
          incoming.off("data", onData).resume();
          reject(error instanceof Error ? error : connectionEnded());
        }
      };
      incoming
        .on("data", onData)
        .once("end", resolve)
        .once("error", () => reject(connectionEnded()))
        .once("close", () => {
          if (!incoming.readableEnded) reject(connectionEnded());
        });
    });
  }
}
