/**
 * The server of the app in one process and on one port: the router of the API, a thread with Next for the pages, and
 * the worker. Several such processes can share the port; the first has the pages, the workbench and what is done once.
 */
import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { toolkitHandlers } from "@/generated/handlers";
import { findKnownProject } from "@/lib/access/projects/known-project";
import { ensureSetupLink } from "@/lib/access/sign-in/setup";
import { watchKey } from "@/lib/access/keys/watch-key";
import { keepSpilledTokens } from "@/lib/connected-accounts/credentials/keep-tokens";
import { findSpilledKeyIds } from "@/lib/connected-accounts/credentials/spill-tokens";
import { prepareSearch } from "@/lib/catalog/read/search-tools";
import { prepareDemo } from "@/lib/demo/prepare-demo";
import { setToolHandlers } from "@/lib/execution/handlers";
import type { Route } from "@/lib/http/api-door/define-route";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import { createListener, type Upgrade } from "@/lib/http/listener/create-listener";
import { answerJson } from "@/lib/http/listener/answer-json";
import { answerPageMethod } from "@/lib/http/page-door/answer-page-method";
import { askReaders } from "@/lib/http/page-door/ask-readers";
import { startPageThread } from "@/lib/http/page-door/page-thread";
import { joinPageThread, sharePageThread } from "@/lib/http/page-door/share-page-thread";
import { requestIdOf } from "@/lib/http/request-id";
import { API_HEADERS } from "@/lib/http/security-headers";
import { limitUnread } from "@/lib/http/api-door/limit-unread";
import { announceCopy } from "@/lib/kernel/database/announce-copy";
import { checkConnections } from "@/lib/kernel/database/check-connections";
import { env } from "@/lib/kernel/process/env";
import { leave, runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { isFirstProcess, type ProcessPlace, setProcessPlace } from "@/lib/kernel/process/process-place";
import { serveSiblings } from "@/lib/kernel/siblings/serve-siblings";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { prepareSecrets } from "@/lib/kernel/kms/prepare-secrets";
import { findSecrets } from "@/lib/kernel/process/secrets";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { removeLeftFolders } from "@/lib/kernel/process/make-temporary-folder";
import { endAfterException, surviveRejections } from "@/lib/kernel/process/end-after-exception";
import { keepLostCalls } from "@/lib/logs/keep-lost-calls";
import { findSpilledRowKeyIds, keepSpilledRows } from "@/lib/logs/spill-rows";
import { isRealtime, realtimeServer } from "@/lib/realtime/realtime-server";
import { gauges } from "@/lib/gauges";
import { startTracing } from "@/lib/kernel/tracing/start-tracing";
import { metricsOperations } from "@/lib/metrics/gather-metrics";
import { serveMetrics } from "@/lib/metrics/serve-metrics";
import { findExisting } from "@/lib/sessions/sessions";
import { startWorker } from "@/lib/worker";
import { workbenchOperations } from "@/lib/workbench/workbench-operations";
import { describeWorkbench } from "@/lib/workbench/workbench-state";
import { routeTable } from "./server-routes";

/** The time that running requests have to end after a stop was requested. */
const DRAIN_MS = 10_000;

export type ServeOptions = {
  host: string;
  port: number;
  /** Next compiles pages and API routes on demand; the API router is not used. */
  dev: boolean;
  /** Serves API calls with the API router; false sends them through Next, to compare the two. */
  fastDoor: boolean;
  /** A hash of the running program and its migrations. */
  build: string;
  /** Frees the port, on which the start shows its progress. */
  beforeListen: () => Promise<void>;
  place: ProcessPlace;
  /** Whether this process ran before and is started again; others can run meanwhile. */
  again: boolean;
  /** Resolves when all other processes have ended: until then they need the pages and sandboxes of the first. */
  untilAlone: () => Promise<void>;
};

export type Running = {
  /**
   * Answers for PATCHBAY_SHUTDOWN_DELAY without being ready, then stops accepting, lets running requests end (10 s at
   * most), flushes logs and stops the worker. Runs once.
   */
  stop: () => Promise<void>;
};

const isRoute = (value: unknown): value is Route => typeof value === "function" && "op" in value;

/**
 * Responses are not compressed: compressing 16 kB costs 0.25 ms and 330 kB 3.4 ms of the single thread that serves all
 * callers, and the proxy that ends TLS does it better. Next compresses its pages.
 */
function fastListener(): {
  answers: (pathname: string) => boolean;
  listener: (request: IncomingMessage, response: ServerResponse, pathname: string) => unknown;
} {
  const door = createApiRouter(routeTable.flatMap((module) => Object.values(module)).filter(isRoute));
  // Replacing the global Request and Response would affect Next, which runs in the same process.
  const answer = getRequestListener(
    (request, { incoming }) => door.fetch(request, requestIdOf(incoming as IncomingMessage)),
    { overrideGlobalObjects: false },
  );
  const listener = (request: IncomingMessage, response: ServerResponse, pathname: string) => {
    const match = door.find(request.method ?? "", pathname);
    if (match) return answerJson(match, request, response);
    for (const [name, value] of Object.entries(API_HEADERS)) response.setHeader(name, value);
    return answer(request, response);
  };
  return { answers: door.answers, listener };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
  await closed;
  clearTimeout(cut);
}

/** Handles all requests that are not API calls. */
type Pages = {
  answer: (request: IncomingMessage, response: ServerResponse, maxBytes?: number) => unknown;
  upgrade?: Upgrade;
  stop: () => Promise<unknown>;
};

/** In development Next compiles on demand, and its pages become interactive through a separate socket. */
async function developmentPages(host: string, port: number): Promise<Pages> {
  // Next would listen for upgrades on our server and close sockets that it does not know, so it gets a separate
  // emitter.
  const sockets = new EventEmitter();
  const { default: next } = await import("next");
  const app = next({ dev: true, hostname: host, port, httpServer: sockets as Server });
  await app.prepare();
  // The handler of getUpgradeHandler() ignores the development server's socket, without which pages never become
  // interactive.
  const answer = app.getRequestHandler();
  return {
    answer: (request, response) => answer(request, response),
    upgrade: (...args) => sockets.emit("upgrade", ...args),
    stop: () => app.close(),
  };
}

type PageOptions = Pick<ServeOptions, "host" | "port" | "dev" | "fastDoor">;

async function startPages({ host, port, dev, fastDoor }: PageOptions): Promise<Pages> {
  if (dev) return developmentPages(host, port);
  if (!isFirstProcess()) return joinPageThread();
  const thread = await startPageThread(new URL("./page-server.mjs", import.meta.url), {
    ...{ host, port, answersApi: !fastDoor, secrets: findSecrets() },
    idleMs: fastDoor ? env().pagesIdleMs : undefined,
  });
  return sharePageThread(thread);
}

/** The keys of all sealed values, in the database and in files. */
const findAllKeyIds = async () => [
  ...(await findKeyIds()),
  ...(await findSpilledKeyIds()),
  ...(await findSpilledRowKeyIds()),
];

function limitRequests(server: Server): void {
  limitUnread(server);
  // Longer than the idle time of usual reverse proxies (60 s), so that the proxies close idle connections, not this
  // server.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 30_000;
  server.requestTimeout = 300_000;
}

/** The steps that one process takes for all. */
async function prepareCopy({ place, again }: ServeOptions): Promise<void> {
  // Only the first process makes such folders.
  if (isFirstProcess()) await removeLeftFolders();
  // While the others run, their connections would count twice.
  if (place.count === 1 || (isFirstProcess() && !again)) await checkConnections();
}

/** Starts the work without requests. */
async function startWork(build: string): Promise<void> {
  const { demo } = env();
  if (demo && isFirstProcess()) await prepareDemo(demo);
  await startWorker();
  if (isFirstProcess()) await announceCopy(build);
  const isThere = async (projectId: string) => (await findKnownProject(projectId)) !== null;
  void keepSpilledRows(isThere);
  void keepLostCalls(isThere);
}

/** The time for which the first process waits for the others, which have DRAIN_MS for their requests too. */
const ALONE_MS = 15_000;

const withLimit = (work: Promise<void>, ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
    void work.then(resolve);
  });

