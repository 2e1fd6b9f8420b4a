/** Runs SQL that a test makes up. What the product sends is declared (`lib/kernel/database/statement`). */
import type pg from "pg";
import { pool } from "@/lib/kernel/database/db";

/** Runs one named, prepared statement on the app's pool and returns its rows. */
export async function queryRows<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const { rows } = await pool().query<Row>({ name, text, values });
  return rows;
}
