/** After a change of the secret every stored value gets the new key, and the old secret can be retired. */
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { remembered } from "@/test/setup/process-memory";
import { useSecrets } from "@/test/setup/secrets";
import { background } from "../process/log";
import { activeKeyId, keyIdOf, open, seal } from "../process/vault";
import { db } from "./db";
import { resealValues } from "./reseal-values";
import { findKeyIds, SEALED_COLUMNS, valueOf, type SealedColumn } from "./sealed-columns";
import { checkSecret } from "./check-secret";

const [FIRST, SECOND] = ["first", "second"].map((name) => `the ${name} secret of a test ${"-".repeat(32)}`) as [
  string,
  string,
];
const ON = background("test");
const PROJECT = "proj_reseal";

const reseal = (runMs?: number) => {
  remembered.delete("db.reseal");
  return resealValues(ON, runMs);
};

let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  // Rows of one table alone: the tables that they refer to stay empty.
  await client.query("SET session_replication_role = replica");
});
afterAll(() => client.end());

const TABLES = [...new Set(SEALED_COLUMNS.map(({ table }) => table))];
beforeEach(async () => {
  for (const table of TABLES) await client.query(`DELETE FROM ${table}`);
  useSecrets(FIRST);
  await db.secretCheck.deleteMany({});
  await checkSecret(findKeyIds);
});

const VALUES: Readonly<Record<string, string>> = {
  text: "''",
  boolean: "false",
  jsonb: "'{}'",
  ARRAY: "'{}'",
  "timestamp with time zone": "now()",
};

/** A row whose required columns are empty, but for those that are given. */
async function insertRow(table: string, values: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1 AND is_nullable = 'NO' AND column_default IS NULL AND is_identity = 'NO'`,
    [table],
  );
  const others = rows.filter(({ name }) => values[name] === undefined);
  const names = [...Object.keys(values), ...others.map(({ name }) => name)].map((name) => `"${name}"`);
  const texts = [
    ...Object.keys(values).map((_, index) => `$${index + 1}`),
    ...others.map(({ type }) => VALUES[type] ?? (type === "USER-DEFINED" ? "NULL" : "0")),
  ];
  await client.query(`INSERT INTO ${table} (${names.join()}) VALUES (${texts.join()})`, Object.values(values));
}

const projectOf = ({ projectId }: SealedColumn) => (projectId === "project_id" ? PROJECT : "");
const rowIdOf = ({ rowId }: SealedColumn, id: string) => (rowId === "project_id" ? PROJECT : id);
const placeOf = (column: SealedColumn, id: string) => ({
  projectId: projectOf(column),
  rowId: rowIdOf(column, id),
  column: column.place,
});

async function insertSealed(column: SealedColumn, id: string, text: string): Promise<void> {
  const value = seal(text, placeOf(column, id));
  await insertRow(column.table, {
    ...(column.projectId === "project_id" && { project_id: PROJECT }),
    ...(column.rowId !== "project_id" && { [column.rowId]: id }),
    [column.column]: column.member ? JSON.stringify({ [column.member]: value, url: "https://proxy" }) : value,
  });
}

async function openAll(column: SealedColumn): Promise<string[]> {
  const { rows } = await client.query<{ id: string; value: string }>(
    `SELECT ${column.rowId} AS id, ${valueOf(column)} AS value FROM ${column.table} WHERE ${valueOf(column)} LIKE 'v1.%'`,
  );
  return rows.map(({ id, value }) => `${keyIdOf(value) === activeKeyId()} ${open(value, placeOf(column, id))}`).sort();
}

const left = async () => (await db.secretCheck.findUniqueOrThrow({ where: { id: 1 } })).resealLeft;

it.each(SEALED_COLUMNS.map((column) => [`${column.table}.${column.column}`, column] as const))(
  "%s gets the new key and opens with the new secret alone",
  async (_, column) => {
    await insertSealed(column, "one", "its secret");
    useSecrets(SECOND, [FIRST]);
    await checkSecret(findKeyIds);
    expect(await reseal()).toBe(0);
    useSecrets(SECOND);
    expect(await openAll(column)).toEqual(["true its secret"]);
    await checkSecret(findKeyIds);
    expect((await db.secretCheck.findUniqueOrThrow({ where: { id: 1 } })).keyIds).toEqual([activeKeyId()]);
  },
);

const ACCOUNTS = SEALED_COLUMNS.find(({ place }) => place === "connected_account.credentials") as SealedColumn;
const COUNT = 250;
const insertAccounts = async () => {
  for (let index = 0; index < COUNT; index++) await insertSealed(ACCOUNTS, `ca_${index}`, `secret ${index}`);
  useSecrets(SECOND, [FIRST]);
  await checkSecret(findKeyIds);
};

it("the next run continues an interrupted one, and every value opens in between", async () => {
  await insertAccounts();
  expect(await reseal(-1)).toBe(COUNT - 100);
  expect(await left()).toBe(COUNT - 100);
  const between = await openAll(ACCOUNTS);
  expect(between.filter((text) => text.startsWith("true"))).toHaveLength(100);
  expect(between).toHaveLength(COUNT);
  expect(await reseal()).toBe(0);
  expect(await left()).toBe(0);
  expect((await openAll(ACCOUNTS)).every((text) => text.startsWith("true secret"))).toBe(true);
});

it("a batch has few bytes: large values are read one by one", async () => {
  const large = "x".repeat(700_000);
  for (const id of ["ca_a", "ca_b", "ca_c"]) await insertSealed(ACCOUNTS, id, large);
  useSecrets(SECOND, [FIRST]);
  await checkSecret(findKeyIds);
  expect(await reseal(-1)).toBe(1);
  expect(await reseal()).toBe(0);
  expect((await openAll(ACCOUNTS)).every((text) => text === `true ${large}`)).toBe(true);
});

it("two runs at a time and a change in between lose nothing", async () => {
  await insertAccounts();
  const changed = seal("newer", placeOf(ACCOUNTS, "ca_7"));
  await Promise.all([
    reseal(),
    reseal(),
    client.query("UPDATE connected_account SET credentials = $1 WHERE id = 'ca_7'", [changed]),
  ]);
  const texts = await openAll(ACCOUNTS);
  expect(texts).toHaveLength(COUNT);
  expect(texts).toContain("true newer");
  expect(texts.every((text) => text.startsWith("true "))).toBe(true);
});

it("a value that does not open stays as it was, is counted, and delays no other", async () => {
  await insertAccounts();
  useSecrets(FIRST);
  await insertSealed(ACCOUNTS, "ca_moved", "moved");
  await client.query("UPDATE connected_account SET id = 'ca_0_moved' WHERE id = 'ca_moved'");
  useSecrets(SECOND, [FIRST]);
  expect(await reseal()).toBe(1);
  expect(await left()).toBe(1);
});

it("reads nothing without an earlier secret", async () => {
  expect(await reseal()).toBeUndefined();
});
