/** The thread that makes pages, and the way to it: requests go over a socket in a folder of this process's own. */
import { mkdtempSync, rmSync } from "node:fs";
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream";
import { Worker } from "node:worker_threads";
import { background, log } from "@/lib/kernel/process/log";
import { bodyTooLarge, OPEN_BODY_BYTES } from "../api-door/read-body";
import { requestIdOf } from "../request-id";

export type PageThreadData = {
  host: string;
  port: number;
  socketPath: string;
  /** API calls come here too. */
  answersApi?: boolean;
};

export type PageThread = {
  /**
   * @param most bytes that the body may have; 64 kB unless told, as pages and sign-in take no more
   * @returns rejects with ApiError PayloadTooLarge for a larger one; does not settle otherwise
   */
  answer: (request: IncomingMessage, response: ServerResponse, most?: number) => Promise<never>;
  /** Lets running requests end, for a limited time, and stops the thread. */
  stop: () => Promise<void>;
};

/** For requests that run when the thread is to stop; one that hangs must not keep the process. */
const STOP_MS = 10_000;
/** After a thread ended by itself. */
const RESTART_MS = 1_000;
/** Of one connection (RFC 9110 7.6.1), not of the message. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "proxy-connection",
]);

/** The thread's own headers: the client's, and its address where no proxy wrote it, which the socket cannot tell. */
function forwardedHeaders(request: IncomingMessage): NodeJS.Dict<string | string[]> {
  const headers: NodeJS.Dict<string | string[]> = {};
  for (const name in request.headers) if (!HOP_BY_HOP.has(name)) headers[name] = request.headers[name];
  // Node frames no body of a GET by itself; one without a frame would be read as a request of its own (RFC 9112 11.2).
  if (request.headers["transfer-encoding"] !== undefined) headers["transfer-encoding"] = "chunked";
  const { remoteAddress } = request.socket;
  headers["x-request-id"] = requestIdOf(request);
  // A connection that was reset has no address any more, and Node refuses a header without a value.
  if (remoteAddress !== undefined) headers["x-forwarded-for"] ??= remoteAddress;
  return headers;
}

function answeredHeaders(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2)
    if (!HOP_BY_HOP.has((raw[i] ?? "").toLowerCase())) kept.push(raw[i] ?? "", raw[i + 1] ?? "");
  return kept;
}

/** Tells when the body has more than so many bytes: at once where it says so, otherwise while it arrives. */
function watchSize(request: IncomingMessage, most: number, exceeded: () => void): void {
  let size = 0;
  if (Number(request.headers["content-length"] ?? 0) > most) return exceeded();
  request.on("data", (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (before <= most && size > most) exceeded();
  });
}

/** Sends a request on as it is and streams the answer back; a client that goes away ends it there too. */
function forward(request: IncomingMessage, response: ServerResponse, socketPath: string, agent: Agent): ClientRequest {
  const inner = httpRequest(
    { socketPath, agent, method: request.method, path: request.url, headers: forwardedHeaders(request) },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answeredHeaders(answer.rawHeaders));
      pipeline(answer, response, () => undefined);
    },
  );
  inner.on("error", (error) => {
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
  });
  response.once("close", () => {
    if (!response.writableFinished) inner.destroy();
  });
  // A body that breaks off ends through the response's close.
  request.pipe(inner);
  return inner;
}

/** Forwards a request with a body of at most so many bytes; rejects with PayloadTooLarge where it has more. */
function forwardCapped(
  most: number,
  request: IncomingMessage,
  response: ServerResponse,
  ...to: [socketPath: string, agent: Agent]
): Promise<never> {
  return new Promise((_, reject) => {
    let inner: ClientRequest | undefined;
    let refused = false;
    watchSize(request, most, () => {
      refused = true;
      if (inner) {
        request.unpipe(inner);
        inner
          .removeAllListeners("response")
          .removeAllListeners("error")
          .on("error", () => undefined)
          .destroy();
      }
      reject(bodyTooLarge(most));
    });
    if (!refused) inner = forward(request, response, ...to);
  });
}

/** Runs one thread until it ends; resolves when it answers. */
function launch(script: URL, data: PageThreadData): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: data });
    worker.once("message", () => resolve(worker));
    worker.once("error", reject);
    worker.once("exit", (code) =>
      reject(new Error(`The thread for pages ended with code ${code} before it answered.`)),
    );
  });
}

/**
 * Starts the thread; one that dies is started again.
 * @param script what the thread runs: the bundle of `page-server.ts`
 * @throws what kept the thread from answering at the first start
 */
export async function startPageThread(
  script: URL,
  { stopMs = STOP_MS, ...where }: { host: string; port: number; answersApi?: boolean; stopMs?: number },
): Promise<PageThread> {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-pages-"));
  const data = { ...where, socketPath: path.join(folder, "socket") };
  const agent = new Agent({ keepAlive: true });
  let stopping = false;
  let running: Worker | undefined;
  const start = async () => {
    rmSync(data.socketPath, { force: true });
    running = await launch(script, data);
    running.on("error", (error) => log.error(background("pages"), "the thread for pages failed", { error }));
    running.once("exit", () => {
      running = undefined;
      if (!stopping) setTimeout(() => void again(), RESTART_MS);
    });
  };
  const again = () =>
    start().catch((error: unknown) => {
      log.error(background("pages"), "the thread for pages could not be started again", { error });
      if (!stopping) setTimeout(() => void again(), RESTART_MS * 10);
    });
  await start();
  return {
    answer: (request, response, most = OPEN_BODY_BYTES) =>
      forwardCapped(most, request, response, data.socketPath, agent),
    stop: async () => {
      stopping = true;
      agent.destroy();
      const worker = running;
      if (worker) {
        const ended = new Promise<void>((resolve) => {
          worker.once("exit", () => resolve());
        });
        worker.postMessage("stop");
        const cut = setTimeout(() => void worker.terminate(), stopMs);
        await ended;
        clearTimeout(cut);
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
