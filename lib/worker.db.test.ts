/** The jobs of the product, as the server starts them. */
import { afterAll, expect, it, vi } from "vitest";
import { runStops } from "@/lib/kernel/process/lifecycle";
import { isQueueRunning } from "@/lib/kernel/jobs/queue";
import { queryRows } from "@/test/setup/query-rows";
import { startWorker } from "./worker";

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
        "access.prune",
        "approvals.prune",
        "approvals.tend",
        "backup.tend",
        "connected-accounts.continue-revocations",
        "connected-accounts.expire",
        "connected-accounts.prune-revocations",
        "database.reseal",
        "files.expire",
        "idempotency.prune",
        "jobs.prune",
        "logs.prune",
        "oauth-server.prune",
        "project-end.continue",
        "rate-limit.prune",
        "tool-router.prune",
        "triggers.follow-accounts",
        "triggers.restart-overdue",
        "webhooks.drop-payloads",
        "webhooks.prune",
        "workbench.tend-gateway",
      ]),
    { timeout: 20_000, interval: 50 },
  );
});
