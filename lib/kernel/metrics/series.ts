/**
 * What a process counts: a map from label values to a number, in which counting is one look. Names and texts are made
 * when somebody reads them (lib/metrics).
 */
import { processMemory } from "../process-memory";

/** The most series of one metric; further combinations of label values count as `OTHER`. */
export const MAX_SERIES = 2_000;
export const OTHER = "other";

const BETWEEN = "\0";

type Values<Labels extends readonly string[]> = { readonly [Index in keyof Labels]: string };

export type Declaration<Labels extends readonly string[] = readonly string[]> = {
  /** In the form of Prometheus: `patchbay_..._total` for a count, `..._seconds` for a time. */
  name: string;
  /** One sentence. */
  help: string;
  labels: Labels;
};

/** The value of one combination of label values. */
export type Sample = { values: readonly string[]; value: number };

const splitKey = (key: string, labels: readonly string[]): string[] => (labels.length === 0 ? [] : key.split(BETWEEN));

/** The key of label values in a map of series, `OTHER` for each label if the map is full. */
function keyIn(series: ReadonlyMap<string, unknown>, values: readonly string[]): string {
  const key = values.length === 1 ? (values[0] ?? "") : values.join(BETWEEN);
  if (series.has(key) || series.size < MAX_SERIES) return key;
  return values.map(() => OTHER).join(BETWEEN);
}

/** A number for each combination of label values, which only grows. */
export class Counter<Labels extends readonly string[] = readonly string[]> {
  private readonly series = new Map<string, number>();

  constructor(readonly declaration: Declaration<Labels>) {}

  /** @param values of the labels, in their order */
  add(values: Values<Labels>, amount = 1): void {
    const key = keyIn(this.series, values);
    this.series.set(key, (this.series.get(key) ?? 0) + amount);
  }

  read(): Sample[] {
    return [...this.series].map(([key, value]) => ({ values: splitKey(key, this.declaration.labels), value }));
  }
}

/** Upper bounds of the buckets of times, in seconds. */
export const TIME_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60] as const;

/** Observed times: `counts` has one bucket more than the bounds, for those above all of them. */
export type Distribution = { counts: Float64Array; sum: number; total: number };

/** The distribution of times for each combination of label values. */
export class Histogram<Labels extends readonly string[] = readonly string[]> {
  private readonly series = new Map<string, Distribution>();

  constructor(
    readonly declaration: Declaration<Labels>,
    readonly bounds: readonly number[] = TIME_BUCKETS,
  ) {}

  /** @param values of the labels, in their order */
  observe(values: Values<Labels>, seconds: number): void {
    const key = keyIn(this.series, values);
    let distribution = this.series.get(key);
    if (!distribution) {
      distribution = { counts: new Float64Array(this.bounds.length + 1), sum: 0, total: 0 };
      this.series.set(key, distribution);
    }
    let bucket = 0;
    while (bucket < this.bounds.length && seconds > (this.bounds[bucket] ?? 0)) bucket++;
    distribution.counts[bucket] = (distribution.counts[bucket] ?? 0) + 1;
    distribution.sum += seconds;
    distribution.total++;
  }

  read(): { values: readonly string[]; distribution: Readonly<Distribution> }[] {
    return [...this.series].map(([key, distribution]) => ({
      values: splitKey(key, this.declaration.labels),
      distribution,
    }));
  }
}

type Metrics = { counters: Map<string, Counter>; histograms: Map<string, Histogram> };

const metrics = (): Metrics => processMemory("metrics", () => ({ counters: new Map(), histograms: new Map() }));

/** Declares a counter; the same name is the same counter in each copy of the code. */
export function declareCounter<const Labels extends readonly string[]>(
  declaration: Declaration<Labels>,
): Counter<Labels> {
  const { counters } = metrics();
  const counter = (counters.get(declaration.name) as Counter<Labels> | undefined) ?? new Counter(declaration);
  counters.set(declaration.name, counter as unknown as Counter);
  return counter;
}

/** Declares a distribution of times in seconds; the same name is the same one in each copy of the code. */
export function declareHistogram<const Labels extends readonly string[]>(
  declaration: Declaration<Labels>,
  bounds?: readonly number[],
): Histogram<Labels> {
  const { histograms } = metrics();
  const histogram =
    (histograms.get(declaration.name) as Histogram<Labels> | undefined) ?? new Histogram(declaration, bounds);
  histograms.set(declaration.name, histogram as unknown as Histogram);
  return histogram;
}

export const declaredCounters = (): Counter[] => [...metrics().counters.values()];
export const declaredHistograms = (): Histogram[] => [...metrics().histograms.values()];
