/**
 * Next in a thread of its own: pages being made keep no API call waiting, and its hooks on every promise cost the API
 * nothing.
 */
import { EventEmitter } from "node:events";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { resolve as resolvePath } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import next from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { toolkitHandlers } from "@/generated/handlers";
import { setToolHandlers } from "@/lib/execution/handlers";
import { makesPagesAlone } from "@/lib/kernel/database/pools";
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { surviveRejections } from "@/lib/kernel/process/end-after-exception";
import type { PageThreadData } from "@/lib/http/page-door/page-thread";

/** Next keeps what it read: told to be silent here, it writes no line of its own into what the start says. */
async function readPageSettings(): Promise<void> {
  const { default: loadConfig } = createRequire(import.meta.url)(
    "next/dist/server/config",
  ) as typeof import("next/dist/server/config");
  await loadConfig(PHASE_PRODUCTION_SERVER, resolvePath("."), { silent: true });
}

/** Answers on the socket until told to stop. */
async function run({ host, port, socketPath, answersApi }: PageThreadData): Promise<void> {
  surviveRejections();
  if (!answersApi) makesPagesAlone();
  setToolHandlers(toolkitHandlers);
  await readPageSettings();
  // Next would listen for upgrades on our server and close sockets it does not know: it gets an emitter of its own.
  const app = next({ dev: false, hostname: host, port, httpServer: new EventEmitter() as Server });
  await app.prepare();
  const page = app.getRequestHandler();
  const server = createServer((request, response) => void page(request, response));
  // The door in front minds slow clients; here only it connects, and its connections last.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(socketPath, resolve);
  });
  parentPort?.once("message", () => void stop(server));
  parentPort?.postMessage("ready");
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  runDrains();
  server.closeIdleConnections();
  await closed;
  await runStops((name, error) => log.error(background("process"), `${name} did not stop cleanly`, { error }));
  parentPort?.close();
  process.exit(0);
}

await run(workerData as PageThreadData);
