/**
 * Which versions of the app run on this database. Each copy renews a row with its version, so that an operator sees in
 * health, and after ten minutes in the log, that an update has not reached all copies.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { env } from "../process/env";
import { onStop } from "../process/lifecycle";
import { background, log } from "../process/log";
import { processMemory } from "../process-memory";
import { VERSION } from "../process/version";
import { rowsOf, statement } from "./statement";

const ALIVE_SECONDS = 90;

/** In milliseconds; tests shorten them. `differ`: how long versions can differ without a warning, as in an update. */
export const copyTimes = () => processMemory("copies.times", () => ({ beat: 30_000, differ: 600_000 }));

const RENEW = statement({
  name: "copies.renew",
  text: `INSERT INTO app_copy (id, name, version, build, alive_until)
    VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(secs => $5))
    ON CONFLICT (id) DO UPDATE SET alive_until = EXCLUDED.alive_until`,
});
/** A copy's row, and those of copies that ended an hour ago without removing theirs. */
const REMOVE = statement({
  name: "copies.remove",
  text: "DELETE FROM app_copy WHERE id = $1 OR alive_until < clock_timestamp() - interval '1 hour'",
});
const LIST = statement({
  name: "copies.list",
  text: `SELECT version, build, array_agg(name ORDER BY name) AS names FROM app_copy
    WHERE alive_until > clock_timestamp() GROUP BY version, build ORDER BY version, build LIMIT 100`,
  columns: { version: "text", build: "text", names: "text[]?" },
});

/** `build`: a hash of the running program and its migrations. `copies`: `host:port` of each. */
export type LiveVersion = { version: string; build: string; copies: string[] };

/** The versions whose copies have renewed their row in the last 90 seconds. */
export async function findLiveVersions(): Promise<LiveVersion[]> {
  const rows = await rowsOf(LIST, []);
  return rows.map(({ version, build, names }) => ({ version, build, copies: names ?? [] }));
}

const state = () => processMemory("copies", () => ({ differSince: undefined as number | undefined, isWarned: false }));

/** Warns once each time that versions differ for too long. */
function warnOfDifference(versions: readonly LiveVersion[]): void {
  const memory = state();
  if (versions.length < 2) {
    memory.differSince = undefined;
    memory.isWarned = false;
    return;
  }
  memory.differSince ??= performance.now();
  if (memory.isWarned || performance.now() - memory.differSince < copyTimes().differ) return;
  memory.isWarned = true;
  log.warn(background("copies"), "copies of different versions run on this database: update the older ones", {
    versions: versions.map(({ version, build, copies }) => `${version} (${build}): ${copies.join(", ")}`),
  });
}

/**
 * Announces this copy as long as the process runs, and removes its row at a stop.
 * @param build a hash of the running program and its migrations
 */
export async function announceCopy(build: string): Promise<void> {
  const id = randomUUID();
  const remove = () => rowsOf(REMOVE, [id]).catch(() => undefined);
  const renew = () => rowsOf(RENEW, [id, `${hostname()}:${env().port}`, VERSION, build, ALIVE_SECONDS]);
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  // While the database is away, availability logs the outage, and the next turn renews the row.
  const turn = async () => {
    await renew()
      .then(findLiveVersions)
      .then(warnOfDifference)
      .catch(() => undefined);
    if (!isOver) timer = setTimeout(() => (running = turn()), copyTimes().beat).unref();
  };
  // Copies that were killed leave their rows, and a copy that is killed each time never stops in order.
  await remove();
  let running = turn();
  await running;
  onStop("row of this copy", async () => {
    isOver = true;
    clearTimeout(timer);
    // A renewal that is under way would write the row again.
    await running;
    await remove();
  });
}
