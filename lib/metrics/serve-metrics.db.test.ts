/** The metrics address as a scraper reads it, on a real database; Prometheus's own tool reads the text where it is. */
import { spawnSync } from "node:child_process";
import { createServer, get, type IncomingMessage } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { parse } from "yaml";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "@/scripts/postgres/postgres.mjs";
import { inRoot } from "@/scripts/paths.mjs";
import { gauges } from "@/lib/gauges";
import { createListener } from "@/lib/http/listener/create-listener";
import { db } from "@/lib/kernel/database/db";
import { pool } from "@/lib/kernel/database/pools";
import { beginQuiet, endQuiet } from "@/lib/kernel/database/quiet";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { runStops } from "@/lib/kernel/process/lifecycle";
import "@/lib/worker";
import { remembered } from "@/test/setup/process-memory";
import { serveMetrics } from "./serve-metrics";
import { metricNames } from "./write-metrics";

let port: number;
const url = (path: string) => `http://127.0.0.1:${port}${path}`;
const scrape = async () => (await fetch(url("/metrics"))).text();

beforeAll(async () => {
  port = await freePort();
  await serveMetrics({ host: "127.0.0.1", port }, gauges);
  // A pool is there from its first statement on.
  await db.$queryRaw`SELECT 1`;
});
afterAll(() => runStops(() => undefined));

/** The value of a line: `valueOf(text, 'patchbay_shared_jobs{kind="test.metrics",state="due"}')`. */
const valueOf = (text: string, series: string): number | undefined => {
  const line = text.split("\n").find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

/** Debian's package `prometheus` has it. */
const promtool = ["/usr/bin/promtool", process.env.PROMTOOL ?? ""].find((file) => file !== "" && existsSync(file));
const withPromtool = it.skipIf(promtool === undefined);
const runPromtool = (args: string[], input: string): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(promtool ?? "", args, { input, encoding: "utf8" });
  return { status, output: stdout + stderr };
};

