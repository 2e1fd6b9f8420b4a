/** Database failures during an execution that has already sent something. */
import { DatabaseTimeout, DatabaseUnavailable, StorageFull, toStorageFull } from "@/lib/kernel/database/db-errors";

/**
 * Turns the outcome "nothing was done" of a database error into "unknown" if something was sent to the provider, so
 * that clients do not simply repeat the call.
 * @param sent the number of requests that reached the provider
 */
export function withUnknownOutcome(error: unknown, { sent: sentCount }: { sent: number }): unknown {
  if (sentCount === 0) return error;
  if (error instanceof DatabaseUnavailable)
    return new DatabaseUnavailable("unknown", error.since, error.announced, error);
  const full = toStorageFull(error);
  if (full) return new StorageFull(full.what, "unknown", error);
  return error instanceof DatabaseTimeout ? new DatabaseTimeout(error.waitedFor, "unknown", error) : error;
}
