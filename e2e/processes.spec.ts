/** A product of two processes behind one port: one session at both, and each of them killed while the other answers. */
import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { expect, test } from "@playwright/test";
import { freePort } from "../scripts/postgres/postgres.mjs";
import { type Api, apiOf, connectAccount, createAuthConfig, type ToolAnswer } from "./fixtures/api";
import { type Loopback, sendJson, startLoopback } from "./fixtures/loopback";
import { type Product, startProduct } from "./harness/product";
import { provision } from "./harness/provision";

const TOOL = "GITHUB_GET_A_REPOSITORY";
const CONNECTIONS = 8;

let product: Product;
let upstream: Loopback;
let api: Api;
let key: string;
let metricsPort: number;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  metricsPort = await freePort();
  upstream = await startLoopback((_, response) => sendJson(response, 200, { id: 1, full_name: "ada/engine" }));
  product = await startProduct({
    PATCHBAY_PROCESSES: "2",
    PATCHBAY_METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    PATCHBAY_LOG_LEVEL: "info",
  });
  const { api_key: provisioned } = await provision(product, { email: "operator@example.com", project: "Processes" });
  key = provisioned;
  api = apiOf(product.url, key);
  const credentials = { base_url: upstream.url };
  const authConfigId = await createAuthConfig(api, { toolkit: "github", scheme: "BEARER_TOKEN", credentials });
  await connectAccount(api, { authConfigId, userId: "ada", scheme: "BEARER_TOKEN", val: { token: "a-token" } });
});
test.afterAll(async () => {
  await product.stop();
  await upstream.stop();
});

type Response = { status: number; text: string };

/** Sends a request; without an agent on a connection of its own, which any process can take. */
function send(method: string, path: string, body?: unknown, agent = new Agent()): Promise<Response> {
  return new Promise((resolve, reject) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const outgoing = request(`${product.url}${path}`, { method, agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text })).on("error", reject);
    });
    outgoing.on("error", reject).end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** The process id of one process of the server. */
function pidOf(index: number): number {
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      const isOurs = command.includes("server-process.mjs") && command.includes(product.dataDir);
      if (isOurs && command.includes(`"index":${index},`)) return Number(name);
    } catch {
      // It ended meanwhile.
    }
  }
  throw new Error(`There is no process ${index}.`);
}

type Health = { status: string; processes: { process: number; state: string; restarts: number }[] };
const readHealth = async () => JSON.parse((await send("GET", "/api/health")).text) as Health;
const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const execute = (agent?: Agent) =>
  send("POST", `/api/v3/tools/execute/${TOOL}`, { user_id: "ada", arguments: { owner: "ada", repo: "engine" } }, agent);

async function runCell(session: string, code: string): Promise<string> {
  const { status, text } = await send("POST", `/api/v3/tool_router/session/${session}/execute`, {
    tool_slug: "COMPOSIO_REMOTE_WORKBENCH",
    arguments: { code_to_execute: code },
  });
  const answer = JSON.parse(text) as ToolAnswer;
  if (status !== 200 || answer.error)
    throw new Error(`A cell failed: ${status} ${text}\n${product.output().slice(-4000)}`);
  return JSON.stringify(answer.data);
}

async function newSession(): Promise<string> {
  const { body } = await api.call<{ session_id: string }>("POST", "/tool_router/session", { user_id: "ada" });
  return body.session_id;
}

/** Whether sandboxes run on this machine, which the server finds out after its start. */
async function hasWorkbench(): Promise<boolean> {
  let problems = "still finding out";
  await expect
    .poll(async () => {
      const health = JSON.parse((await send("GET", "/api/health")).text) as { workbench_problems: string[] };
      problems = health.workbench_problems.join();
      return problems.includes("still finding out");
    })
    .toBe(false);
  return problems === "";
}

test("both processes answer, and metrics, health and log name them", async () => {
  for (let times = 0; times < 6; times++) expect((await execute()).status).toBe(200);
  for (let times = 0; times < 4; times++) expect((await send("GET", "/login")).text).toContain("<html");
  const text = await readMetrics();
  for (const index of ["1", "2"]) {
    expect(text).toMatch(new RegExp(`^patchbay_executions_total\\{.*process="${index}"\\} [1-9]`, "m"));
    expect(text).toMatch(new RegExp(`^nodejs_heap_size_used_bytes\\{process="${index}"\\} [1-9]`, "m"));
    expect(text).toMatch(new RegExp(`^patchbay_process_running\\{process="${index}"\\} 1$`, "m"));
  }
  expect(text).toMatch(/^patchbay_shared_jobs_oldest_due_seconds \d/m);
  expect((await readHealth()).processes).toEqual([
    expect.objectContaining({ process: 1, state: "running", restarts: 0 }),
    expect.objectContaining({ process: 2, state: "running", restarts: 0 }),
  ]);
});

