// The workbench in a process of its own, without a server before it: a warm cell, a new session from the pool, and one
// without it.
import { setTimeout as sleep } from "node:timers/promises";
import { register } from "tsx/esm/api";
import { sandboxesReady } from "./processes.mjs";

const [CELLS, SESSIONS, COLD] = [500, 7, 5];
const LONGEST_MS = 60_000;

register();
const [{ env }, { newId }, { describeWorkbench }, { runCell }, { runStops }] = await Promise.all([
  import("../lib/kernel/process/env.ts"),
  import("../lib/kernel/ids.ts"),
  import("../lib/workbench/workbench-state.ts"),
  import("../lib/workbench/workbench.ts"),
  import("../lib/kernel/process/lifecycle.ts"),
]);

const projectId = newId("project");
const newSession = () => newId("toolRouterSession");

/** Milliseconds of one cell; its answer must be right. */
async function cell(session) {
  const startedAt = performance.now();
  const { result, reason } = await runCell(projectId, session, {
    code: "1+1",
    timeout: 60,
    on: { requestId: "bench" },
  });
  const took = performance.now() - startedAt;
  if (result?.text !== "2") throw new Error(`A cell gave ${result?.text ?? reason} instead of 2.`);
  return took;
}

async function untilReady(count) {
  for (const since = Date.now(); sandboxesReady(process.pid) < count; await sleep(50))
    if (Date.now() - since > LONGEST_MS) throw new Error("No sandbox was ready in time.");
  // The starting process is still busy for a moment.
  await sleep(300);
}

async function repeat(times, work) {
  const rows = [];
  for (let n = 0; n < times; n++) rows.push(await work(n));
  return rows;
}

async function measure() {
  const { status, problems } = await describeWorkbench();
  if (status !== "available") return { missing: problems.map(({ reason }) => reason).join(" ") };
  env().workbench.warm = 0;
  const cold = await repeat(COLD, () => cell(newSession()));
  env().workbench.warm = 1;
  const session = newSession();
  await repeat(50, () => cell(session));
  await untilReady(COLD + 2);
  const warm = await repeat(CELLS, () => cell(session));
  const pool = await repeat(SESSIONS, async (n) => {
    await untilReady(COLD + 2 + n);
    return cell(newSession());
  });
  return { cold, warm, pool };
}

const measured = await measure();
await runStops((name, error) => console.error(name, error));
process.send(measured, () => process.exit());
