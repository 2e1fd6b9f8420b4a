/** At start: the connections of all copies of the app against those that the database takes. */
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import pg from "pg";
import { type OwnDatabase, startOwnDatabase } from "@/test/servers/own-database";
import { checkConnections, checkConnectionUse } from "./check-connections";
import { pool } from "./db";
import type { Statement } from "./statement";
import { log } from "../process/log";

const clients: pg.Client[] = [];

/** The copies of the whole server count, and other tests have copies on the server that they share. */
let database: OwnDatabase;
beforeAll(async () => void (database = await startOwnDatabase()));
afterAll(() => database.stop());

async function connect(name: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, application_name: name });
  await client.connect();
  clients.push(client);
}

afterEach(async () => {
  vi.restoreAllMocks();
  for (const client of clients.splice(0)) await client.end();
});

it("is silent as long as all of them fit", async () => {
  const warned = vi.spyOn(log, "warn");
  await connect("patchbay copy 30");
  await checkConnections();
  expect(warned).not.toHaveBeenCalled();
});

it("warns when other copies may take what this one needs, and names the number that fits", async () => {
  const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
  await connect("patchbay copy 40");
  await connect("patchbay copy 40");
  await checkConnections();
  expect(warned.mock.calls[0]?.[1]).toMatch(
    new RegExp(
      "^3 copies of the app may open 120 connections .* the database takes 80: " +
        "set PATCHBAY_DATABASE_CONNECTIONS of each copy to 2\\d or fewer",
    ),
  );
});

it("refuses a number that the limit of the role or of the database does not allow", async () => {
  const target = new URL(process.env.DATABASE_URL ?? "");
  const limit = (most: number) => pool().query(`ALTER DATABASE ${target.pathname.slice(1)} CONNECTION LIMIT ${most}`);
  await pool().query("DROP ROLE IF EXISTS budget_test");
  await pool().query("CREATE ROLE budget_test LOGIN PASSWORD 'x' CONNECTION LIMIT 25");
  const connectionString = Object.assign(target, { username: "budget_test", password: "x" }).href;
  const limited = new pg.Pool({ connectionString, max: 1 });
  // The pool's end does not wait for its connections to close, and the stopping database ends them with an error.
  limited.on("error", () => undefined);
  const ask = async <Row>({ text }: Statement<Row>) => (await limited.query(text)).rows as Row[];
  const words = (usable: number) =>
    `PATCHBAY_DATABASE_CONNECTIONS is 40, and the database takes ${usable} connections of this role: set it to ${usable} or fewer`;
  await expect(checkConnections(ask)).rejects.toThrow(words(25));
  await limit(22);
  await expect(checkConnections(ask)).rejects.toThrow(words(22));
  await limit(-1);
  await limited.end();
});

it("says what to do where the database takes too few for any copy", () => {
  expect(checkConnectionUse(18, { usable: 10, copies: [], others: 0 }).error).toMatch(
    /takes 10 connections of this role, and a copy of the app needs at least 18: raise max_connections/,
  );
  expect(checkConnectionUse(40, { usable: 97, copies: [40], others: 17 })).toEqual({});
  expect(checkConnectionUse(40, { usable: 97, copies: [40], others: 18 }).warning).toContain("to 39 or fewer");
});
