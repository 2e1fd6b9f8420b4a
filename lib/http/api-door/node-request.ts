/** A request as Node's server gives it, in the form that operations take: the web's, made of as little as is asked for. */
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "@/lib/kernel/errors";
import { requestIdOf } from "../request-id";

/** The part of a request that operations use; a web Request fits too. */
export type RequestLike = {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: { get: (name: string) => string | null };
  /** Aborts when the caller hangs up; whoever listens stops listening when its work is done, as the next request may have the same. */
  readonly signal: AbortSignal;
  readonly body: unknown;
  /** The address at the other end of the connection, where the door knows it: the client's, or a proxy's. */
  readonly peer?: string | undefined;
  /** Where the door made one already. */
  readonly requestId?: string;
  text: () => Promise<string>;
};

/** Nobody is there to read it; the log has no error of ours. */
export const hungUp = () =>
  new ApiError("BadRequest", "The connection ended before the body did.", { suggestedFix: "Send the whole body." });

const ends = new WeakMap<Socket, AbortController>();

/** Aborts when a connection closes. One for all its requests: making one costs more than many a request. */
function endOf(socket: Socket): AbortSignal {
  const known = ends.get(socket);
  if (known) return known.signal;
  const made = new AbortController();
  ends.set(socket, made);
  if (socket.destroyed) made.abort();
  else socket.once("close", () => made.abort());
  return made.signal;
}

export class NodeRequest implements RequestLike {
  constructor(private readonly incoming: IncomingMessage) {}

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

  get signal(): AbortSignal {
    return endOf(this.incoming.socket);
  }

  /** The body while it arrives; null where there is none. */
  get body(): IncomingMessage | null {
    const { headers } = this.incoming;
    return headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined ? this.incoming : null;
  }

  /** Malformed UTF-8 becomes U+FFFD, and a byte order mark is no part of the text, as of a web Request. */
  text(): Promise<string> {
    if (!this.body) return Promise.resolve("");
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      this.incoming
        .on("data", (chunk: Buffer) => {
          chunks.push(chunk);
        })
        .once("end", () => {
          const text = (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString("utf8");
          resolve(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
        })
        .once("error", () => reject(hungUp()))
        .once("close", () => {
          if (!this.incoming.readableEnded) reject(hungUp());
        });
    });
  }
}
