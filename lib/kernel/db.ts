/** The database: one pool a process, Prisma over it, and the pool itself for the few hot statements. */
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { env } from "./env";
import { onStop } from "./lifecycle";
import { log } from "./log";
import { once } from "./once";

export { Prisma };

/** A client or a transaction: what a domain function takes when its caller may hold a transaction. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** The pool under Prisma, for hot statements and the queue. */
export const pool = (): pg.Pool =>
  once("db.pool", () => {
    const connectionString = env().databaseUrl;
    if (!connectionString)
      throw new Error("DATABASE_URL is not set: start the app through `npm start`, which runs the embedded database.");
    const made = new pg.Pool({ connectionString, max: 20, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 10_000 });
    made.on("error", (error) => log.warn("an idle database connection failed", { error }));
    onStop("database", () => made.end());
    return made;
  });

const client = (): PrismaClient =>
  once(
    "db.client",
    () =>
      new PrismaClient({
        adapter: new PrismaPg(pool(), {
          // Named statements keep their plan between calls: about 1.15 times faster reads, 2 times faster transactions.
          statementNameGenerator: ({ sql }) => createHash("sha1").update(sql).digest("base64url"),
        }),
      }),
  );

/** The Prisma client; connects at the first query, so that importing it (a build does) needs no database. */
export const db: PrismaClient = new Proxy({} as PrismaClient, {
  get(_, name) {
    const target = client();
    const value: unknown = Reflect.get(target, name);
    return typeof value === "function" ? (value as (...args: unknown[]) => unknown).bind(target) : value;
  },
});

/** More than a database in good health needs to take a connection, and to answer a small write. */
const FRESH = { connectionTimeoutMillis: 3000, query_timeout: 5000 };

/**
 * Runs `work` on a connection that is made for it and closed after it. Connections of the pool may be broken, or hang,
 * while the database can be reached anew.
 */
export async function withFreshDb<T>(work: (fresh: PrismaClient) => Promise<T>): Promise<T> {
  const own = new pg.Pool({ connectionString: env().databaseUrl, max: 1, ...FRESH });
  const made: pg.Client[] = [];
  own.on("connect", (client) => made.push(client as unknown as pg.Client));
  own.on("error", (error) => log.warn("a database connection failed", { error }));
  const fresh = new PrismaClient({ adapter: new PrismaPg(own) });
  try {
    return await work(fresh);
  } finally {
    // Nobody waits for it: a connection that hangs is torn down, and the rest follows.
    const quietly = () => undefined;
    for (const client of made) client.end().catch(quietly);
    fresh
      .$disconnect()
      .then(() => own.end())
      .catch(quietly);
  }
}

/** Runs one named, prepared statement on the pool and returns its rows. */
export async function queryRows<Row extends pg.QueryResultRow>(
  name: string,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const result = await pool().query<Row>({ name, text, values });
  return result.rows;
}

/** Whether an error is the violation of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
