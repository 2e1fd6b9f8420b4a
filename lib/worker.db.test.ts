/** The jobs of the product, as the server starts them. */
import { afterAll, expect, it, vi } from "vitest";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { isReady, readHealth } from "@/lib/health/health";
import { isQueueRunning } from "@/lib/kernel/jobs/queue";
import { loopTimes } from "@/lib/kernel/process/watch-loop";
import { logState } from "@/lib/logs/record-execution";
import { queryRows } from "@/test/setup/query-rows";
import { startWorker } from "./worker";

const { stalled: usual } = loopTimes();
afterAll(() => runStops(() => undefined));

it("takes jobs of all classes, and its clock knows every job that runs by it", async () => {
  await startWorker();
  expect(isQueueRunning()).toBe(true);
  const readJobNames = async () =>
    (
      await queryRows<{ name: string }>(
        "test.clock",
        "SELECT identifier AS name FROM graphile_worker._private_known_crontabs",
        [],
      )
    ).map(({ name }) => name);
  await vi.waitFor(
    async () =>
      expect((await readJobNames()).sort()).toEqual([
        "access.look-up-domains",
        "access.prune",
        "access.seal-audit",
        "approvals.prune",
        "approvals.tend",
        "backup.tend",
        "connected-accounts.continue-revocations",
        "connected-accounts.expire",
        "connected-accounts.prune-revocations",
        "connected-accounts.schedule-renewals",
        "database.reseal",
        "files.expire",
        "idempotency.prune",
        "jobs.prune",
        "logs.prune",
        "logs.prune-usage",
        "oauth-server.prune",
        "own-toolkits.sync-servers",
        "project-end.continue",
        "rate-limit.prune",
        "tool-router.prune",
        "triggers.follow-accounts",
        "triggers.restart-overdue",
        "triggers.schedule-hook-renewals",
        "webhooks.drop-payloads",
        "webhooks.prune",
        "workbench.tend-gateway",
      ]),
    { timeout: 20_000, interval: 50 },
  );
});

it("is not ready while one of its loops does not turn, and names it", async () => {
  const read = () =>
    readHealth(
      () => Promise.resolve({ toolkits: 0, tools: 0, version: "" }),
      { status: "available", problems: [], notes: [], limits: null },
      logState(),
    );
  const health = await read();
  expect([health.stalled, isReady(health, logState())]).toEqual([[], true]);
  // Each loop has turned longer ago than this.
  loopTimes().stalled = -1;
  const stalledHealth = await read();
  loopTimes().stalled = usual;
  expect(stalledHealth.stalled).toEqual(
    expect.arrayContaining(["deliveries", "jobs: cleaning", "jobs: polling", "jobs: providers"]),
  );
  expect([stalledHealth.status, isReady(stalledHealth, logState())]).toEqual(["degraded", false]);
  await vi.waitFor(async () => expect((await read()).stalled).toEqual([]), { timeout: 20_000, interval: 100 });
});
