/**
 * Next in a separate thread: rendering pages does not delay API calls, and its hooks on every promise cost the API
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
import { leaveOutScripts } from "@/lib/http/page-door/leave-out-scripts";
import { makesPagesAlone } from "@/lib/kernel/database/pools";
import { runDrains, runStops } from "@/lib/kernel/process/lifecycle";
import { background, log } from "@/lib/kernel/process/log";
import { setProcessPlace } from "@/lib/kernel/process/process-place";
import { setSecrets } from "@/lib/kernel/process/secrets";
import { surviveRejections } from "@/lib/kernel/process/end-after-exception";
import type { PageThreadData } from "@/lib/http/page-door/page-worker";

/** Next caches its settings: loaded silently here, they add no line of Next's to the output of the start. */
async function readPageSettings(): Promise<void> {
  const { default: loadConfig } = createRequire(import.meta.url)(
    "next/dist/server/config",
  ) as typeof import("next/dist/server/config");
  await loadConfig(PHASE_PRODUCTION_SERVER, resolvePath("."), { silent: true });
}

/** Serves pages on the socket until a stop is requested. */
async function run({ host, port, socketPath, place, answersApi, secrets }: PageThreadData): Promise<void> {
  setProcessPlace(place);
  surviveRejections();
  setSecrets(secrets);
  if (!answersApi) makesPagesAlone();
  setToolHandlers(toolkitHandlers);
  await readPageSettings();
  // Next would listen for upgrades on our server and close sockets that it does not know, so it gets a separate
  // emitter.
  const app = next({ dev: false, hostname: host, port, httpServer: new EventEmitter() as Server });
  await app.prepare();
  const page = app.getRequestHandler();
  const server = createServer((request, response) => {
    leaveOutScripts(request, response);
    void page(request, response);
  });
  // The server in front handles slow clients. Only that server connects here, and its connections are permanent.
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
