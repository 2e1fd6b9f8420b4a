/** The HTTP server. An exception or a broken connection of one request does not affect any other. */
import { createServer, IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { background, log } from "@/lib/kernel/process/log";
import { errorAnswer } from "../api-door/error-response";
import { dropUntrustedClaims } from "./forwarded-for";
import { drain } from "./answer-json";
import { API_HEADERS } from "../security-headers";
import { requestIdOf } from "../request-id";
import { boundIdleConnections } from "./bound-idle-connections";
import { countResponse, setDoor, TimedResponse } from "./count-response";
import { logAccess, prepareAccessLine } from "./log-access";
import { normalizeTarget } from "./normalize-target";
import { traceRequest } from "./trace-request";

/** `pathname` is the path from `normalizeTarget`. */
export type Answer = (request: IncomingMessage, response: ServerResponse, pathname: string) => unknown;
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => unknown;

/** Answers with the error if that is still possible, and ends the connection. */
function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) {
    log.error({ requestId: requestIdOf(request) }, "an answer broke off", { error });
    return void response.destroy();
  }
  const { status, headers, text } = errorAnswer(error, requestIdOf(request));
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const length = { "content-length": String(Buffer.byteLength(text)) };
  const { "content-length": contentLength, "transfer-encoding": encoding } = request.headers;
  const unread = !request.complete && (Number(contentLength ?? 0) > 0 || encoding !== undefined);
  if (unread) response.once("finish", () => drain(request));
  response.writeHead(status, { ...API_HEADERS, ...headers, ...length, ...(!unread && { connection: "close" }) });
  response.end(text);
}

/** Runs work and passes its errors, thrown or rejected, to `failed`, whose own errors are only logged. */
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

/** After this time without any movement, a client that has something to read counts as gone. */
const STALL_MS = 60_000;

/**
 * Ends a connection with unread data. While a handler still works there is no unread data, and the connection stays.
 */
const endUnread = (socket: Socket): void => {
  if (socket.writableLength > 0) socket.destroy();
};

/** Answers one request, with an error if that fails. */
function handleRequest(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
  const { remoteAddress } = request.socket;
  // The connection was reset already, so nobody would get the answer.
  if (remoteAddress === undefined) return void response.destroy();
  if (response instanceof TimedResponse) {
    prepareAccessLine(request);
    // One listener for both: a page has nearly as many as Node allows without a warning.
    response.once("close", () => {
      countResponse(response);
      logAccess(request, response);
      // The head of an answer that had begun before does not announce the end of the connection.
      if (response.server?.listening === false) response.server.closeIdleConnections();
    });
  }
  guard(
    request,
    () => {
      const pathname = normalizeTarget(request);
      setDoor(response, pathname);
      traceRequest(request, response, pathname);
      dropUntrustedClaims(request, remoteAddress);
      return answer(request, response, pathname);
    },
    (error) => fail(error, request, response),
  );
}

const NO_TUNNEL =
  "HTTP/1.1 405 Method Not Allowed\r\n" +
  "allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r\n" +
  "content-length: 0\r\nconnection: close\r\n\r\n";

/** Handles the errors of a socket from which Node has removed its own listeners. */
function watchSocket(socket: Duplex): void {
  socket.on("error", () => socket.destroy());
}

function handleUpgrades(server: Server, upgrade: Upgrade, leaveIdle: (socket: Duplex) => void): void {
  server.on("upgrade", (request, socket, head) => {
    watchSocket(socket);
    leaveIdle(socket);
    (socket as Socket).setTimeout(0);
    guard(
      request,
      () => {
        normalizeTarget(request);
        dropUntrustedClaims(request, request.socket.remoteAddress ?? "");
        return upgrade(request, socket, head);
      },
      (error) => {
        log.warn({ requestId: requestIdOf(request) }, "a connection could not be upgraded", { error });
        socket.destroy();
      },
    );
  });
}

type Listening = {
  answer: Answer;
  upgrade?: Upgrade | undefined;
  upgrades?: (url: string | undefined) => boolean;
  stallMs?: number;
  maxConnections?: number;
};

/** Whether a request asks to become another protocol, as Node's parser reads it. */
const WISH = Symbol("patchbay.upgrade");

/**
 * Requests that can become another protocol only if `upgrades` allows it. Node asks `upgrade` of each request before it
 * looks for a listener, and treats a request without an upgrade like any other, with its body.
 */
function requestsThatUpgrade(upgrades: (url: string | undefined) => boolean): typeof IncomingMessage {
  class ChosenUpgrades extends IncomingMessage {
    declare upgrade: boolean;
    declare [WISH]?: boolean;
  }
  Object.defineProperty(ChosenUpgrades.prototype, "upgrade", {
    get(this: ChosenUpgrades): boolean {
      if (!this[WISH]) return false;
      return this.method === "CONNECT" || (isWebSocket(this) && upgrades(this.url));
    },
    set(this: ChosenUpgrades, value: boolean) {
      this[WISH] = value;
    },
  });
  return ChosenUpgrades;
}

const isWebSocket = ({ headers, method }: IncomingMessage): boolean =>
  method === "GET" && headers.upgrade?.toLowerCase() === "websocket";

/**
 * Creates the server. Node itself answers a request that is no HTTP with 400, one with too long a head with 431, and
 * one that stalls with 408.
 * @param answer answers a request; whatever it throws or rejects with becomes a 500, or ends the connection
 * @param upgrade takes over a connection that asks for another protocol; without it such a request is answered like
 *   any other, as RFC 9110 7.8 allows
 * @param upgrades which addresses can be upgraded; all where left out
 * @param maxConnections further connections are closed at once, and one client lets a tenth of them wait for a
 *   request
 * @param stallMs a connection without any movement for so long is ended if it is idle or does not read its answer
 */
export function createListener({
  answer,
  upgrade,
  upgrades = () => true,
  stallMs = STALL_MS,
  maxConnections,
}: Listening): Server {
  const classes = { IncomingMessage: requestsThatUpgrade(upgrades), ServerResponse: TimedResponse };
  const server = createServer(classes, (request, response) => {
    response.server = server;
    // Without a listener, a write after the end would stop the process.
    response.on("error", (error) =>
      log.error({ requestId: requestIdOf(request) }, "an answer could not be written", { error }),
    );
    response.on("timeout", endUnread);
    // Pipelined requests are handled one after another: their order matters, and a connection that sends a thousand
    // heads in one packet must not occupy the server with all of them.
    if (response.socket) handleRequest(answer, request, response);
    else response.once("socket", () => handleRequest(answer, request, response));
  });
  server.timeout = stallMs;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  const { leave } = boundIdleConnections(server, maxConnections ?? Infinity);
  if (upgrade) handleUpgrades(server, upgrade, leave);
  server.on("connect", (_, socket) => {
    watchSocket(socket);
    // Node has taken the time limit off the socket, and its client may keep it open.
    socket.end(NO_TUNNEL, () => socket.destroy());
  });
  // Without free file descriptors the system refuses a connection; a later connection can succeed.
  server.once("listening", () =>
    server.on("error", (error) => log.error(background("listener"), "a connection was not accepted", { error })),
  );
  return server;
}
