/** Sizes for people: `940 bytes`, `1.5 MB`, `1 GB`. Pure. */
import { pluralOf } from "@/lib/contract/count-of";

const UNITS = ["KB", "MB", "GB", "TB"] as const;
const STEP = 1024;

/** One decimal below ten, and no decimal if it would be zero. */
export function toSize(bytes: number): string {
  if (bytes < STEP) return `${bytes} ${pluralOf(bytes, "byte")}`;
  let [amount, unit] = [bytes / STEP, 0];
  // A number that would round up to the next unit is said in that unit.
  while (amount >= STEP - 0.5 && unit < UNITS.length - 1) [amount, unit] = [amount / STEP, unit + 1];
  const numberText = amount < 10 ? amount.toFixed(1).replace(/\.0$/, "") : String(Math.round(amount));
  return `${numberText} ${UNITS[unit]}`;
}