/**
 * Starts to accept requests. The database must be running and migrated, and DATABASE_URL set.
 * @throws the listen error (`EADDRINUSE`, `EACCES`) if the port is not available; SettingsError if the secret is not
 *   the database's or is not unwrapped, or if the settings ask for more connections than the database accepts
 */
export async function serve(options: ServeOptions): Promise<Running> {
  const { host, port, dev, fastDoor, place } = options;
  setProcessPlace(place);
  surviveRejections();
  await prepareCopy(options);
  await prepareSecrets();
  await checkSecret(findAllKeyIds);
  await keepSpilledTokens();
  setToolHandlers(toolkitHandlers);
  await prepareSearch();
  const pages = await startPages(options);
  const answerPage = askReaders(pages.answer);
  const fast = dev ? undefined : fastListener();
  const realtime = realtimeServer(watchKey);
  const server = createListener({
    answer: (request, response, pathname) => {
      // In development Next has its own paths, which accept any method and body.
      if (!fast) return answerPage(request, response, pathname);
      if (!fast.answers(pathname))
        return answerPageMethod(request, response, pathname) || answerPage(request, response, pathname);
      // Operations limit their bodies themselves, both in the API router and in Next.
      return fastDoor ? fast.listener(request, response, pathname) : pages.answer(request, response, Infinity);
    },
    upgrade: (request, socket, head) =>
      isRealtime(request.url) ? realtime(request, socket, head) : pages.upgrade?.(request, socket, head),
    // In development the pages have a separate socket.
    upgrades: (url) => pages.upgrade !== undefined || isRealtime(url),
    maxConnections: env().maxConnections,
  });
  limitRequests(server);
  const { metricsAddress, traces, ownSampler } = env().watching;
  if (traces) await startTracing(ownSampler ? Infinity : undefined);
  if (metricsAddress) await serveMetrics(metricsAddress, gauges);
  await serveSiblings(new Map([...metricsOperations(gauges), ...workbenchOperations(findExisting)]));
  await options.beforeListen();
  await listen(server, host, port);
  await startWork(options.build);
  let untilAlone = Promise.resolve();
  const stopNow = memoize(async () => {
    const drained = drain(server);
    runDrains();
    await Promise.all([drained, untilAlone]);
    await pages.stop();
    await runStops((name, error) => log.error(background("process"), `${name} did not stop cleanly`, { error }));
  });
  endAfterException(stopNow);
  const stop = memoize(async () => {
    await leave(env().watching.shutdownDelayMs);
    if (isFirstProcess()) untilAlone = withLimit(options.untilAlone(), ALONE_MS);
    await stopNow();
  });
  return { stop };
}

export { setProcessStates } from "@/lib/kernel/process/process-place";

/**
 * Lines for the terminal with a person's next step: create the first owner by a one-time link, or sign in.
 * @param publicUrl the address in the person's browser
 */
export async function firstSteps(publicUrl: string): Promise<string[]> {
  const link = await ensureSetupLink();
  const { problems } = await describeWorkbench();
  const missing = problems.flatMap(({ reason, fix }) => [`  ${reason} ${fix}`]);
  const bench =
    missing.length > 0 ? ["The workbench, in which agents run code, is off; all else works.", ...missing] : [];
  if (!link) return [...bench, `Next: open ${publicUrl} in a browser and sign in.`];
  return [
    ...bench,
    "Next: open this one-time link and create the first owner (it works for 7 days; a new start makes a new one):",
    `  ${link}`,
  ];
}
