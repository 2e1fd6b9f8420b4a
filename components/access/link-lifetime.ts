/** Texts for the lifetime of links. */
import { countOf } from "@/lib/contract/count-of";

const STEPS: readonly [string, number][] = [
  ["day", 1440],
  ["hour", 60],
  ["minute", 1],
];

/** `10` becomes "10 minutes", `1440` "1 day". */
export function inWords(minutes: number): string {
  const [unit, size] = STEPS.find(([, step]) => minutes % step === 0) ?? ["minute", 1];
  const count = minutes / size;
  return countOf(count, unit);
}
