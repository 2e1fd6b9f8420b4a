/** The metrics of this copy of the app as text in the form of Prometheus. */
import type { Metric, Registry } from "prom-client";
import { type Counter, declaredCounters, type Sample } from "@/lib/kernel/metrics/counter";
import { declaredHistograms, type Distribution, type Histogram } from "@/lib/kernel/metrics/histogram";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import type { Gauge } from "./gauge";

type Labels = Record<string, string | number>;
type Value = { metricName?: string; labels: Labels; value: number };

/** A metric with its values at one moment. */
export type MetricValues = { name: string; help: string; type: string; aggregator: string; values: Value[] };

/** A metric that the registry asks for its values with each text; it keeps none itself. */
type Readable = Omit<MetricValues, "values"> & { get: () => Promise<MetricValues> };

function toReadable(
  { name, help }: { name: string; help: string },
  type: "counter" | "gauge" | "histogram",
  read: () => Promise<Value[]>,
): Readable {
  const facts = { name, help, type, aggregator: "sum" };
  return { ...facts, get: async () => ({ ...facts, values: await read() }) };
}

const toLabels = (names: readonly string[], values: readonly string[]): Labels =>
  Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));

const toValues = (labels: readonly string[], samples: readonly Sample[]): Value[] =>
  samples.map(({ values, value }) => ({ labels: toLabels(labels, values), value }));

/** A metric without labels has its value from the start. */
const orZero = (labels: readonly string[], samples: readonly Sample[]): readonly Sample[] =>
  labels.length === 0 && samples.length === 0 ? [{ values: [], value: 0 }] : samples;

const ofCounter = (counter: Counter): Readable =>
  toReadable(counter.declaration, "counter", async () => {
    const { labels } = counter.declaration;
    return toValues(labels, orZero(labels, counter.read()));
  });

/** The values of a distribution: each bucket counts those below its bound too. */
function toBuckets(name: string, bounds: readonly number[], labels: Labels, distribution: Distribution): Value[] {
  let below = 0;
  const buckets = [...bounds, Infinity].map((bound, index) => {
    below += distribution.counts[index] ?? 0;
    const le = bound === Infinity ? "+Inf" : bound;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: distribution.sum },
    { metricName: `${name}_count`, labels, value: distribution.total },
  ];
}

const ofHistogram = (histogram: Histogram): Readable =>
  toReadable(histogram.declaration, "histogram", async () =>
    histogram
      .read()
      .flatMap(({ values, distribution }) =>
        toBuckets(
          histogram.declaration.name,
          histogram.bounds,
          toLabels(histogram.declaration.labels, values),
          distribution,
        ),
      ),
  );

const ofGauge = (gauge: Gauge): Readable =>
  toReadable(gauge, gauge.type, async () => toValues(gauge.labels, await gauge.read()));

/** Gauges of the library with the name of a counter, which Prometheus's own check refuses. */
const MISNAMED = ["nodejs_active_handles_total", "nodejs_active_requests_total", "nodejs_active_resources_total"];

/** Node's own metrics. Their library is loaded only where somebody wants them. */
const nodeMetrics = memoize(async (): Promise<Registry> => {
  const { collectDefaultMetrics, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  return registry;
});

/** Reads the metrics of this process. */
export async function readMetrics(gauges: readonly Gauge[]): Promise<MetricValues[]> {
  const counts = [
    ...declaredCounters().map(ofCounter),
    ...declaredHistograms().map(ofHistogram),
    ...gauges.map(ofGauge),
  ];
  const node = await nodeMetrics();
  const values = await Promise.all([...counts.map(({ get }) => get()), node.getMetricsAsJSON()]);
  return values.flat() as MetricValues[];
}

/** Metrics as text, in version 0.0.4 of the form. */
export async function writeMetrics(metrics: readonly MetricValues[]): Promise<string> {
  const { Registry } = await import("prom-client");
  const registry = new Registry();
  // The registry calls `get` alone; the type describes the library's own classes.
  for (const metric of metrics)
    registry.registerMetric({ ...metric, get: () => Promise.resolve(metric) } as unknown as Metric);
  return registry.metrics();
}

/** The names of all metrics, with those that a histogram has for its parts. */
export async function metricNames(gauges: readonly Gauge[]): Promise<string[]> {
  const node = await nodeMetrics();
  return [
    ...declaredCounters().map(({ declaration }) => declaration.name),
    ...declaredHistograms().flatMap(({ declaration: { name } }) =>
      ["_bucket", "_sum", "_count"].map((end) => name + end),
    ),
    ...gauges.map(({ name }) => name),
    ...node
      .getMetricsAsArray()
      .flatMap(({ name, type }) =>
        String(type) === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
      ),
  ];
}
