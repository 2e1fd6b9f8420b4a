/**
 * Checks at start whether the database allows all connections that the copies of the app can open: later a refusal
 * looks like an outage.
 */
import { COPY_NAME } from "./watch-workers";
import { rowsOf, statement, type Statement } from "./statement";
import { MIN_CONNECTIONS } from "../process/connection-counts";
import { env, SettingsError } from "../process/env";
import { background, log } from "../process/log";

export type ConnectionUse = {
  /** Connections that this role may have on this database. */
  usable: number;
  /** The most connections of each other copy of the app. */
  copies: number[];
  /** The present connections of other programs. */
  others: number;
};

/** Takes off the connections reserved for superusers, and respects the limits of role and database. */
const FIND_USABLE = statement({
  name: "db-budget.usable",
  text: `SELECT least(
    current_setting('max_connections')::int - CASE WHEN r.rolsuper THEN 0
      ELSE current_setting('superuser_reserved_connections')::int + coalesce(current_setting('reserved_connections', true)::int, 0) END,
    CASE WHEN r.rolconnlimit >= 0 AND NOT r.rolsuper THEN r.rolconnlimit END,
    CASE WHEN d.datconnlimit >= 0 AND NOT r.rolsuper THEN d.datconnlimit END) AS usable
  FROM pg_roles r, pg_database d WHERE r.rolname = current_user AND d.datname = current_database()`,
  columns: { usable: "int4" },
});

const FIND_COPIES = statement({
  name: "db-budget.copies",
  text: `SELECT substring(application_name FROM '^${COPY_NAME} (\\d{1,6})$')::int AS connections FROM pg_stat_activity
  WHERE application_name ~ '^${COPY_NAME} \\d{1,6}$'`,
  columns: { connections: "int4" },
});

const FIND_OTHERS = statement({
  name: "db-budget.others",
  text: `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND coalesce(application_name, '') !~ '^patchbay( |$)'`,
  columns: { count: "int4" },
});

type Ask = <Row>(statement: Statement<Row>, values: readonly unknown[]) => Promise<Row[]>;

async function readConnectionUse(ask: Ask): Promise<ConnectionUse> {
  const [[role], copies, [others]] = await Promise.all([
    ask(FIND_USABLE, []),
    ask(FIND_COPIES, []),
    ask(FIND_OTHERS, []),
  ]);
  return {
    usable: role?.usable ?? Infinity,
    copies: copies.map(({ connections }) => connections),
    others: others?.count ?? 0,
  };
}

/**
 * The fault in this copy's use of connections, in one sentence: `error` if it alone needs too many, `warning` if it
 * needs too many together with the existing connections. Pure.
 */
export function checkConnectionUse(
  count: number,
  { usable, copies, others }: ConnectionUse,
): { error?: string; warning?: string } {
  if (count > usable)
    return {
      error:
        usable < MIN_CONNECTIONS
          ? `The database takes ${usable} connections of this role, ` +
            `and a copy of the app needs at least ${MIN_CONNECTIONS}: ` +
            "raise max_connections, or the limit of the role or the database."
          : `PATCHBAY_DATABASE_CONNECTIONS is ${count}, ` +
            `and the database takes ${usable} connections of this role: ` +
            `set it to ${usable} or fewer, or raise max_connections, or the limit of the role or the database.`,
    };
  const all = copies.reduce((sum, connections) => sum + connections, count);
  if (all + others <= usable) return {};
  const share = Math.floor((usable - others) / (copies.length + 1));
  return {
    warning:
      `${copies.length + 1} copies of the app may open ${all} connections and other programs have ${others}, ` +
      `but the database takes ${usable}: ` +
      `set PATCHBAY_DATABASE_CONNECTIONS of each copy to ${Math.max(share, MIN_CONNECTIONS)} or fewer, ` +
      "or raise max_connections.",
  };
}

/**
 * Logs a warning if all copies of the app together can open more connections than the database allows.
 * @param ask runs a statement as the role of the app
 * @throws SettingsError if this copy alone can open more
 */
export async function checkConnections(ask: Ask = rowsOf): Promise<void> {
  const { error, warning } = checkConnectionUse(env().databaseConnections, await readConnectionUse(ask));
  if (error) throw new SettingsError(error);
  if (warning) log.warn(background("start"), warning);
}
