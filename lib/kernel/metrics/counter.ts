/**
 * The counters of the process: maps from label values to a number, so that counting is one look. Texts are made when
 * somebody reads them (lib/metrics).
 */
import { processMemory } from "../process-memory";

/** The most series of one metric; further combinations of label values count as `OTHER`. */
export const MAX_SERIES = 2_000;
export const OTHER = "other";

const BETWEEN = "\0";

export type LabelValues<Labels extends readonly string[]> = { readonly [Index in keyof Labels]: string };

export type Declaration<Labels extends readonly string[] = readonly string[]> = {
  /** In the form of Prometheus: `patchbay_..._total` for a count, `..._seconds` for a time. */
  name: string;
  /** One sentence. */
  help: string;
  labels: Labels;
};

/** The value of one combination of label values. */
export type Sample = { values: readonly string[]; value: number };

export const splitKey = (key: string, labels: readonly string[]): string[] =>
  labels.length === 0 ? [] : key.split(BETWEEN);

/** The key of label values in a map of series, `OTHER` for each label if the map is full. */
export function keyIn(series: ReadonlyMap<string, unknown>, values: readonly string[]): string {
  const key = values.length === 1 ? (values[0] ?? "") : values.join(BETWEEN);
  if (series.has(key) || series.size < MAX_SERIES) return key;
  return values.map(() => OTHER).join(BETWEEN);
}

/** A number for each combination of label values, which only grows. */
export class Counter<Labels extends readonly string[] = readonly string[]> {
  private readonly series = new Map<string, number>();

  constructor(readonly declaration: Declaration<Labels>) {}

  /** @param values of the labels, in their order */
  add(values: LabelValues<Labels>, amount = 1): void {
    const key = keyIn(this.series, values);
    this.series.set(key, (this.series.get(key) ?? 0) + amount);
  }

  read(): Sample[] {
    return [...this.series].map(([key, value]) => ({ values: splitKey(key, this.declaration.labels), value }));
  }
}

const counters = () => processMemory("metrics.counters", () => new Map<string, Counter>());

/** Declares a counter; the same name is the same counter in each copy of the code. */
export function declareCounter<const Labels extends readonly string[]>(
  declaration: Declaration<Labels>,
): Counter<Labels> {
  const counter = (counters().get(declaration.name) as Counter<Labels> | undefined) ?? new Counter(declaration);
  counters().set(declaration.name, counter as unknown as Counter);
  return counter;
}

export const declaredCounters = (): Counter[] => [...counters().values()];
