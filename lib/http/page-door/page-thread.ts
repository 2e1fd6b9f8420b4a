/** Forwards requests to the thread that renders pages, over a Unix socket. */
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { pipeline } from "node:stream";
import { log } from "@/lib/kernel/process/log";
import { makeTemporaryFolder } from "@/lib/kernel/process/make-temporary-folder";
import { processPlace } from "@/lib/kernel/process/process-place";
import { bodyTooLarge, OPEN_BODY_BYTES } from "../api-door/read-body";
import { requestIdOf } from "../request-id";
import { type PageThreadData, PageWorker } from "./page-worker";

export type PageThread = {
  /**
   * @param maxBytes the limit of the body; default 64 kB, which is enough for pages and sign-in
   * @returns rejects with ApiError PayloadTooLarge for a larger body; never settles otherwise
   */
  answer: (request: IncomingMessage, response: ServerResponse, maxBytes?: number) => Promise<never>;
  /** Lets running requests end, for a limited time, and stops the thread. */
  stop: () => Promise<void>;
};

/** The time limit of running requests when the thread stops; a request that hangs must not keep the process alive. */
const STOP_MS = 10_000;
/** Headers that belong to one connection and are not forwarded (RFC 9110 7.6.1). */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-connection",
]);

/** The headers for the thread: those of the client, and its address, which the thread cannot see over the socket. */
function forwardedHeaders(request: IncomingMessage): NodeJS.Dict<string | string[]> {
  const headers: NodeJS.Dict<string | string[]> = {};
  for (const name in request.headers) if (!HOP_BY_HOP.has(name)) headers[name] = request.headers[name];
  // For a GET, Node would send the body without framing, and the other side would read it as a new request (RFC 9112
  // 11.2).
  if (request.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  const { remoteAddress } = request.socket;
  headers["x-request-id"] = requestIdOf(request);
  // A connection that was reset has no address any more; Node throws on a header without a value.
  if (remoteAddress !== undefined) headers["x-forwarded-for"] ??= remoteAddress;
  return headers;
}

function answeredHeaders(raw: readonly string[]): string[] {
  const endToEnd: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (!HOP_BY_HOP.has((raw[i] ?? "").toLowerCase())) endToEnd.push(raw[i] ?? "", raw[i + 1] ?? "");
  return endToEnd;
}

const announcesMore = (request: IncomingMessage, maxBytes: number): boolean =>
  Number(request.headers["content-length"] ?? 0) > maxBytes;

/** Calls `exceeded` once the body that arrives is too large. */
function watchSize(request: IncomingMessage, maxBytes: number, exceeded: () => void): void {
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (before <= maxBytes && size > maxBytes) exceeded();
  });
}

/** Answers that the page cannot be shown now, or ends the connection if the page has begun. */
function answerUnavailable(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  if (response.headersSent) return void response.destroy();
  log.error({ requestId: requestIdOf(request) }, "a page could not be made", { error });
  response
    .writeHead(503, {
      "content-type": "text/plain; charset=utf-8",
      "x-request-id": requestIdOf(request),
      "retry-after": "2",
      connection: "close",
    })
    .end("This page cannot be shown at the moment. Load it again in a few seconds.\n");
}

/** Forwards a request and streams the answer back. */
function forward(request: IncomingMessage, response: ServerResponse, socketPath: string, agent: Agent): ClientRequest {
  const inner = httpRequest(
    { socketPath, agent, method: request.method, path: request.url, headers: forwardedHeaders(request) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answeredHeaders(answer.rawHeaders));
      pipeline(answer, response, () => undefined);
    },
  );
  inner.on("error", (error) => answerUnavailable(request, response, error));
  request.pipe(inner);
  return inner;
}

/** Forwards a request; calls `refuse` if its body turns out to have more than `maxBytes`. */
function forwardCapped(
  maxBytes: number,
  refuse: () => void,
  ...[request, response, socketPath, agent]: Parameters<typeof forward>
): ClientRequest {
  const inner = forward(request, response, socketPath, agent);
  watchSize(request, maxBytes, () => {
    request.unpipe(inner);
    inner
      .removeAllListeners("response")
      .removeAllListeners("error")
      .on("error", () => undefined)
      .destroy();
    refuse();
  });
  return inner;
}

/** The way to a thread: `enter` gives its socket, and each visit ends with `leave`. */
type Door = { enter: () => Promise<string>; leave: () => void };

/** Answers with what the thread behind the door makes. */
export const answerFrom =
  ({ enter, leave }: Door, agent: Agent): PageThread["answer"] =>
  (request, response, maxBytes = OPEN_BODY_BYTES) =>
    new Promise((_, reject) => {
      const refuse = () => reject(bodyTooLarge(maxBytes));
      if (announcesMore(request, maxBytes)) return refuse();
      if (response.destroyed) return;
      let inner: ClientRequest | undefined;
      // The client left, or the body broke off: the forwarded request ends too.
      response.once("close", () => {
        leave();
        if (!response.writableFinished) inner?.destroy();
      });
      enter().then(
        (socketPath) => {
          if (!response.destroyed) inner = forwardCapped(maxBytes, refuse, request, response, socketPath, agent);
        },
        (error: unknown) => answerUnavailable(request, response, error),
      );
    });

export type PageThreadOptions = Omit<PageThreadData, "socketPath" | "place"> & {
  stopMs?: number;
  /**
   * The thread starts with the first request, and ends after so long without one. If left out, it starts at once and
   * never ends on its own.
   */
  idleMs?: number | undefined;
};

/**
 * Prepares the thread; one that died is started again by the next request.
 * @param script the script of the thread: the bundle of `page-server.ts`
 * @throws the error of the start, without `idleMs`
 */
export async function startPageThread(
  script: URL,
  { stopMs = STOP_MS, idleMs, ...data }: PageThreadOptions,
): Promise<PageThread> {
  const { folder, remove } = await makeTemporaryFolder("patchbay-pages-");
  const agent = new Agent({ keepAlive: true });
  const worker = new PageWorker({ script, data: { ...data, place: { ...processPlace() } }, folder, idleMs, stopMs });
  if (idleMs === undefined) await worker.enter();
  return {
    answer: answerFrom({ enter: () => worker.enter(), leave: () => worker.leave() }, agent),
    stop: async () => {
      agent.destroy();
      await worker.stop();
      await remove();
    },
  };
}
