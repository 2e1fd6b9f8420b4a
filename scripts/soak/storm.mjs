// A storm of reset connections against the built product, through both of its doors: `npm run soak -- storm` runs it
// after the listener alone.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { startProduct } from "../../bench/product.mjs";
import { inRoot } from "../paths.mjs";

const CALLERS = 50;
/** 10,000 in half a minute. */
const A_SECOND = 333;
const MAX_HOLD_MS = 150;

const connections = Number(process.argv[2] ?? 10_000);
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-storm-"));
const loopFile = path.join(folder, "loop");
const preload = pathToFileURL(inRoot("scripts/soak/loop-delay.mjs")).href;
const product = await startProduct({
  ...process.env,
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --import ${preload}`.trim(),
  PATCHBAY_SOAK_LOOP: loopFile,
});
try {
  const port = Number(new URL(product.url).port);
  const key = `x-api-key: ${product.key}\r\n`;
  const since = Date.now();
  const clients = new Worker(inRoot("test/children/storm-clients.mjs"), {
    workerData: {
      ...{ port, connections, callers: CALLERS, aSecond: A_SECOND },
      call: { method: "GET", path: "/api/v3/toolkits?limit=20", headers: { "x-api-key": product.key } },
      heads: [
        `POST /api/v3/tools/execute/HACKERNEWS_GET_USER HTTP/1.1\r\nhost: x\r\n${key}`,
        `GET /api/v3/tools?limit=1000&toolkit_slug=github HTTP/1.1\r\nhost: x\r\n${key}`,
        "GET /login HTTP/1.1\r\nhost: x\r\n",
        "POST /api/auth/callback/credentials HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n",
      ],
    },
  });
  const [{ calls, errors }] = await once(clients, "message");
  const holdTimes = readFileSync(loopFile, "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map(Number))
    .filter(([time]) => time > since)
    .map(([, ms]) => ms)
    .sort((a, b) => b - a);
  const answers = await fetch(`${product.url}/api/health`).then(({ status }) => status);
  console.log(
    `The product: ${connections} resets beside ${calls} calls: ${errors.length} errors, its loop was held ${holdTimes[0]} ms at most (then ${holdTimes.slice(1, 4).join(", ")} ms), health ${answers}`,
  );
  if (errors.length > 0) console.log([...new Set(errors)].slice(0, 10).join("\n"));
  if (errors.length > 0 || answers !== 200 || calls < CALLERS) process.exitCode = 1;
  if (holdTimes[0] > MAX_HOLD_MS) console.log(`That is more than ${MAX_HOLD_MS} ms; on a busy machine, run it again.`);
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
