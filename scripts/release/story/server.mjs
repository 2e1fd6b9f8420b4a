// A server of the installed release with a data folder and a port of its own.
import assert from "node:assert/strict";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { patchbay, spawnServer, standardDataDir, timed, writePrivately } from "./stage.mjs";

const PAUSE_MS = 50;

/** Waits until the work returns something; `what` is what does not come, for the error. */
export async function waitFor(what, work, seconds = 60) {
  for (const until = Date.now() + seconds * 1000; ; ) {
    const result = await work();
    if (result) return result;
    assert.ok(Date.now() < until, `${what} did not come within ${seconds} s`);
    await wait(PAUSE_MS);
  }
}

/**
 * @param {number} port
 * @param {Record<string, string>} settings lines of `.env` in the data folder
 * @param {string} dataDir the standard folder is not named to the commands
 */
export function describeServer(port, settings, dataDir = standardDataDir) {
  const data = dataDir === standardDataDir ? [] : ["--data", dataDir];
  const write = (more) =>
    writePrivately(
      path.join(dataDir, ".env"),
      Object.entries({ PORT: port, ...settings, ...more })
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
  write({});
  return { port, dataDir, url: `http://localhost:${port}`, data, write };
}

const ask = (server, place) => fetch(`http://127.0.0.1:${server.port}${place}`).catch(() => null);

/** The answer of /api/health. */
export async function readHealth(server) {
  return (await ask(server, "/api/health")).json();
}

/** Starts the server and waits until it is ready. */
export async function start(server, name) {
  return timed(name, async () => {
    const child = spawnServer(server.data);
    await waitFor(
      "A ready server",
      async () => {
        assert.ok(!child.hasEnded(), `The server ended before it was ready:\n${child.output()}`);
        return (await ask(server, "/api/health/ready"))?.ok;
      },
      300,
    );
    return child;
  });
}

/** Stops the server as an operator does, and waits for the end of its process. */
export async function stop(server, child, name) {
  await timed(name, () => patchbay("stop", ...server.data));
  await child.exit;
}
