/**
 * A transaction of declared statements alone, past Prisma, which costs several times as much: for what happens hundreds
 * of times a second. Its statements are prepared once in each connection.
 */
import { createHash } from "node:crypto";
import type pg from "pg";
import type { Db } from "./db";
import { type Announcer, type Channel, notifySoon } from "./notify";
import { tellOwn } from "./own-messages";
import { pool } from "./pools";
import { insideTransaction } from "./assert-no-transaction";

/** The part of a transaction that statements need. Prisma's transactions have it too, but for `whenCommitted`. */
export type Statements = Pick<Db, "$queryRawUnsafe" | "$executeRawUnsafe"> &
  Announcer & {
    /** Calls `act` right after the commit, or `lose` if nobody knows whether it is done. Neither must throw. */
    whenCommitted?: (act: () => void, lose?: () => void) => void;
  };

/** The names of texts: declared statements, so there is an end of them. */
const names = new Map<string, string>();

function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash("sha1").update(text).digest("base64url")));
  return name;
}

const ask = (client: pg.PoolClient, text: string, values: unknown[]): Promise<pg.QueryResult> =>
  client.query({ name: nameOf(text), text, values });

/** The work after the commit. */
type Afterwards = { announced: [Channel, string][]; acts: (() => void)[]; losses: (() => void)[] };

/**
 * Messages are sent after the commit: in a transaction, NOTIFY makes all others that commit with a message wait until
 * this commit is on the disk.
 */
const toStatements = (client: pg.PoolClient, { announced, acts, losses }: Afterwards): Statements =>
  ({
    afterCommit: (channel: Channel, payload: string) => void announced.push([channel, payload]),
    whenCommitted: (act: () => void, lose?: () => void) => {
      acts.push(act);
      if (lose) losses.push(lose);
    },
    $queryRawUnsafe: async (text: string, ...values: unknown[]) => (await ask(client, text, values)).rows,
    $executeRawUnsafe: async (text: string, ...values: unknown[]) => (await ask(client, text, values)).rowCount ?? 0,
    $executeRaw: async (parts: TemplateStringsArray, ...values: unknown[]) => {
      const text = parts.reduce((before, part, index) => `${before}$${index}${part}`);
      return (await ask(client, text, values)).rowCount ?? 0;
    },
  }) as unknown as Statements;

/** A connection with an open transaction. If BEGIN is lost with its connection, nothing was done yet. */
const begin = (): Promise<pg.PoolClient> =>
  pool().again(async () => {
    const client = await pool().connect();
    try {
      await client.query("BEGIN");
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  });

async function commit(client: pg.PoolClient, { losses }: Afterwards): Promise<void> {
  try {
    await client.query("COMMIT");
  } catch (error) {
    for (const lose of losses) lose();
    throw error;
  }
}

/**
 * Commits what `work` does, or nothing of it. Its messages to listeners follow the commit; they are lost if the process
 * ends in between. @throws what `work` and the database throw
 */
export async function inHotTransaction<T>(work: (tx: Statements) => Promise<T>): Promise<T> {
  const client = await begin();
  const afterwards: Afterwards = { announced: [], acts: [], losses: [] };
  const { announced, acts } = afterwards;
  let broken = false;
  try {
    const result = await insideTransaction(() => work(toStatements(client, afterwards)));
    await commit(client, afterwards);
    announced.forEach(tellOwn);
    for (const act of acts) act();
    if (announced.length > 0) void notifySoon(announced);
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use to anybody.
    await client.query("ROLLBACK").catch(() => (broken = true));
    throw error;
  } finally {
    client.release(broken);
  }
}
