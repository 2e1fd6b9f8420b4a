/**
 * Every declared statement is prepared against the migrated schema: its rows have the columns that the code declares.
 */
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import pg from "pg";
import { namesIn, tablesOf } from "@/scripts/lint/table-owners.mjs";
import { inRoot } from "@/scripts/paths.mjs";
import { knownStatements, statement, type Statement } from "@/lib/kernel/database/statement";

type Field = { name: string; dataTypeID: number; tableID: number; columnID: number };
type Wire = {
  parse: (query: { name: string; text: string; types: number[] }) => void;
  describe: (what: { type: "S"; name: string }) => void;
  sync: () => void;
};

/** Asks the server for a text's columns without running it: `pg` has no function for that. */
class Describe {
  private fields: Field[] = [];
  constructor(
    private readonly text: string,
    private readonly done: (error: Error | undefined, fields: Field[]) => void,
  ) {}
  submit(wire: Wire): void {
    wire.parse({ name: "", text: this.text, types: [] });
    wire.describe({ type: "S", name: "" });
    wire.sync();
  }
  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.fields = fields;
  }
  handleError(error: Error): void {
    this.done(error, []);
  }
  handleReadyForQuery(): void {
    this.done(undefined, this.fields);
  }
}

let client: pg.Client;
const typeNames = new Map<number, string>();
/** `table column` of the columns that may be null. */
const nullable = new Set<string>();

const describeText = (text: string): Promise<Field[]> =>
  new Promise((resolve, reject) => {
    const query = new Describe(text, (error, fields) => (error ? reject(error) : resolve(fields)));
    client.query(query as unknown as pg.Submittable);
  });

/** The faults of a declaration, in words; empty if it is right. */
async function faultsOf({ text, columns }: Statement): Promise<string[]> {
  const fields = await describeText(text);
  const actual = Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, typeNames.get(dataTypeID)]));
  const expected = Object.fromEntries(Object.entries(columns).map(([name, type]) => [name, type.replace(/\?$/, "")]));
  const faults = [...new Set([...Object.keys(actual), ...Object.keys(expected)])]
    .filter((name) => actual[name] !== expected[name])
    .map((name) => `${name}: declared ${expected[name] ?? "not at all"}, is ${actual[name] ?? "not there"}`);
  for (const { name, tableID, columnID } of fields)
    if (nullable.has(`${tableID} ${columnID}`) && columns[name]?.endsWith("?") === false)
      faults.push(`${name}: may be null`);
  if (fields.length !== Object.keys(actual).length) faults.push("two columns have one name");
  return faults;
}

/** The names of what a plan reads and writes, at any depth. */
const relationsOf = (plan: unknown): string[] =>
  typeof plan !== "object" || plan === null
    ? []
    : Object.entries(plan).flatMap(([key, value]: [string, unknown]) =>
        key === "Relation Name" ? [String(value)] : relationsOf(value),
      );

/** The tables of the schema that the database would use for a text, with any parameters. */
async function tablesUsedBy(text: string): Promise<string[]> {
  const { rows } = await client.query<{ "QUERY PLAN": unknown }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`);
  return relationsOf(rows[0]?.["QUERY PLAN"]).filter((name) => tablesOf().has(name));
}

/** The files of lib that declare statements. */
const declaring = readdirSync(inRoot("lib"), { recursive: true, encoding: "utf8" })
  .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
  .filter((file) =>
    /import \{[^}]*\}\s*from "[^"]*\/(statement|delete-in-batches)"/.test(readFileSync(inRoot(`lib/${file}`), "utf8")),
  );

beforeAll(async () => {
  for (const file of declaring) await import(inRoot(`lib/${file}`));
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const types = await client.query<{ oid: number; name: string }>(
    `SELECT t.oid::int, coalesce(e.typname || '[]', t.typname) AS name FROM pg_type t LEFT JOIN pg_type e ON e.typarray = t.oid`,
  );
  for (const { oid, name } of types.rows) typeNames.set(oid, name);
  const free = await client.query<{ place: string }>(
    "SELECT attrelid::int || ' ' || attnum AS place FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull AND attrelid >= 16384",
  );
  for (const { place } of free.rows) nullable.add(place);
  return () => client.end();
});

describe("declared statements", () => {
  it("have the columns, the types and the nulls that the database says", async () => {
    const faults: Record<string, unknown> = {};
    for (const knownStatement of knownStatements()) {
      const statementFaults = await faultsOf(knownStatement).catch((error: unknown) => [String(error)]);
      if (statementFaults.length > 0) faults[knownStatement.name] = statementFaults;
    }
    expect(faults).toEqual({});
    expect(knownStatements().length).toBeGreaterThanOrEqual(declaring.length);
  });

  it("name every table that the database uses for them where the rule of rooms looks for names", async () => {
    const unseen: Record<string, string[]> = {};
    let tableCount = 0;
    for (const { name, text } of knownStatements()) {
      const named = namesIn(text);
      const tables = await tablesUsedBy(text);
      tableCount += tables.length;
      const missed = tables.filter((table) => !named.includes(table));
      if (missed.length > 0) unseen[name] = missed;
    }
    expect(unseen).toEqual({});
    expect(tableCount).toBeGreaterThanOrEqual(declaring.length);
  });

  it("are found wrong by a missing column, another type, a null that was not expected and a text that is no SQL", async () => {
    const text = "SELECT id, alias, created_at FROM connected_account";
    const findFaults = (columns: Statement["columns"], sql = text) => faultsOf({ name: "test", text: sql, columns });
    expect(await findFaults({ id: "text", alias: "text?", created_at: "timestamptz" })).toEqual([]);
    expect(await findFaults({ id: "text", alias: "text", created_at: "text", more: "int4" })).toEqual([
      "created_at: declared text, is timestamptz",
      "more: declared int4, is not there",
      "alias: may be null",
    ]);
    await expect(findFaults({}, "SELECT nothing_like_this FROM connected_account")).rejects.toThrow("does not exist");
  });

  it("refuse a second text under one name", () => {
    statement({ name: "test.twice", text: "SELECT 1" });
    expect(() => statement({ name: "test.twice", text: "SELECT 2" })).toThrow("Two statements");
  });
});
