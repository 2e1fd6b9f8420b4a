/**
 * Seals stored values again with the current secret, so that an earlier one can be retired. Both secrets open values in
 * the meantime, so no request fails. A value is replaced only if nobody has changed it since it was read. If a process
 * ends in the middle, the next run continues.
 */
import { log, type Origin } from "../process/log";
import { findSecrets } from "../process/secrets";
import { activeKeyId, open, seal } from "../process/vault";
import { processMemory } from "../process-memory";
import { jobPool } from "./pools";
import { isSealed, keyIdIn, SEALED_COLUMNS, valueOf, type SealedColumn } from "./sealed-columns";
import { recordSealingProgress } from "./find-sealing-progress";
import { rowsOf, statement } from "./statement";

/** The most values per statement, and about the most bytes: the content of an event can have a megabyte. */
const BATCH = 100;
const BATCH_BYTES = 1024 * 1024;
/** A run ends after this time, because other jobs wait; the next run goes on. */
const RUN_MS = 40_000;
/** Other copies can go on sealing with the earlier secret for a while. */
const NEXT_LOOK_MS = 3_600_000;

const isOld = (value: string): string => `${isSealed(value)} AND ${keyIdIn(value)} <> $1`;

function statementsOf(column: SealedColumn) {
  const { table, key, keyType } = column;
  const value = valueOf(column);
  const name = `reseal.${table}.${column.column}`;
  const last = key.map((_, index) => `$${index + 2}::${keyType}`).join(", ");
  const ids = key.map((_, index) => `$${index + 1}::text[]`).join(", ");
  const texts = key.map((part) => `${part}::text`).join(", ");
  const order = key.join(", ");
  const names = key.map((_, index) => `key${index}`).join(", ");
  const next = column.member ? `jsonb_set(r.${column.column}, '{${column.member}}', to_jsonb(b.next))` : "b.next";
  return {
    column,
    count: statement({
      name: `${name}.count`,
      text: `SELECT count(*)::int4 AS count FROM ${table} WHERE ${isOld(value)}`,
      columns: { count: "int4" },
    }),
    read: statement({
      name: `${name}.read`,
      text: `SELECT project_id, row_id, key, sealed FROM (
          SELECT ${column.projectId} AS project_id, ${column.rowId} AS row_id, ARRAY[${texts}] AS key,
            coalesce(${value}, '') AS sealed, octet_length(${value}) AS size,
            sum(octet_length(${value})) OVER (ORDER BY ${order}) AS total
          FROM (SELECT * FROM ${table} WHERE (${order}) > (${last}) AND ${isOld(value)}
            ORDER BY ${order} LIMIT ${BATCH}) AS next_rows) AS sized
        WHERE total - size < ${BATCH_BYTES} ORDER BY total`,
      columns: { project_id: "text", row_id: "text", key: "text[]", sealed: "text" },
    }),
    write: statement({
      name: `${name}.write`,
      text: `UPDATE ${table} AS r SET ${column.column} = ${next}
        FROM unnest(${ids}, $${key.length + 1}::text[], $${key.length + 2}::text[]) AS b(${names}, last, next)
        WHERE ${key.map((part, index) => `r.${part} = b.key${index}::${keyType}`).join(" AND ")}
          AND ${valueOf({ ...column, column: `r.${column.column}` })} = b.last RETURNING true AS done`,
      columns: { done: "bool" },
    }),
  };
}

const COLUMNS = SEALED_COLUMNS.map(statementsOf);
type ColumnStatements = (typeof COLUMNS)[number];

type Row = { project_id: string; row_id: string; key: string[]; sealed: string };

/** The value sealed with the current secret; undefined if it does not open. */
function sealAgain({ project_id: projectId, row_id: rowId, sealed }: Row, column: string): string | undefined {
  const place = { projectId, rowId, column };
  try {
    return seal(open(sealed, place), place);
  } catch {
    return undefined;
  }
}

/** Replaces the values of a batch. @returns how many were replaced, and how many do not open */
async function resealRows({ column, write }: ColumnStatements, rows: readonly Row[]) {
  const batch = rows.flatMap((row) => {
    const next = sealAgain(row, column.place);
    return next === undefined ? [] : [{ ...row, next }];
  });
  const keys = column.key.map((_, index) => batch.map(({ key }) => key[index]));
  const values = [...keys, batch.map(({ sealed }) => sealed), batch.map(({ next }) => next)];
  const done = batch.length > 0 ? await rowsOf(write, values, jobPool()) : [];
  return { done: done.length, unreadable: rows.length - batch.length };
}

/**
 * The state of one run. `left`: values of earlier keys; `unreadable`: those among them that do not open, by column;
 * `isOver`: its time is over.
 */
type Progress = { left: number; unreadable: Record<string, number>; isOver: boolean };

function addUnreadable({ unreadable }: Progress, { column: { table, column } }: ColumnStatements, count: number): void {
  const name = `${table}.${column}`;
  unreadable[name] = (unreadable[name] ?? 0) + count;
}

async function resealColumn(column: ColumnStatements, progress: Progress, until: number): Promise<void> {
  const first = column.column.keyType === "bigint" ? "-1" : "";
  for (let last: string[] = column.column.key.map(() => first); ; ) {
    const rows = await rowsOf(column.read, [activeKeyId(), ...last], jobPool());
    if (rows.length === 0) return;
    const { done, unreadable } = await resealRows(column, rows);
    progress.left -= done;
    if (unreadable > 0) addUnreadable(progress, column, unreadable);
    await recordSealingProgress(Math.max(progress.left, 0));
    if (Date.now() > until) {
      progress.isOver = true;
      return;
    }
    last = rows.at(-1)?.key ?? last;
  }
}

async function countOld(): Promise<number> {
  let total = 0;
  for (const { count } of COLUMNS)
    for (const row of await rowsOf(count, [activeKeyId()], jobPool())) total += row.count;
  return total;
}

const memory = () => processMemory("db.reseal", () => ({ nextLook: 0 }));

/**
 * Seals the values of earlier secrets again, for at most `runMs`. Does nothing without an earlier secret.
 * @returns the number of values that are still sealed with an earlier secret; undefined if nothing was counted
 */
export async function resealValues(on: Origin, runMs = RUN_MS): Promise<number | undefined> {
  if (findSecrets().previous.length === 0 || Date.now() < memory().nextLook) return undefined;
  const progress: Progress = { left: await countOld(), unreadable: {}, isOver: false };
  const before = progress.left;
  const until = Date.now() + runMs;
  for (const column of COLUMNS) if (!progress.isOver) await resealColumn(column, progress, until);
  if (progress.isOver) return progress.left;
  const left = before === 0 ? 0 : await countOld();
  await recordSealingProgress(left);
  if (before > 0) log.info(on, "stored values were sealed with the current secret", { values: before - left, left });
  if (Object.keys(progress.unreadable).length > 0)
    log.warn(on, "values that are sealed with an earlier secret do not open", { columns: progress.unreadable });
  memory().nextLook = Date.now() + NEXT_LOOK_MS;
  return left;
}