it("answers GET /metrics with every declared name, once, with its help and type", async () => {
  const response = await fetch(url("/metrics"));
  const text = await response.text();
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const helped = [...text.matchAll(/^# HELP (\S+) \S.*\S$/gm)].map(([, name]) => name);
  const typed = [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/gm)].map(([, name]) => name);
  expect(new Set(helped).size).toBe(helped.length);
  expect(typed).toEqual(helped);
  expect(helped).toEqual(
    expect.arrayContaining(["patchbay_http_requests_total", "patchbay_executions_total", "process_cpu_seconds_total"]),
  );
  const version = process.versions.node;
  expect(text).toContain(`node="${version}"} 1`);
  expect(valueOf(text, "patchbay_database_up")).toBe(1);
  expect(valueOf(text, 'patchbay_database_connections_max{pool="pool"}')).toBeGreaterThan(1);
});

it("answers 404 elsewhere, and 405 to a write", async () => {
  expect((await fetch(url("/"))).status).toBe(404);
  expect((await fetch(url("/api/health"))).status).toBe(404);
  expect((await fetch(url("/metrics"), { method: "POST", body: "x" })).status).toBe(405);
});

it("answers 403 to a name of somebody else that leads to this machine", async () => {
  const request = get(url("/metrics"), { headers: { host: `site.example:${port}` } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(403);
});

it("shows jobs that wait in the database, and how long the first has waited", async () => {
  const kind = { name: "test.metrics", work: "cleaning" } as const;
  const hourAgo = new Date(Date.now() - 3_600_000);
  await db.$transaction((tx) => enqueue(tx, kind, {}, { runAt: hourAgo }));
  await db.$transaction((tx) => enqueue(tx, kind, {}, { runAt: { inSeconds: 3600 } }));
  // An answer of the database is used for five seconds.
  await expect
    .poll(async () => valueOf(await scrape(), 'patchbay_shared_jobs{kind="test.metrics",state="due"}'), {
      timeout: 20_000,
      interval: 500,
    })
    .toBe(1);
  const text = await scrape();
  expect(valueOf(text, "patchbay_shared_jobs_oldest_due_seconds")).toBeGreaterThanOrEqual(3600);
  expect(valueOf(text, 'patchbay_shared_webhook_deliveries{state="due"}')).toBe(0);
  expect(valueOf(text, "patchbay_shared_polls_due")).toBe(0);
  expect(valueOf(text, "patchbay_shared_quiet")).toBe(0);
});

it("shows that a restored server is quiet", async () => {
  remembered.delete("quiet");
  await beginQuiet(pool() as never, new Date("2026-11-01T00:00:00Z"));
  const isQuiet = async () => valueOf(await scrape(), "patchbay_shared_quiet");
  await expect.poll(isQuiet, { timeout: 20_000, interval: 500 }).toBe(1);
  await endQuiet();
});

it("shows what the listener answered, and never on the listener's own port", async () => {
  const server = createListener({ answer: (_, response) => void response.writeHead(404).end() });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port: open } = server.address() as AddressInfo;
  const series = 'patchbay_http_requests_total{door="mcp",outcome="4xx"}';
  const before = valueOf(await scrape(), series) ?? 0;
  await fetch(`http://127.0.0.1:${open}/v3/mcp/1`);
  expect((await fetch(`http://127.0.0.1:${open}/metrics`)).status).toBe(404);
  await expect.poll(async () => valueOf(await scrape(), series), { timeout: 20_000 }).toBe(before + 1);
  const text = await scrape();
  const bucket = 'patchbay_http_request_duration_seconds_bucket{door="mcp",le="+Inf"}';
  expect(valueOf(text, bucket)).toBe(valueOf(text, 'patchbay_http_request_duration_seconds_count{door="mcp"}'));
  server.close();
});

it("refuses to start on an address that another program has, in a sentence", async () => {
  const other = createServer();
  await once(other.listen(0, "127.0.0.1"), "listening");
  const port = (other.address() as AddressInfo).port;
  await expect(serveMetrics({ host: "127.0.0.1", port }, gauges)).rejects.toThrow(
    `PATCHBAY_METRICS_ADDRESS: port ${port} on 127.0.0.1 is in use by another program.`,
  );
  other.close();
});

withPromtool("promtool has nothing to say about the metrics", async () => {
  expect(runPromtool(["check", "metrics"], await scrape())).toEqual({ status: 0, output: "" });
});

/** The names that PromQL expressions use. */
const namesIn = (text: string): string[] => [...new Set(text.match(/\b(?:patchbay|nodejs|process)_\w+/g) ?? [])].sort();

it.each(["alerts.yaml", "grafana-dashboard.json"])("docs/operate/%s uses metrics that exist", async (file) => {
  const names = namesIn(readFileSync(inRoot("docs/operate", file), "utf8"));
  expect(names.length).toBeGreaterThan(10);
  const declaredNames = new Set(await metricNames(gauges));
  expect(names.filter((name) => !declaredNames.has(name))).toEqual([]);
});

it("docs/operate/watching.md describes each metric of the product", async () => {
  const text = readFileSync(inRoot("docs/operate/watching.md"), "utf8");
  const names = (await metricNames(gauges))
    .filter((name) => name.startsWith("patchbay_"))
    .map((name) => name.replace(/_(?:bucket|sum|count)$/, ""));
  const missing = [...new Set(names)].filter((name) => !text.includes(`\`${name}\``));
  expect(missing).toEqual([]);
  const described = [...text.matchAll(/`(patchbay_\w*[a-z])`/g)].map(([, name]) => name ?? "");
  expect(described.filter((name) => !names.includes(name))).toEqual([]);
});

it("each alert has a sentence for the operator and a severity", () => {
  const { groups } = parse(readFileSync(inRoot("docs/operate/alerts.yaml"), "utf8")) as {
    groups: { rules: { alert: string; labels: { severity: string }; annotations: { summary: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, labels, annotations } of rules) {
    expect(["warning", "critical"], alert).toContain(labels.severity);
    expect(annotations.summary, alert).toMatch(/^[A-Z].*\.$/);
  }
});

withPromtool("promtool accepts the alerts", () => {
  const { status, output } = runPromtool(["check", "rules", inRoot("docs/operate/alerts.yaml")], "");
  expect({ status, output }).toMatchObject({ status: 0, output: expect.stringContaining("SUCCESS") as string });
});
