/** The database as rooms use it: Prisma, and the pools under it for the few hot statements. */
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { Prisma, PrismaClient } from "@/generated/prisma/client";
import { DatabaseTimeout } from "./db-errors";
import { FRESH_CONNECTIONS } from "./divide-connections";
import { LIMITS, limitStatements, TRANSACTION_MS } from "./limit-statements";
import { tellingAfter } from "./own-messages";
import { pool } from "./pools";
import { env } from "../process/env";
import { freeSlot, waitForSlot, tryTakeSlot } from "../concurrency/slots";
import { processMemory } from "../process-memory";
import { insideTransaction } from "./assert-no-transaction";

export { isDatabaseAway, pool } from "./pools";
export { Prisma };

/** A client or a transaction, for functions whose caller may have an open transaction. */
export type Db = Omit<PrismaClient, "$connect" | "$disconnect" | "$on" | "$transaction" | "$extends">;

/** Prisma's adapter. If BEGIN is lost with its connection, nothing was done yet, and the transaction begins again. */
class Adapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = (level) => pool().again(() => start(level));
    return adapter;
  }
}

const client = (): PrismaClient =>
  processMemory(
    "db.client",
    () =>
      new PrismaClient({
        adapter: new Adapter(pool(), {
          // Named statements keep their plan between calls: about 1.15 times faster reads, 2 times faster transactions.
          statementNameGenerator: ({ sql }) => createHash("sha1").update(sql).digest("base64url"),
        }),
        // Longer than the pool waits, so that the error is the pool's, which contains why there is no connection.
        transactionOptions: { maxWait: 15_000, timeout: TRANSACTION_MS },
      }),
  );

type Work = (tx: Prisma.TransactionClient) => Promise<unknown>;
type Transact = (work: Work, options?: object) => Promise<unknown>;

/** Whether this is Prisma's error for a transaction that took too long; it is rolled back. */
const isExpired = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  error.code === "P2028" &&
  /expired|closed/i.test(error.message);

/** `$transaction`, with DatabaseTimeout as the error for taking too long. */
const transact =
  (begin: Transact): Transact =>
  async (work, options) => {
    try {
      return await tellingAfter((onOpen) =>
        begin((tx) => {
          onOpen(tx);
          return insideTransaction(() => work(tx));
        }, options),
      );
    } catch (error) {
      throw isExpired(error) ? new DatabaseTimeout("answer", "nothing", error) : error;
    }
  };

/**
 * A client whose transactions end with DatabaseTimeout if they take too long, and deliver their announcements to this
 * process.
 */
const guarded = (find: () => PrismaClient): PrismaClient =>
  new Proxy({} as PrismaClient, {
    get(_, name) {
      const target = find();
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const bound = (value as (...args: unknown[]) => unknown).bind(target);
      return name === "$transaction" ? transact(bound as Transact) : bound;
    },
  });

/** The Prisma client; connects at the first query, so that importing it (a build does) needs no database. */
export const db: PrismaClient = guarded(client);

/** More time than a healthy database needs to accept a connection and to answer a small write. */
const FRESH = { connectionTimeoutMillis: 3000, query_timeout: 5000 };

const FRESH_GATE = "db.fresh";
const FRESH_ROOM = { total: FRESH_CONNECTIONS, share: FRESH_CONNECTIONS };

/**
 * Runs `work` on a new connection, which is closed afterwards; two at a time. Connections of the pool may be broken or
 * hang although the database can be reached again.
 */
export async function withFreshDb<T>(work: (fresh: PrismaClient) => Promise<T>): Promise<T> {
  if (!tryTakeSlot(FRESH_GATE, "", FRESH_ROOM)) await waitForSlot(FRESH_GATE, "", () => undefined);
  try {
    return await onFreshConnection(work);
  } finally {
    freeSlot(FRESH_GATE, "");
  }
}

async function onFreshConnection<T>(work: (fresh: PrismaClient) => Promise<T>): Promise<T> {
  const onConnect = async (client: pg.ClientBase) => void (await client.query(limitStatements(LIMITS.requests)));
  const singlePool = new pg.Pool({ connectionString: env().databaseUrl, max: 1, onConnect, ...FRESH });
  const clients: pg.Client[] = [];
  singlePool.on("connect", (client) => clients.push(client as unknown as pg.Client));
  singlePool.on("error", () => undefined); // its statements fail, which is enough
  const fresh = new PrismaClient({ adapter: new PrismaPg(singlePool) });
  try {
    return await work(guarded(() => fresh));
  } finally {
    // Nobody waits for it: a connection that hangs is torn down, and the rest follows.
    const quietly = () => undefined;
    for (const client of clients) client.end().catch(quietly);
    fresh
      .$disconnect()
      .then(() => singlePool.end())
      .catch(quietly);
  }
}

/** Whether an error is the violation of a unique constraint. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
