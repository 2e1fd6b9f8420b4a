/**
 * SQL statements as values: a name, a text, and the columns of a row with their SQL types. The columns give the row its
 * TypeScript type, and a test compares them with the types that the database reports for the text.
 */
import type pg from "pg";
import { processMemory } from "../process-memory";
import type { Db } from "./db";
import { pool } from "./pools";

/** What a value of an SQL type is in TypeScript, as `pg` reads it. */
export type SqlTypes = {
  text: string;
  name: string;
  bool: boolean;
  int4: number;
  /** A text from the pool, a bigint in a transaction: `Number()` takes both. */
  int8: string | bigint;
  float8: number;
  timestamptz: Date;
  json: unknown;
  jsonb: unknown;
  "text[]": string[];
  bytea: Buffer;
  /** What a function gives that is called for what it does. */
  void: unknown;
};
type SqlType = keyof SqlTypes;

declare const NARROWED: unique symbol;
/** An SQL type whose values are known better than by the type alone. */
type Narrowed<T> = string & { readonly [NARROWED]: T };

/** A column's SQL type; with `?` behind it where the column may be null. */
export type Column = SqlType | `${SqlType}?` | Narrowed<unknown>;
export type Columns = Readonly<Record<string, Column>>;

type ValueOf<C> =
  C extends Narrowed<infer T>
    ? T
    : C extends SqlType
      ? SqlTypes[C]
      : C extends `${infer Name extends SqlType}?`
        ? SqlTypes[Name] | null
        : never;

/** The row that columns describe. */
export type RowOf<C extends Columns> = { -readonly [Name in keyof C]: ValueOf<C[Name]> };

/** A column whose values the code knows more about: `narrowed<AccountStatus>()("text")`. */
export const narrowed =
  <T>() =>
  (type: null extends T ? `${SqlType}?` : SqlType): Narrowed<T> =>
    type as unknown as Narrowed<T>;

export type Statement<Row = unknown> = {
  /** Unique in the process: a connection prepares the text once under this name. */
  readonly name: string;
  readonly text: string;
  readonly columns: Columns;
  /** Only a type: no statement has a value here. */
  readonly row?: Row;
};

/** The row of a statement: `StatementRow<typeof BY_ID>`. */
export type StatementRow<S> = S extends Statement<infer Row> ? Row : never;

const statements = () => processMemory("db.statements", () => new Map<string, Statement>());

/** Every statement of the modules that were imported. */
export const knownStatements = (): Statement[] => [...statements().values()];

/** Declares a statement. `columns` is left out where no row comes back. */
export function statement<const C extends Columns = Record<never, never>>(options: {
  name: string;
  text: string;
  columns?: C;
}): Statement<RowOf<C>> {
  const created = { name: options.name, text: options.text, columns: options.columns ?? {} };
  const before = statements().get(created.name);
  if (before && before.text !== created.text) throw new Error(`Two statements have the name ${created.name}.`);
  statements().set(created.name, created);
  return created;
}

/** Runs a statement on the pool, or on a connection of it, and returns its rows. A connection prepares it once. */
export async function rowsOf<Row>(
  { name, text }: Statement<Row>,
  values: readonly unknown[],
  on: Pick<pg.ClientBase, "query"> = pool(),
): Promise<Row[]> {
  const { rows } = await on.query<Row & pg.QueryResultRow>({ name, text, values: values as unknown[] });
  return rows;
}

/**
 * Runs a statement with more behind its text: conditions, an order, a limit. They choose among its rows and change no
 * column of them. Unnamed, as there is no end of such texts.
 */
export async function rowsWhere<Row>(
  { text }: Statement<Row>,
  more: string,
  values: readonly unknown[],
  on: Pick<pg.ClientBase, "query"> = pool(),
): Promise<Row[]> {
  const { rows } = await on.query<Row & pg.QueryResultRow>(`${text} ${more}`, values as unknown[]);
  return rows;
}

/** Counts the rows of a statement with conditions behind its text, up to `most`. */
export async function countWhere(
  { text }: Statement,
  more: string,
  values: readonly unknown[],
  { most, on = pool() }: { most: number; on?: Pick<pg.ClientBase, "query"> },
): Promise<number> {
  const query = `SELECT count(*)::int4 AS total FROM (${text} ${more} LIMIT ${Math.trunc(most)}) AS counted`;
  const { rows } = await on.query<{ total: number }>(query, values as unknown[]);
  return rows[0]?.total ?? 0;
}

/** Runs a statement in a transaction and returns its rows. */
export const rowsIn = <Row>(
  tx: Pick<Db, "$queryRawUnsafe">,
  { text }: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> => tx.$queryRawUnsafe<Row[]>(text, ...values);

/** Runs a statement in a transaction and returns how many rows it has changed. */
export const changeIn = (
  tx: Pick<Db, "$executeRawUnsafe">,
  { text }: Statement,
  values: readonly unknown[],
): Promise<number> => tx.$executeRawUnsafe(text, ...values);
