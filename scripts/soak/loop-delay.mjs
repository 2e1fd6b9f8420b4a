// Loaded into every process of the product during a soak. In the server, it records how long the event loop was blocked
// in each second.
import { appendFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread } from "node:worker_threads";

const RESOLUTION_MS = 10;
const file = process.env.PATCHBAY_SOAK_LOOP;

if (file && isMainThread && process.argv[1]?.includes("server-process")) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${(delay.max / 1e6 - RESOLUTION_MS).toFixed(1)}\n`);
    delay.reset();
  }, 1000).unref();
}
