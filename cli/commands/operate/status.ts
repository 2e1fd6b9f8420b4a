/** `patchbay status`: whether the server of this installation runs, and how it is. */
import { defineCommand, EXIT } from "../../command";
import { findDataFolder, findServer } from "../../operate/load-script";
import { START_OPTIONS, applyStartOptions } from "../../operate/start-options";

const READY_PATH = "/api/health/ready";
const TIMEOUT_MS = 10_000;

type Readiness = { ready: boolean; status?: number; problem?: string };

async function askReadiness(port: number, signal: AbortSignal): Promise<Readiness> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${READY_PATH}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return { ready: response.ok, status: response.status };
  } catch (error) {
    return { ready: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

export const status = defineCommand({
  usage: "",
  about: ["The exit code is 0 if the server runs and is ready, and 1 otherwise."],
  options: { data: START_OPTIONS.data },
  run: async ({ values, root, out, json, isJson, signal }) => {
    applyStartOptions(values);
    const dataDir = await findDataFolder(root);
    const server = await findServer(root, dataDir);
    const readiness = server?.port === undefined ? undefined : await askReadiness(server.port, signal);
    const isReady = readiness?.ready === true;
    if (isJson)
      json({ running: server !== null, ready: isReady, pid: server?.pid, url: server?.publicUrl, data: dataDir });
    else if (!server) out(`Patchbay does not run on the data folder ${dataDir}.`);
    else {
      const state = isReady ? "ready" : `not ready (${readiness?.status ?? readiness?.problem ?? "it is starting"})`;
      const place = `${server.publicUrl ?? "an unknown URL"} (process ${server.pid}, data in ${dataDir})`;
      out(`Patchbay runs at ${place} and is ${state}.`);
    }
    return isReady ? EXIT.done : EXIT.failed;
  },
});
