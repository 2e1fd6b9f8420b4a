/** Deletes counters of usage that no range needs any more. */
import { batchDelete, deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { env } from "@/lib/kernel/process/env";
import { now } from "@/lib/kernel/time/clock";
import { SPANS } from "./contract";

const OLD = batchDelete("usage_tally", "span = $1 AND starts_at < $2");

const DAY_MS = 86_400_000;
/** Twice the longest range that is read by hours, and a day more. */
const HOUR_DAYS = 15;

/** Days are kept as long as the operator has set. Returns how many counters were deleted. */
export async function pruneUsage(): Promise<number> {
  const before = (days: number) => new Date(now().getTime() - days * DAY_MS);
  const minutes = await deleteInBatches(OLD, [SPANS.minutes, before(1)]);
  const hours = await deleteInBatches(OLD, [SPANS.hour, before(HOUR_DAYS)]);
  return minutes + hours + (await deleteInBatches(OLD, [SPANS.day, before(env().usageDays)]));
}
