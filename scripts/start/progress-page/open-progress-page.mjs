// Opens the page with the progress at the server's address, from the first second of a start on.
import { Worker } from "node:worker_threads";
import { portTaken } from "../port.mjs";
import { planStart } from "./start-plan.mjs";

const DEFAULT_PORT = 3000;
const DEFAULT_HOST = "127.0.0.1";

/**
 * The address of the server, without the packages that check the settings.
 * @param {Record<string, string | undefined>} [env]
 * @returns {{ host: string, port: number } | null} null for a wrong setting, which the start reports later
 */
export function readAddress({ PORT, HOST } = process.env) {
  const port = Number(PORT || DEFAULT_PORT);
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? { host: HOST || DEFAULT_HOST, port } : null;
}

/**
 * Waits for a message of the thread with this key, or for the thread's end.
 * @throws {Error} with the `code` of the listen error
 */
const receive = (thread, key) =>
  new Promise((resolve, reject) => {
    thread.once("exit", resolve);
    thread.on("message", function take(message) {
      if (message.failed) reject(Object.assign(new Error(message.failed), { code: message.failed }));
      else if (!message[key]) return;
      thread.off("message", take);
      resolve();
    });
  });

/** Follows the steps of a start in its plan. */
function followSteps(stages, send) {
  const steps = new Map(stages.flat().map((step) => [step.title, step]));
  return ({ title, ...facts }) => {
    const step = steps.get(title);
    if (!step) return;
    const now = Date.now();
    const isOver = facts.state === "done" || facts.state === "skipped";
    Object.assign(step, facts, { since: step.since ?? now }, isOver ? { until: now } : {});
    send();
  };
}

/**
 * @typedef {object} ProgressPage
 * @property {string} host
 * @property {number} port
 * @property {(step: { title: string, state?: "running" | "done" | "skipped" | "waiting", detail?: string }) => void}
 *   follow
 * @property {() => Promise<void>} close frees the port; can be called again
 */

/**
 * @param {{ host: string, port: number }} address
 * @param {{ dev: boolean }} options
 * @returns {Promise<ProgressPage | null>} null if this user may not listen there, which the start reports later
 * @throws {Refusal} if another program uses the port
 */
export async function openProgressPage({ host, port }, { dev }) {
  const stages = planStart({ dev });
  const thread = new Worker(new URL("./serve-progress.mjs", import.meta.url), {
    workerData: { host, port, stages },
    // Without the options of this process: a profile of the start is not one of its page.
    execArgv: [],
  });
  // A page that fails does not end the start.
  thread.on("error", () => {});
  try {
    await receive(thread, "listening");
  } catch (error) {
    await thread.terminate();
    if (error.code === "EADDRINUSE") throw portTaken(port, host, dev);
    return null;
  }
  let hasExited = false;
  thread.once("exit", () => {
    hasExited = true;
  });
  let closing;
  const close = () => {
    closing ??= (async () => {
      if (hasExited) return;
      const closed = receive(thread, "closed");
      thread.postMessage({ close: true });
      await closed;
    })();
    return closing;
  };
  return { host, port, follow: followSteps(stages, () => thread.postMessage({ stages })), close };
}
