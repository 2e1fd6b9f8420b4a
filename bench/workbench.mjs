// The workbench in the bench: how soon a cell answers, how soon a new session does, many calls in one cell, many
// sandboxes at once.
import { once } from "node:events";
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { withThrowAwayPostgres } from "../scripts/postgres/database.mjs";
import { migrate } from "../scripts/start/migrate.mjs";
import { inRoot } from "../scripts/paths.mjs";
import { connectAccount, startProduct, startServer } from "./product.mjs";
import { sandboxesOf, sandboxesReady, pssMb, rssMb } from "./processes.mjs";

const [CELLS, SESSIONS, AT_ONCE, CALLS, RUNS] = [300, 7, 20, 50, 7];
const PROVIDER_MS = 200;
const IDLE_MS = 60_000;
/** So many that a project's share is twenty, and one waits ready. */
const SETTINGS = {
  PATCHBAY_WORKBENCH_SANDBOXES: "28",
  PATCHBAY_WORKBENCH_WARM: "1",
  PATCHBAY_WORKBENCH_IDLE_MINUTES: String(IDLE_MS / 60_000),
};
const MANY_CALLS = `
from concurrent.futures import ThreadPoolExecutor
import time
began = time.monotonic()
with ThreadPoolExecutor(${CALLS}) as pool:
    answers = list(pool.map(lambda _: run_composio_tool("GITHUB_GET_THE_AUTHENTICATED_USER", {}), range(${CALLS})))
print(len([1 for answer, error in answers if not error and answer["data"]["login"] == "octocat"]), (time.monotonic() - began) * 1000)`;

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const worst = (values) => Math.max(...values);

