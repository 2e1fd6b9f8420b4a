/** Starts the thread that renders pages, and forwards requests to it over a Unix socket. */
import { rmSync } from "node:fs";
import {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  request as httpRequest,
  type ServerResponse,
} from "node:http";
import path from "node:path";
import { pipeline } from "node:stream";
import { Worker } from "node:worker_threads";
import { background, log } from "@/lib/kernel/process/log";
import type { Secrets } from "@/lib/kernel/process/secrets";
import { makeTemporaryFolder } from "@/lib/kernel/process/make-temporary-folder";
import { bodyTooLarge, OPEN_BODY_BYTES } from "../api-door/read-body";
import { requestIdOf } from "../request-id";

export type PageThreadData = {
  host: string;
  port: number;
  socketPath: string;
  /** Whether API calls come to this thread too. */
  answersApi?: boolean;
  /** Those of this thread: a key management service is asked only once. */
  secrets: Secrets;
};

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
/** The pause before a thread that died is started again. */
const RESTART_MS = 1_000;
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

/** Calls `exceeded` if the body is too large: immediately if content-length is too large, else while it arrives. */
function watchSize(request: IncomingMessage, maxBytes: number, exceeded: () => void): void {
  let size = 0;
  if (Number(request.headers["content-length"] ?? 0) > maxBytes) return exceeded();
  request.on("data", (chunk: Buffer) => {
    const before = size;
    size += chunk.length;
    if (before <= maxBytes && size > maxBytes) exceeded();
  });
}

/** Forwards a request and streams the answer back. If the client leaves, the forwarded request ends too. */
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
  // If the body breaks off, the response's "close" event ends the forwarded request.
  request.pipe(inner);
  return inner;
}

/** Forwards a request; rejects with PayloadTooLarge if its body has more than `maxBytes`. */
function forwardCapped(
  maxBytes: number,
  request: IncomingMessage,
  response: ServerResponse,
  ...to: [socketPath: string, agent: Agent]
): Promise<never> {
  return new Promise((_, reject) => {
    let inner: ClientRequest | undefined;
    let isRefused = false;
    watchSize(request, maxBytes, () => {
      isRefused = true;
      if (inner) {
        request.unpipe(inner);
        inner
          .removeAllListeners("response")
          .removeAllListeners("error")
          .on("error", () => undefined)
          .destroy();
      }
      reject(bodyTooLarge(maxBytes));
    });
    if (!isRefused) inner = forward(request, response, ...to);
  });
}

/** Starts one thread; resolves when it is ready. */
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
 * @param script the script of the thread: the bundle of `page-server.ts`
 * @throws the error of the first start
 */
export async function startPageThread(
  script: URL,
  { stopMs = STOP_MS, ...where }: Omit<PageThreadData, "socketPath"> & { stopMs?: number },
): Promise<PageThread> {
  const { folder, remove } = await makeTemporaryFolder("patchbay-pages-");
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
    answer: (request, response, maxBytes = OPEN_BODY_BYTES) =>
      forwardCapped(maxBytes, request, response, data.socketPath, agent),
    stop: async () => {
      stopping = true;
      agent.destroy();
      const worker = running;
      if (worker) {
        const end = new Promise<void>((resolve) => {
          worker.once("exit", () => resolve());
        });
        worker.postMessage("stop");
        const cut = setTimeout(() => void worker.terminate(), stopMs);
        await end;
        clearTimeout(cut);
      }
      await remove();
    },
  };
}