test("a session has one sandbox, whichever process takes its calls", async () => {
  test.skip(!(await hasWorkbench()), "No sandboxes run on this machine.");
  const session = await newSession();
  // On a busy machine the start of the first sandbox can exceed its time limit.
  await expect(() => runCell(session, "n = 0")).toPass();
  for (let n = 1; n <= 6; n++) expect(await runCell(session, "n += 1\nprint('n is', n)")).toContain(`n is ${n}`);
  for (let times = 0; times < 2; times++) {
    const code = `print(run_composio_tool("${TOOL}", {"owner": "ada", "repo": "engine"})[0]["data"]["full_name"])`;
    expect(await runCell(session, code)).toContain("ada/engine");
  }
  await runCell(session, "open('/mnt/files/a.txt', 'w').write('by code')");
  const mount = `/api/v3/tool_router/session/${session}/mounts/files`;
  const { text } = await send("POST", `${mount}/upload_url`, { mount_relative_path: "b.txt" });
  const { upload_url: address } = JSON.parse(text) as { upload_url: string };
  for (const content of ["one", "two"]) {
    expect((await fetch(address, { method: "PUT", body: content, headers: { connection: "close" } })).status).toBe(200);
    expect(await runCell(session, "print(open('/mnt/files/b.txt').read())")).toContain(content);
  }
  for (let times = 0; times < 2; times++) expect((await send("GET", `${mount}/items`)).text).toMatch(/a\.txt.*b\.txt/);
});

/** Calls on kept connections until `end`, which returns the failures. */
function load() {
  let isOver = false;
  const failures: string[] = [];
  let successes = 0;
  const agents = Array.from({ length: CONNECTIONS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const work = agents.map(async (agent) => {
    while (!isOver) {
      const answer = await execute(agent).catch((error: Error) => ({ status: 0, text: error.message }));
      if (answer.status === 200) successes++;
      else failures.push(`${answer.status} ${answer.text}`);
    }
    agent.destroy();
  });
  return {
    successes: () => successes,
    end: async () => {
      isOver = true;
      await Promise.all(work);
      return failures;
    },
  };
}

const untilAllRun = (restarts: number[]) =>
  expect
    .poll(
      async () => {
        // The killed process can have been about to take this connection.
        const { processes } = await readHealth().catch(() => ({ processes: [] }));
        return processes.map(({ state, restarts }) => `${state} ${restarts}`);
      },
      { timeout: 120_000 },
    )
    .toEqual(restarts.map((times) => `running ${times}`));

test("kill -9 of the second process fails only the requests that are open at it", async () => {
  const calls = load();
  await expect.poll(calls.successes).toBeGreaterThan(100);
  process.kill(pidOf(2), "SIGKILL");
  await untilAllRun([0, 1]);
  const before = calls.successes();
  await expect.poll(calls.successes).toBeGreaterThan(before + 100);
  const failures = await calls.end();
  expect(failures.filter((failure) => !failure.startsWith("0 "))).toEqual([]);
  // One more can be on its way to the process.
  expect(failures.length).toBeLessThanOrEqual(CONNECTIONS + 1);
  expect(product.output()).toContain("Process 2 of the server runs again.");
});

test("kill -9 of the first process: the second answers, then pages and sandboxes are there again", async () => {
  const isHere = await hasWorkbench();
  const session = await newSession();
  if (isHere) await runCell(session, "open('/mnt/files/kept.txt', 'w').write('kept')");
  const calls = load();
  await expect.poll(calls.successes).toBeGreaterThan(100);
  process.kill(pidOf(1), "SIGKILL");
  await untilAllRun([1, 1]);
  const failures = await calls.end();
  expect(failures.filter((failure) => !failure.startsWith("0 "))).toEqual([]);
  // One more can be on its way to the process.
  expect(failures.length).toBeLessThanOrEqual(CONNECTIONS + 1);
  for (let times = 0; times < 4; times++) expect((await send("GET", "/login")).status).toBe(200);
  if (!isHere) return;
  for (let times = 0; times < 2; times++)
    expect(await runCell(session, "print(open('/mnt/files/kept.txt').read())")).toContain("kept");
});

test("a stop ends both, and nothing of them is left", async () => {
  const pids = [pidOf(1), pidOf(2)];
  await product.end();
  for (const pid of pids) expect(readdirSync("/proc")).not.toContain(String(pid));
  expect(readdirSync(product.dataDir)).not.toContain("processes");
  expect(product.output()).not.toContain("did not stop cleanly");
});