async function ask({ url, key }, method, path, body) {
  const answer = await fetch(`${url}/api/v3${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

const newSession = async (product) =>
  (await ask(product, "POST", "/tool_router/session", { user_id: "bench" })).session_id;

/** What a cell of a session printed, and the milliseconds of the whole request. */
async function cell(product, session, code = "1+1") {
  const startedAt = performance.now();
  const { data, error } = await ask(product, "POST", `/tool_router/session/${session}/execute`, {
    tool_slug: "COMPOSIO_REMOTE_WORKBENCH",
    arguments: { code_to_execute: code },
  });
  const took = performance.now() - startedAt;
  if (error || data.error) throw new Error(`A cell failed: ${error || data.error}`);
  return { took, said: data.results };
}

async function repeat(times, work) {
  const rows = [];
  for (let n = 0; n < times; n++) rows.push(await work(n));
  return rows;
}

async function untilReady(pid, count) {
  for (const since = Date.now(); sandboxesReady(pid) < count; await sleep(50))
    if (Date.now() - since > 120_000) throw new Error("No sandbox was ready in time.");
  await sleep(300);
}

/** Without a server before it, in a process of its own with a database of its own. */
const measureInProcess = (environment) =>
  withThrowAwayPostgres(async (postgres) => {
    await migrate(postgres.url());
    const folder = mkdtempSync(path.join(tmpdir(), "patchbay-bench-"));
    const child = fork(inRoot("bench/workbench-cells.mjs"), [], {
      env: { ...environment, ...SETTINGS, PATCHBAY_DATA_DIR: folder, DATABASE_URL: postgres.url() },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    const exit = once(child, "exit");
    const [result] = await Promise.race([
      once(child, "message"),
      exit.then(([code]) => {
        throw new Error(`bench/workbench-cells.mjs ended with code ${code}.`);
      }),
    ]);
    await exit;
    rmSync(folder, { recursive: true, force: true });
    return result;
  });

async function measureCalls(product) {
  const slow = await startServer("upstream.mjs", [String(PROVIDER_MS)]);
  try {
    await connectAccount(product, slow.url, "bench");
    const session = await newSession(product);
    await cell(product, session);
    return await repeat(RUNS, async () => {
      const [right, took] = (await cell(product, session, MANY_CALLS)).said.split(" ").map(Number);
      if (right !== CALLS) throw new Error(`${CALLS - right} of ${CALLS} calls in a cell failed.`);
      return took;
    });
  } finally {
    slow.stop();
  }
}

/** Twenty sessions that begin at the same moment: the time of all together, and the memory of their sandboxes. */
async function measureAtOnce(product) {
  const sessions = await repeat(AT_ONCE, () => newSession(product));
  const startedAt = performance.now();
  const results = await Promise.all(sessions.map((session) => cell(product, session)));
  const ms = performance.now() - startedAt;
  if (results.some(({ said: value }) => value !== "2")) throw new Error("One of the sandboxes answered wrongly.");
  return { ms, mb: pssMb(sandboxesOf(product.pid)) };
}

/** The time from the last use until only the sandbox that waits ready is left. */
async function measureRelease(product) {
  const startedAt = performance.now();
  const listSandboxes = async () => (await ask(product, "GET", "/internal/patchbay/sandboxes")).items.length;
  while ((await listSandboxes()) > 0) {
    if (performance.now() - startedAt > IDLE_MS * 3) throw new Error("Idle sandboxes were not released.");
    await sleep(500);
  }
  return { ms: performance.now() - startedAt, left: sandboxesReady(product.pid) };
}

async function measureOverHttp(product) {
  const session = await newSession(product);
  await repeat(50, () => cell(product, session));
  const warm = await repeat(CELLS, async () => (await cell(product, session)).took);
  const pool = await repeat(SESSIONS, async (n) => {
    const fresh = await newSession(product);
    await untilReady(product.pid, n + 2);
    return (await cell(product, fresh)).took;
  });
  const calls = await measureCalls(product);
  const before = rssMb(product.pid);
  const atOnce = await measureAtOnce(product);
  const release = await measureRelease(product);
  return { warm, pool, calls, atOnce, release, server: { before, after: rssMb(product.pid) } };
}

const row = (name, value, aim, unit = "ms") => ({ name, value: Number(value.toFixed(2)), aim, unit, met: value < aim });

function rowsOf(inside, http) {
  return [
    row("warm cell in process, p50", median(inside.warm), 5),
    row("warm cell over HTTP, p50", median(http.warm), 15),
    row("new session, ready sandbox, in process", median(inside.pool), 100),
    row("new session, ready sandbox, over HTTP", median(http.pool), 100),
    row("new session, no sandbox ready", worst(inside.cold), 3000),
    row(`${CALLS} calls of a cell, ${PROVIDER_MS} ms each`, median(http.calls), 1000),
    row(`${AT_ONCE} sessions at once, all answered`, http.atOnce.ms, 60_000),
    row(`memory of their sandboxes`, http.atOnce.mb, 24 * 1024, "MB"),
    row("idle ones released after", http.release.ms / 1000, IDLE_MS / 1000 + 15, "s"),
    row("sandboxes left then, with the ready one", http.release.left, 2, ""),
  ];
}

/** Rows with their aims; undefined where this machine has no sandboxes. */
export async function measureWorkbench(environment) {
  const inside = await measureInProcess(environment);
  if (inside.missing !== undefined) return void console.log(`\nworkbench: not measured. ${inside.missing}`);
  const product = await startProduct({ ...environment, ...SETTINGS });
  try {
    const http = await measureOverHttp(product);
    const rows = rowsOf(inside, http);
    console.log("\nworkbench");
    for (const { name, value, aim, unit, met } of rows)
      console.log(`${name.padEnd(44)}${`${value} ${unit}`.padStart(14)}   aim < ${aim}${met ? "" : "   MISSED"}`);
    const { before, after } = http.server;
    console.log(`server ${Math.round(before)} MB before, ${Math.round(after)} MB after the twenty`);
    return rows;
  } finally {
    await product.stop();
  }
}
