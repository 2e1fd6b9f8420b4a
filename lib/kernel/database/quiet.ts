/**
 * Whether this server is quiet: it was restored from a backup, and the original can still run. Until an owner wakes it,
 * it renews no token, looks at no provider and delivers nothing, because that would end what the original has.
 */
import type pg from "pg";
import { now } from "../time/clock";
import { onStop } from "../process/lifecycle";
import { background, log } from "../process/log";
import { processMemory } from "../process-memory";
import { rowsOf, statement } from "./statement";

const READ = statement({
  name: "quiet.read",
  text: "SELECT since, made_at FROM quiet_state WHERE woken_at IS NULL",
  columns: { since: "timestamptz", made_at: "timestamptz" },
});
const BEGIN = statement({
  name: "quiet.begin",
  text: "INSERT INTO quiet_state (id, since, made_at) VALUES (1, clock_timestamp(), $1)",
});
const WAKE = statement({
  name: "quiet.wake",
  text: "UPDATE quiet_state SET woken_at = $1 WHERE woken_at IS NULL RETURNING id",
  columns: { id: "int4" },
});

/** `since`: when it was restored; `madeAt`: when the backup was made. */
export type Quiet = { since: Date; madeAt: Date };

/** A server that is awake stays so: a restore needs all copies of the app stopped. */
const memory = () => processMemory("quiet", () => ({ isAwake: false }));

/** Null for a server that is awake. Reads the database only while it is not known to be. */
export async function findQuiet(): Promise<Quiet | null> {
  if (memory().isAwake) return null;
  const [row] = await rowsOf(READ, []);
  if (row) return { since: row.since, madeAt: row.made_at };
  memory().isAwake = true;
  return null;
}

/** Has a restored server begin quiet. @param on the connection of the restore */
export async function beginQuiet(on: Pick<pg.ClientBase, "query">, madeAt: Date): Promise<void> {
  await rowsOf(BEGIN, [madeAt], on);
}

/** Ends the quiet. @returns false if the server is awake already */
export async function endQuiet(): Promise<boolean> {
  return (await rowsOf(WAKE, [now()])).length > 0;
}

/** Between two looks whether somebody woke the server, on this or on another copy of the app. */
const LOOK_MS = 2_000;

/** Begins work when the server is woken; not at all if the process stops before. */
export function whenAwake(begin: () => Promise<void>): void {
  log.warn(background("quiet"), "this server was restored and is paused: no jobs run and nothing is delivered");
  let looking = false;
  const look = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      if (await findQuiet()) return;
      clearInterval(timer);
      log.info(background("quiet"), "this server was woken");
      await begin();
    } catch (error) {
      log.error(background("quiet"), "whether this server is quiet could not be read; trying again", { error });
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  onStop("quiet", async () => clearInterval(timer));
}
