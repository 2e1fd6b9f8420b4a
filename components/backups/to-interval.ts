/** The interval of a schedule for people. Pure. */
import { countOf } from "@/lib/contract/count-of";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** `every ...`: 86,400 is "day", 43,200 is "12 hours". */
export function toInterval(seconds: number): string {
  const [unit, size] = UNITS.find(([, unitSeconds]) => seconds % unitSeconds === 0) ?? (["second", 1] as const);
  const count = seconds / size;
  return count === 1 ? unit : countOf(count, unit);
}
