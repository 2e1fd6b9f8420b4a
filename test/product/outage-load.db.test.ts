/**
 * A database that is killed, frozen and restarted while callers write and jobs run. `npm run soak -- outage` does it
 * over the ends of real minutes, where the clock of the jobs writes; a test run does each once, whenever it is.
 */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readHealth } from "@/lib/health/health";
import { db } from "@/lib/kernel/database/db";
import { enqueue, isQueueRunning, startQueue } from "@/lib/kernel/jobs/queue";
import { newClient, type Client } from "../clients/connect-api";
import { installLoopbackToolkit, startProvider, type Provider } from "../servers/loopback-provider";
import { MCP_TOOLS } from "../clients/mcp-api";
import { startOwnDatabase, type Outage, type OwnDatabase } from "../servers/own-database";
import { queryRows } from "@/test/setup/query-rows";

/** Ends of minutes; 0: outages one after the other. */
const MINUTES = Number(process.env.PATCHBAY_SOAK_OUTAGE ?? 0);
const WAYS: Outage[] = ["killed", "frozen", "restart"];
const WRITERS = 4;
const JOB = { name: "soak.job", work: "providers" } as const;
const AWAY_MS = MINUTES > 0 ? 6_000 : 2_500;
/** The promise of /api/health. Only the soak checks it against the clock, because a busy machine can break it. */
const HEALTH_MS = 2_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let database: OwnDatabase;
let provider: Provider;
let client: Client;

beforeAll(async () => {
  database = await startOwnDatabase();
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  client = await newClient();
});
afterAll(async () => {
  const { runStops } = await import("@/lib/kernel/process/lifecycle");
  await runStops(() => undefined);
  await provider.close();
  await database.stop();
});

/** The results of the load. */
const acknowledged = { configs: new Set<string>(), jobs: new Set<number>() };
const done = new Set<number>();
const answers: Record<string, number> = {};
let longestHealth = 0;
let longestCall = 0;
let ticks = 0;

const count = (what: string): void => {
  answers[what] = (answers[what] ?? 0) + 1;
};

async function write(isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    const startedAt = performance.now();
    const { status, body } = await client.call("POST", "/auth_configs", {
      toolkit: { slug: "loopback" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
    });
    longestCall = Math.max(longestCall, performance.now() - startedAt);
    count(status === 503 ? `503 ${body.error?.slug}` : String(status));
    if (status < 300) acknowledged.configs.add(body.auth_config.id);
    await pause(20);
  }
}

async function order(isOver: () => boolean): Promise<void> {
  for (let n = 0; !isOver(); n++) {
    await enqueue(db, JOB, { n }).then(
      () => acknowledged.jobs.add(n),
      () => count("job refused"),
    );
    await pause(50);
  }
}

async function watchHealth(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const startedAt = performance.now();
    const { status } = await readHealth(async () => ({ toolkits: 1, tools: 1, version: "1" }), {
      status: "checking",
      problems: [],
      notes: [],
      limits: null,
    });
    longestHealth = Math.max(longestHealth, performance.now() - startedAt);
    count(`health ${status}`);
    await pause(100);
  }
}

/** Until two seconds before the end of a minute. */
const untilMinuteEnds = () => pause((60_000 + 58_000 - (Date.now() % 60_000)) % 60_000);

const ping = () => queryRows<{ one: number }>("soak.one", "SELECT 1 AS one", []);

it("keeps what it acknowledged, answers 503 and nothing worse, and goes on by itself", async () => {
  await startQueue([
    { kind: JOB, run: async (payload) => void done.add((payload as { n: number }).n) },
    { kind: { name: "soak.tick", work: "cleaning" }, match: "* * * * *", run: async () => void ticks++ },
  ]);
  let over = false;
  const isOver = () => over;
  const load = Promise.all([
    ...Array.from({ length: WRITERS }, () => write(isOver)),
    order(isOver),
    watchHealth(isOver),
  ]);
  const recoveries: string[] = [];
  for (let round = 0; round < (MINUTES || WAYS.length); round++) {
    const way = WAYS[round % WAYS.length] ?? "killed";
    await (MINUTES > 0 ? untilMinuteEnds() : pause(500));
    const bringBack = await database.takeAway(way);
    await pause(AWAY_MS);
    await bringBack();
    const back = performance.now();
    await vi.waitFor(ping, { timeout: 30_000, interval: 50 });
    recoveries.push(`${way} ${Math.round(performance.now() - back)} ms`);
  }
  await pause(1_000);
  over = true;
  await load;
  await vi.waitFor(() => expect([...acknowledged.jobs].filter((n) => !done.has(n))).toEqual([]), {
    timeout: 60_000,
    interval: 200,
  });
  const configs = await db.authConfig.findMany({ where: { projectId: client.projectId }, select: { id: true } });
  const lostIds = [...acknowledged.configs].filter((id) => !configs.some((row) => row.id === id));
  if (MINUTES > 0)
    console.log(
      JSON.stringify({
        kept: `${acknowledged.configs.size - lostIds.length} of ${acknowledged.configs.size} acknowledged writes`,
        jobs: `${acknowledged.jobs.size} acknowledged, all done`,
        ticks,
        answers,
        recoveries,
        longestHealthMs: Math.round(longestHealth),
        longestCallMs: Math.round(longestCall),
      }),
    );
  expect(lostIds).toEqual([]);
  expect(acknowledged.configs.size).toBeGreaterThan(0);
  expect(Object.keys(answers).filter((what) => /^[45]/.test(what))).toEqual(["503 DatabaseUnavailable"]);
  expect(answers["health degraded"]).toBeGreaterThan(0);
  expect(isQueueRunning()).toBe(true);
  if (MINUTES > 0) {
    expect(longestHealth).toBeLessThan(HEALTH_MS);
    // The clock was away at the end of each of these minutes: it catches up.
    await vi.waitFor(() => expect(ticks).toBeGreaterThanOrEqual(MINUTES), { timeout: 50_000, interval: 200 });
  }
}, 3_600_000);
