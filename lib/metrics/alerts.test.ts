/** The example alerts, as Prometheus's own tool evaluates them for series of two hours. */
import { spawnSync } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { newId } from "@/lib/kernel/ids";
import { inRoot } from "@/scripts/paths.mjs";

/** Debian's package `prometheus` has it. */
const promtool = ["/usr/bin/promtool", process.env.PROMTOOL ?? ""].find((file) => file !== "" && existsSync(file));
const file = path.join(tmpdir(), `${newId("request")}.json`);
afterAll(() => rmSync(file, { force: true }));

/**
 * Returns the output of promtool for a test of the alerts that fire after an hour and a half.
 * @param series values by name
 */
function testAlerts(series: Readonly<Record<string, string>>, alerts: readonly string[]): string {
  const input = Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const labels = (alert: string) => ({ labels: `{alertname="${alert}"}`, value: 1 });
  const query = { expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: "90m" };
  const test = {
    interval: "1m",
    input_series: input,
    promql_expr_test: [{ ...query, exp_samples: alerts.map(labels) }],
  };
  writeFileSync(file, JSON.stringify({ rule_files: [inRoot("docs/operate/alerts.yaml")], tests: [test] }));
  const { stdout, stderr } = spawnSync(promtool ?? "", ["test", "rules", file], { encoding: "utf8" });
  return stdout + stderr;
}

const stopped = {
  'patchbay_worker_running{instance="a"}': "0x120",
  'patchbay_shared_jobs_oldest_due_seconds{instance="a"}': "900x120",
  'patchbay_shared_webhook_oldest_due_seconds{instance="a"}': "900x120",
  'patchbay_shared_polls_oldest_due_seconds{instance="a"}': "900x120",
};

it.skipIf(promtool === undefined).each([
  [
    "a copy that takes no jobs",
    { ...stopped, 'patchbay_shared_quiet{instance="a"}': "0x120" },
    ["PatchbayWorkerStopped", "PatchbayJobsWait", "PatchbayDeliveriesWait", "PatchbayPollsLate"],
  ],
  [
    "of a quiet server only that it is quiet",
    { ...stopped, 'patchbay_shared_quiet{instance="a"}': "1x120" },
    ["PatchbayQuiet"],
  ],
  [
    "a toolkit of which no token is renewed",
    { 'patchbay_token_refreshes_total{toolkit="a",outcome="rejected"}': "0+1x120" },
    ["PatchbayTokensNotRenewed"],
  ],
  [
    "no toolkit of which most tokens are renewed",
    {
      'patchbay_token_refreshes_total{toolkit="a",outcome="rejected"}': "0+1x120",
      'patchbay_token_refreshes_total{toolkit="a",outcome="renewed"}': "0+2x120",
    },
    [],
  ],
])("name %s", (_, series, alerts) => {
  expect(testAlerts(series, alerts)).toContain("SUCCESS");
});
