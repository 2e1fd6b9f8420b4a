/** The metrics of all processes of this copy of the app: with more than one, each series names its process. */
import { processName, processPlace } from "@/lib/kernel/process/process-place";
import { askSibling } from "@/lib/kernel/siblings/ask-sibling";
import type { Operation } from "@/lib/kernel/siblings/serve-siblings";
import type { Gauge } from "./gauge";
import { type MetricValues, readMetrics } from "./write-metrics";

const NAME = "metrics";
const LABEL = "process";
/** A process that does not answer in time is left out: `patchbay_process_running` shows whether it runs. */
const PATIENCE_MS = 3_000;

/** Answers the other processes, whichever of them is asked for metrics. */
export const metricsOperations = (gauges: readonly Gauge[]): [name: string, operation: Operation][] => [
  [NAME, () => readMetrics(gauges)],
];

async function askMetrics(index: number): Promise<MetricValues[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  return askSibling<MetricValues[]>(index, NAME, null, { signal, patienceMs: 0 }).catch(() => []);
}

/** Values of the database, and those that name a process themselves, are the same in each process. */
const isShared = ({ name, values }: MetricValues): boolean =>
  name.startsWith("patchbay_shared_") || values.some(({ labels }) => LABEL in labels);

type OfProcess = { process: string; metrics: readonly MetricValues[] };

/** Puts the series of several processes together; shared series come from the first alone. Pure. */
export function mergeMetrics(all: readonly OfProcess[]): MetricValues[] {
  const byName = new Map<string, MetricValues>();
  for (const [place, { process, metrics }] of all.entries())
    for (const metric of metrics) {
      if (isShared(metric) && place > 0) continue;
      const values = isShared(metric)
        ? metric.values
        : metric.values.map((value) => ({ ...value, labels: { ...value.labels, [LABEL]: process } }));
      byName.set(metric.name, { ...metric, values: [...(byName.get(metric.name)?.values ?? []), ...values] });
    }
  return [...byName.values()];
}

/** Reads the metrics of this process, and asks the others for theirs. */
export async function gatherMetrics(gauges: readonly Gauge[]): Promise<MetricValues[]> {
  const name = processName();
  if (name === undefined) return readMetrics(gauges);
  const { index, count } = processPlace();
  const siblings = Array.from({ length: count }, (_, place) => place + 1).filter((place) => place !== index);
  const [first, ...others] = await Promise.all([
    readMetrics(gauges),
    ...siblings.map(async (sibling) => ({ process: String(sibling), metrics: await askMetrics(sibling) })),
  ]);
  return mergeMetrics([{ process: name, metrics: first }, ...others]);
}
