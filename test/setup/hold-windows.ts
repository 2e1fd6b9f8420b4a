/**
 * Holds the windows of rate limits (`lib/kernel/rate-limit/take-token`) in the database of the test file: all requests
 * count in one window, in every process, even if a minute or an hour ends between two of them.
 */
import { pool } from "@/lib/kernel/database/db";

/** Longer than any test file runs. */
const AHEAD_MS = 86_400_000;

/** Call it before the first request is counted: a process uses up what it took from an earlier window. */
export async function holdWindows(): Promise<void> {
  // No window of the clock begins later.
  const start = new Date(Date.now() + AHEAD_MS).toISOString();
  await pool().query(
    `CREATE FUNCTION hold_window() RETURNS trigger LANGUAGE plpgsql
      AS $$ BEGIN NEW.window_start := '${start}'; RETURN NEW; END $$;
    CREATE TRIGGER hold_window BEFORE INSERT ON rate_limit_bucket FOR EACH ROW EXECUTE FUNCTION hold_window()`,
  );
}
