// The built product on one data folder. A soak stops, kills and restarts it, and takes its database away.
import { createWriteStream, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { connectAccount, launchProduct, productEnv, provision } from "../../bench/product.mjs";
import { isRunning, partsOf, postgresOf } from "../../bench/processes.mjs";
import { root } from "../paths.mjs";
import { freePort } from "../postgres/postgres.mjs";
import { findRuntime } from "../start/runtime-file.mjs";

const LOOK_MS = 50;
const PATIENCE_MS = 120_000;

async function until(what, isSo) {
  for (const end = Date.now() + PATIENCE_MS; !(await isSo()); ) {
    if (Date.now() > end) throw new Error(`${what} took longer than ${PATIENCE_MS / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const send = (pids, signal) => {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
};

/** Functions that stop, kill and freeze its processes. `current.child` is the process of `npm start`. */
function failuresOf(current, { launch, isHealthy, kills, leftFiles }) {
  const hasExited = (child) => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    current.child.kill("SIGTERM");
    await until("A stop", () => hasExited(current.child));
  };
  const restart = async () => {
    await stop();
    await launch();
  };
  return {
    stop,
    restart,
    killServer: async () => {
      const { server } = partsOf(current.child.pid);
      send([server], "SIGKILL");
      kills.push(Date.now());
      await until("A new start of the server", () => partsOf(current.child.pid).server !== server && isHealthy());
    },
    killDatabase: async () => {
      send(postgresOf(current.child.pid), "SIGKILL");
      await until("A new start of the database", isHealthy);
    },
    freezeDatabase: async (meanwhile) => {
      const frozen = postgresOf(current.child.pid);
      send(frozen, "SIGSTOP");
      let isToldToStop;
      try {
        isToldToStop = await meanwhile();
      } finally {
        send(frozen, "SIGCONT");
      }
      if (isToldToStop) {
        await until("A stop", () => hasExited(current.child));
        await launch();
      }
      await until("The end of an outage", isHealthy);
    },
    /** Sends a stop signal, and waits until rows of the log are in the data folder, or the server has ended. */
    stopAtFrozen: async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { server } = partsOf(current.child.pid);
      current.child.kill("SIGTERM");
      await until("A stop without the database", () => leftFiles().length > 0 || !isRunning(server));
      return true;
    },
  };
}

/** Starts the product with one project on an empty data folder. */
export async function startRestartable() {
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-rows-"));
  const [dataDir, output] = [path.join(folder, "data"), path.join(folder, "output")];
  const env = productEnv(process.env, dataDir, await freePort());
  const logStream = createWriteStream(output);
  const current = { child: undefined };
  const launch = async () => {
    current.child = await launchProduct(env, {
      onStart: (child) => {
        for (const stream of [child.stdout, child.stderr]) stream.pipe(logStream, { end: false });
      },
    });
  };
  await launch();
  const { api_key: key } = await provision(root, env);
  const url = env.PATCHBAY_PUBLIC_URL;
  const health = () =>
    fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.json(),
      () => undefined,
    );
  const leftFiles = () => {
    const place = path.join(dataDir, "unstored-log");
    return existsSync(place) ? readdirSync(place) : [];
  };
  const kills = [];
  const isHealthy = async () => (await health())?.database === "ok";
  const { stop, ...failures } = failuresOf(current, { launch, isHealthy, kills, leftFiles });
  return {
    ...failures,
    ...{ kills, output, leftFiles },
    ask: (method, urlPath, body, ms) =>
      fetch(`${url}/api/v3${urlPath}`, {
        method,
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(ms),
      }),
    connect: (providerUrl, user) => connectAccount({ url, key }, providerUrl, user),
    databaseUrl: () => findRuntime(dataDir).url,
    untilRowsWritten: () =>
      until("The last rows", async () => (await health())?.execution_log.waiting === 0 && leftFiles().length === 0),
    end: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
