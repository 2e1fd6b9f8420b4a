/** What a failure of the database means for an execution that had sent something. */
import { DatabaseTimeout, DatabaseUnavailable } from "@/lib/kernel/database/db-errors";

/**
 * After something was sent, a database that fails does not make the call one that may simply be sent again.
 * @param sent requests that reached the provider
 */
export function afterSending(error: unknown, { sent }: { sent: number }): unknown {
  if (sent === 0) return error;
  if (error instanceof DatabaseUnavailable)
    return new DatabaseUnavailable("unknown", error.since, error.announced, error);
  return error instanceof DatabaseTimeout ? new DatabaseTimeout(error.waitedFor, "unknown", error) : error;
}
