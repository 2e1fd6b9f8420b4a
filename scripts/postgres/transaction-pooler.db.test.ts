/**
 * A pooler that can send a connection's statements over other connections is refused at start, in each order of its
 * connections.
 */
import { Client } from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { hasPgBouncer, startPgBouncer } from "../../test/servers/pgbouncer";
import { waitForDatabase } from "../start/start-problems.mjs";

const direct = (): string => process.env.DATABASE_URL ?? "";
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The error with which the start refuses the address. */
async function refusal(url: string): Promise<string> {
  const error: unknown = await waitForDatabase(url, { say: () => undefined, waitMs: 0 }).catch(
    (reason: unknown) => reason,
  );
  return error instanceof Error ? `${error.constructor.name}: ${error.message}` : "none";
}

async function behind(settings: Record<string, string>): Promise<string> {
  const bouncer = await startPgBouncer(direct(), settings);
  ends.push(bouncer.stop);
  return bouncer.url;
}

/** Simulates other programs of the same pooler, so that it has several connections to the database. */
async function withOthers(url: string, count: number): Promise<void> {
  const others = Array.from({ length: count }, () => new Client({ connectionString: url }));
  for (const other of others) {
    other.on("error", () => undefined);
    await other.connect();
    ends.push(() => other.end());
    await other.query("BEGIN; SELECT 1");
  }
  for (const other of others) await other.query("COMMIT");
}

it("a direct address is taken", async () => expect(await refusal(direct())).toBe("none"));

describe.skipIf(!hasPgBouncer())("behind PgBouncer, where it can be unpacked", () => {
  it("session mode is taken", async () => expect(await refusal(await behind({ pool_mode: "session" }))).toBe("none"));

  it.each<[string, Record<string, string>]>([
    ["the last connection first", { server_round_robin: "0" }],
    ["one connection after the other", { server_round_robin: "1" }],
    ["a single connection", { default_pool_size: "1" }],
  ])("transaction mode with %s is refused in one sentence that names both ways out", async (_, settings) => {
    const url = await behind({ pool_mode: "transaction", ...settings });
    const expected = new RegExp(
      String.raw`^Refusal: A connection pooler in transaction mode stands before the database ` +
        String.raw`at 127\.0\.0\.1:\d+/\S+, .*: set the pooler to session mode, ` +
        String.raw`or set DATABASE_URL to the database's direct address\.$`,
    );
    expect(await refusal(url)).toMatch(expected);
    await withOthers(url, settings.default_pool_size ? 1 : 5);
    expect(await refusal(url)).toMatch(expected);
  });

  it("statement mode is refused as well", async () =>
    expect(await refusal(await behind({ pool_mode: "statement" }))).toMatch(/^Refusal: A connection pooler/));
});
