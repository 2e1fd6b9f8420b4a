/** A transaction of a load on a connection of its own, with the time limits of loads. */
import type { PoolClient } from "pg";
import { pool } from "@/lib/kernel/database/db";
import { LIMITS, limitTransaction } from "@/lib/kernel/database/limit-statements";

export async function inLoadTransaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool().connect();
  try {
    await client.query("BEGIN");
    await client.query(limitTransaction(LIMITS.loads));
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
