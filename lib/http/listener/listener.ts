/** The server that listens: no exception and no broken connection of one request leaves it. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { background, log } from "@/lib/kernel/process/log";
import { errorAnswer } from "../api-door/error-body";
import { settleClaims } from "./forwarded-for";
import { drain } from "./node-door";
import { API_HEADERS } from "../security-headers";
import { requestIdOf } from "../request-id";
import { settleTarget } from "./target";

/** `pathname` is the request's path as `settleTarget` judged it. */
export type Answer = (request: IncomingMessage, response: ServerResponse, pathname: string) => unknown;
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

/** Tells the caller, where that is still possible, and gives the connection up. */
function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    log.error({ requestId: requestIdOf(request) }, "an answer broke off", { error });
    return void response.destroy();
  }
  const { status, headers, text } = errorAnswer(error, requestIdOf(request));
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const length = { "content-length": String(Buffer.byteLength(text)) };
  const { "content-length": declared, "transfer-encoding": encoding } = request.headers;
  const unread = !request.complete && (Number(declared ?? 0) > 0 || encoding !== undefined);
  if (unread) response.once("finish", () => drain(request));
  response.writeHead(status, { ...API_HEADERS, ...headers, ...length, ...(!unread && { connection: "close" }) });
  response.end(text);
}

/** Runs work that may fail at once or later; nothing that `failed` does leaves either. */
function guard(request: IncomingMessage, work: () => unknown, failed: (error: unknown) => void): void {
  const handle = (error: unknown) => {
    try {
      failed(error);
    } catch (second) {
      log.error({ requestId: requestIdOf(request) }, "a failure could not be told", { error: second });
    }
  };
  try {
    const result = work();
    if (result instanceof Promise) result.catch(handle);
  } catch (error) {
    handle(error);
  }
}

/** A connection on which nothing moved for so long, with something to read, is one that nobody reads. */
const STALL_MS = 60_000;

/** While a handler works there is nothing to read, and the connection is left alone. */
const endUnread = (socket: Socket): void => {
  if (socket.writableLength > 0) socket.destroy();
};

/** Answers one request, and ends it where that fails. */
function take(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const { remoteAddress } = request.socket;
  // Reset before it was looked at: nobody is there to be answered, and nobody knows who asked.
  if (remoteAddress === undefined) return void response.destroy();
  guard(
    request,
    () => {
      const pathname = settleTarget(request);
      settleClaims(request, remoteAddress);
      return answer(request, response, pathname);
    },
    (error) => fail(error, request, response),
  );
}

const NO_TUNNEL =
  "HTTP/1.1 405 Method Not Allowed\r\nallow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";

/** What Node hands over with its own listeners taken away. */
function watchSocket(socket: Duplex): void {
  socket.on("error", () => socket.destroy());
}

function takeUpgrades(server: Server, upgrade: Upgrade): void {
  server.on("upgrade", (request, socket, head) => {
    watchSocket(socket);
    (socket as Socket).setTimeout(0);
    guard(
      request,
      () => {
        settleTarget(request);
        return upgrade(request, socket, head);
      },
      (error) => {
        log.warn({ requestId: requestIdOf(request) }, "a connection could not be upgraded", { error });
        socket.destroy();
      },
    );
  });
}

type Listening = { answer: Answer; upgrade?: Upgrade | undefined; stallMs?: number; maxConnections?: number };

/**
 * What Node does by itself and needs no word here: a request that is no HTTP gets a 400, one with too long a head 431,
 * one that stalls 408; a connection's own error ends the connection.
 * @param answer answers a request; whatever it throws or rejects with becomes a 500, or ends the connection
 * @param upgrade takes over a connection that asks for another protocol; without it such a request is answered as any
 *   other, as RFC 9110 7.8 lets a server do
 * @param maxConnections further ones are closed as they come
 * @param stallMs after so long without any movement a connection ends that has an answer to read, or asks for nothing
 */
export function createListener({ answer, upgrade, stallMs = STALL_MS, maxConnections }: Listening): Server {
  const server = createServer((request, response) => {
    // A write after the end is told here, and would end the process if nobody listened.
    response.on("error", (error) =>
      log.error({ requestId: requestIdOf(request) }, "an answer could not be written", { error }),
    );
    response.on("timeout", endUnread);
    // Requests that came in one go wait for the answer before theirs: their order counts, and a connection that sends a
    // thousand heads in one packet makes the server work on one of them.
    if (response.socket) take(answer, request, response);
    else response.once("socket", () => take(answer, request, response));
  });
  server.timeout = stallMs;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  if (upgrade) takeUpgrades(server, upgrade);
  server.on("connect", (_, socket) => {
    watchSocket(socket);
    socket.end(NO_TUNNEL);
  });
  // Without a descriptor left the system refuses a connection; the next one may find one.
  server.once("listening", () =>
    server.on("error", (error) => log.error(background("listener"), "a connection was not accepted", { error })),
  );
  return server;
}
