/** Distributions of times: how many were below each of some bounds. */
import { type Declaration, keyIn, type LabelValues, splitKey } from "./counter";
import { processMemory } from "../process-memory";

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
  observe(values: LabelValues<Labels>, seconds: number): void {
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

const histograms = () => processMemory("metrics.histograms", () => new Map<string, Histogram>());

/** Declares a distribution of times in seconds; the same name is the same one in each copy of the code. */
export function declareHistogram<const Labels extends readonly string[]>(
  declaration: Declaration<Labels>,
  bounds?: readonly number[],
): Histogram<Labels> {
  const histogram =
    (histograms().get(declaration.name) as Histogram<Labels> | undefined) ?? new Histogram(declaration, bounds);
  histograms().set(declaration.name, histogram as unknown as Histogram);
  return histogram;
}

export const declaredHistograms = (): Histogram[] => [...histograms().values()];
