// Loaded into the processes of a product by `--import`: reports how long the event loop of a server was held.
import { appendFileSync, readFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const EVERY_MS = 5;
/** Shorter holds are many, and no aim. */
const REPORTED_MS = 10;
const file = process.env.BENCH_LOOP_FILE;

/** Milliseconds for which the main thread has run on a processor: those that it waited for one are the machine's. */
const ranMs = () => Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

if (isMainThread && file && process.argv[1]?.endsWith("server-process.mjs")) {
  let before = { at: performance.now(), ran: ranMs() };
  setInterval(() => {
    const current = { at: performance.now(), ran: ranMs() };
    const [wallMs, cpuMs] = [current.at - before.at - EVERY_MS, current.ran - before.ran];
    before = current;
    if (wallMs > REPORTED_MS && cpuMs > REPORTED_MS)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), wallMs, cpuMs })}\n`);
  }, EVERY_MS).unref();
}
