/** A running product as an operator watches it: metrics, Prometheus, the access log, and a stop that is announced. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { expectAccessible, signIn } from "./fixtures/browser";
import { freePort } from "../scripts/postgres/postgres.mjs";
import { type Product, startProduct } from "./harness/product";
import { provision } from "./harness/provision";
import type { Account } from "./harness/run";

const SHUTDOWN_DELAY_SECONDS = 5;
/** Debian's package `prometheus` has both. */
const PROMETHEUS = "/usr/bin/prometheus";
const PROMTOOL = "/usr/bin/promtool";
/** Only its name counts. */
const RELEASE = path.join(tmpdir(), `patchbay-99.1.0-${process.platform}-${process.arch}.tgz`);

let product: Product;
let metricsPort: number;
let owner: Account;
let apiKey: string;
const metrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
const statusOf = async (pathname: string) => (await fetch(product.url + pathname)).status;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  writeFileSync(RELEASE, "");
  metricsPort = await freePort();
  product = await startProduct({
    PATCHBAY_METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    PATCHBAY_ACCESS_LOG: "on",
    PATCHBAY_LOG_FORMAT: "json",
    PATCHBAY_SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_SECONDS),
    PATCHBAY_RELEASE_FILE: RELEASE,
  });
  owner = await provision(product, { email: "operator@example.com", project: "Watched" });
  apiKey = owner.api_key;
});
test.afterAll(async () => {
  rmSync(RELEASE, { force: true });
  await product.stop();
});

test("metrics count calls by door and the work behind them, and are not at the public port", async () => {
  await (await fetch(`${product.url}/api/v3/toolkits`, { headers: { "x-api-key": apiKey } })).text();
  await (await fetch(`${product.url}/api/v3/toolkits`)).text();
  await (await fetch(`${product.url}/login`)).text();
  for (const line of [
    /^patchbay_http_requests_total\{door="api",outcome="2xx"\} [1-9]/m,
    /^patchbay_http_requests_total\{door="pages",outcome="[23]xx"\} [1-9]/m,
    /^patchbay_database_up 1$/m,
    /^patchbay_worker_running 1$/m,
    /^patchbay_loop_age_seconds\{loop="deliveries"\} /m,
    /^patchbay_loop_age_seconds\{loop="jobs: polling"\} /m,
    /^patchbay_shared_jobs_oldest_due_seconds /m,
    /^patchbay_cache_requests_total\{cache="api_keys",result="miss"\} [1-9]/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
  ])
    await expect.poll(metrics).toMatch(line);
  expect(await statusOf("/metrics")).toBe(404);
});

test("Prometheus scrapes the product, and its tool accepts the metrics", async () => {
  test.skip(!existsSync(PROMETHEUS), "Prometheus is not installed here: apt-get install prometheus");
  const { status, stdout, stderr } = spawnSync(PROMTOOL, ["check", "metrics"], {
    input: await metrics(),
    encoding: "utf8",
  });
  expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: "" });
  const folder = test.info().outputPath("prometheus");
  mkdirSync(folder, { recursive: true });
  const config = path.join(folder, "prometheus.yml");
  writeFileSync(
    config,
    `scrape_configs:\n  - job_name: patchbay\n    scrape_interval: 1s\n    scrape_timeout: 1s\n` +
      `    static_configs:\n      - targets: ["127.0.0.1:${metricsPort}"]\n`,
  );
  const port = await freePort();
  const prometheus: ChildProcess = spawn(
    PROMETHEUS,
    [`--config.file=${config}`, `--storage.tsdb.path=${folder}/data`, `--web.listen-address=127.0.0.1:${port}`],
    { stdio: "ignore" },
  );
  try {
    const query = async (expression: string) => {
      const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
      const response = await fetch(url).catch(() => undefined);
      return response ? JSON.stringify(await response.json()) : "";
    };
    await expect.poll(() => query('up{job="patchbay"}'), { timeout: 60_000 }).toMatch(/"value":\[[\d.]+,"1"\]/);
    expect(await query("patchbay_shared_jobs_oldest_due_seconds")).toContain(`127.0.0.1:${metricsPort}`);
  } finally {
    prometheus.kill("SIGKILL");
  }
});

test("the log is JSON lines alone, and the access log has patterns and the project, but no query", async () => {
  const headers = { "x-api-key": apiKey, "x-request-id": "job-17" };
  await (await fetch(`${product.url}/api/v3/toolkits/github?secret=in-the-query`, { headers })).text();
  await expect.poll(product.output).toContain('"route":"/api/v3/toolkits/{slug}"');
  const lines = product
    .output()
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const line = lines.find(({ route }) => route === "/api/v3/toolkits/{slug}");
  expect(line).toMatchObject({ part: "access", method: "GET", door: "api", complete: true });
  expect(line?.project_id).toMatch(/^\w+/);
  expect(product.output()).not.toContain("in-the-query");
  expect(product.output()).not.toContain(apiKey);
});

test("an owner sees on every page that a newer version is here, until the notice is closed", async ({ page }) => {
  await signIn(page, owner);
  const notice = page.getByRole("region", { name: "Newer version" });
  await expect(notice).toContainText("Version 99.1.0 is available.");
  await expect(notice).toContainText(`npm install -g ${RELEASE}`);
  await page.goto(`${product.url}/settings/about`);
  await expect(page.getByText("Version 99.1.0 is available").first()).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole("button", { name: "Dismiss the update notice" }).click();
  await expect(notice).toBeHidden();
  await page.reload();
  await expect(page.getByText("Version 99.1.0 is available", { exact: true })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("a copy that is to stop is not ready first, answers everything else, and then ends", async () => {
  expect(await statusOf("/api/health/ready")).toBe(200);
  const stop = product.end();
  await expect.poll(() => statusOf("/api/health/ready")).toBe(503);
  const response = await fetch(`${product.url}/api/health/ready`);
  expect(await response.json()).toMatchObject({ stopping: true, stalled: [], database: "ok" });
  expect(await statusOf("/api/health")).toBe(200);
  expect((await fetch(`${product.url}/api/v3/toolkits`, { headers: { "x-api-key": apiKey } })).status).toBe(200);
  expect(await metrics()).toContain("patchbay_build_info");
  await stop;
  await expect(statusOf("/api/health")).rejects.toThrow();
  expect(product.output()).toContain('"msg":"Stopped."');
});
