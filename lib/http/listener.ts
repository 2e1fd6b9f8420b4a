/** The server that listens: no exception and no broken connection of one request leaves it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "@/lib/kernel/ids";
import { log } from "@/lib/kernel/log";
import { errorAnswer } from "./error-body";
import { API_HEADERS } from "./security-headers";

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

/** Tells the caller, where that is still possible, and gives the connection up. */
function fail(error: unknown, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    log.error("an answer broke off", { error });
    return void response.destroy();
  }
  const { status, headers, text } = errorAnswer(error, newId("request"));
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.writeHead(status, { ...API_HEADERS, ...headers, connection: "close" }).end(text);
}

/** Runs work that may fail at once or later; nothing that `failed` does leaves either. */
function guard(work: () => unknown, failed: (error: unknown) => void): void {
  const handle = (error: unknown) => {
    try {
      failed(error);
    } catch (second) {
      log.error("a failure could not be told", { error: second });
    }
  };
  try {
    const result = work();
    if (result instanceof Promise) result.catch(handle);
  } catch (error) {
    handle(error);
  }
}

/**
 * What Node does by itself and needs no word here: a request that is no HTTP gets a 400, one with too long a head 431,
 * one that stalls 408; a connection's own error ends the connection.
 * @param answer answers a request; whatever it throws or rejects with becomes a 500, or ends the connection
 * @param upgrade takes over a connection that asks for another protocol; without it such a request is answered as any
 *   other, as RFC 9110 7.8 lets a server do
 */
export function createListener({ answer, upgrade }: { answer: Answer; upgrade?: Upgrade | undefined }): Server {
  const server = createServer((request, response) => {
    // A write after the end is told here, and would end the process if nobody listened.
    response.on("error", (error) => log.error("an answer could not be written", { error }));
    // Reset before it was looked at: nobody is there to be answered, and nobody knows who asked.
    if (request.socket.remoteAddress === undefined) return void response.destroy();
    guard(
      () => answer(request, response),
      (error) => fail(error, response),
    );
  });
  if (upgrade)
    server.on("upgrade", (request, socket, head) => {
      // Node has taken its own listeners away.
      socket.on("error", () => socket.destroy());
      guard(
        () => upgrade(request, socket, head),
        (error) => {
          log.error("a connection could not be upgraded", { error });
          socket.destroy();
        },
      );
    });
  // Without a descriptor left the system refuses a connection; the next one may find one.
  server.once("listening", () => server.on("error", (error) => log.error("a connection was not accepted", { error })));
  return server;
}
