/** The clock of the jobs: it writes those that are due in a minute, and catches up with minutes that it has missed. */
import { parseCronItems, type ParsedCronItem } from "graphile-worker";
import { DatabaseUnavailable } from "../database/db-errors";
import type { DatabasePool } from "../database/database-pool";
import { background, log } from "../process/log";
import { FIRST_PAUSE_MS, MAX_PAUSE_MS, pause } from "./pause";
import type { JobHandler } from "./classes";

/** A runner that takes the place of another writes the jobs of the minutes between them, as far back as this. */
const BACKFILL_MS = 300_000;

/** What the library writes by the clock. */
export const clockItems = (handlers: readonly JobHandler[]): ParsedCronItem[] =>
  parseCronItems(
    handlers.flatMap(({ kind: { name }, match }) =>
      match === undefined ? [] : [{ task: name, match, options: { backfillPeriod: BACKFILL_MS } }],
    ),
  );

/**
 * Sends a statement of the clock until it succeeds, as the library ends the process when one fails. They are made to be
 * repeated: a job of one minute is written once, whoever writes it how often.
 */
export const patiently =
  (connections: DatabasePool, stopping: AbortSignal) =>
  async (text: string, values?: unknown[]): Promise<unknown> => {
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, MAX_PAUSE_MS)) {
      if (stopping.aborted) return { rows: [] };
      try {
        return await connections.query(text, values);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable))
          log.error(background("queue"), "the clock of the jobs failed; trying again", { error });
        await pause(wait, stopping);
      }
    }
  };
