/** Backups that somebody wrote to get more than the rows of Patchbay's tables into a database. */
import path from "node:path";
import { beforeAll, expect, it } from "vitest";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import { KEY, MIGRATIONS, newDatabase, newFolder, restoreInto, runSql } from "@/test/servers/restored-server";
import { ArchiveWriter } from "./archive/archive-writer";
import { JOBS, TABLES, type Manifest } from "./archive/manifest";
import { writeContainer } from "./container/write-container";
import { filePlace } from "./places/place";

beforeAll(() => checkSecret(findKeyIds));

type Forged = { name: string; columns: string[]; text: string };
const bytesOf = async function* (text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
};

/** Writes a backup with these tables, whose sums are right. */
async function forge(tables: readonly Forged[], sequences: Manifest["sequences"] = []): Promise<string> {
  const file = path.join(newFolder(), "forged.backup");
  const archive = new ArchiveWriter(new Date());
  const write = async (): Promise<void> => {
    await archive.about({
      ...{ format: 1, id: "forged", version: "1.0.0", made_at: new Date().toISOString(), postgres: "18" },
      ...{ migrations: MIGRATIONS.map(({ name, checksum }) => ({ name, checksum })), secret_check: null, key_ids: [] },
      tables: tables.map(({ name, columns }) => ({ name, columns })),
    });
    const sums: Manifest["tables"] = [];
    for (const { name, text } of tables)
      sums.push({ name, rows: 1, ...(await archive.parts(TABLES + name, bytesOf(text))) });
    const jobs = { rows: 0, ...(await archive.parts(JOBS.slice(0, -1), bytesOf(""))) };
    await archive.end({ id: "forged", tables: sums, jobs, sequences });
  };
  const entries = write();
  await writeContainer(archive.tar as AsyncIterable<Uint8Array>, KEY, (source) =>
    filePlace(file).write(source, entries),
  );
  return file;
}

const ROLE = { name: "pg_authid", columns: ["oid", "rolname", "rolsuper", "rolinherit", "rolcreaterole"] };
const FLAGS = ["rolcreatedb", "rolcanlogin", "rolreplication", "rolbypassrls", "rolconnlimit"];

it("makes no user of the database, and writes no table or sequence of another program there", async () => {
  const url = await newDatabase("forged");
  await runSql(url, "CREATE TABLE strangers_own (id serial, text text)");
  const file = await forge(
    [
      { ...ROLE, columns: [...ROLE.columns, ...FLAGS], text: "77777\tmallory\tt\tt\tt\tt\tt\tt\tt\t-1\n" },
      { name: "strangers_own", columns: ["id", "text"], text: "1\tforged\n" },
      { name: "organization", columns: ["id", "name"], text: "org_1\tRestored\n" },
    ],
    [{ table: "strangers_own", column: "id", value: "999" }],
  );
  const report = await restoreInto(url, file);
  expect(report).toMatchObject({ rows: 1, strangers: ["pg_authid", "strangers_own"] });
  expect(await runSql(url, "SELECT rolname FROM pg_roles WHERE rolname = 'mallory'")).toEqual([]);
  expect(await runSql(url, "SELECT * FROM strangers_own")).toEqual([]);
  expect(await runSql(url, "SELECT nextval('strangers_own_id_seq')::int AS next")).toEqual([{ next: 1 }]);
  expect(await runSql(url, "SELECT name FROM organization")).toEqual([{ name: "Restored" }]);
});

it("says in a sentence that a column is none of the table's, and leaves the database as it was", async () => {
  const url = await newDatabase("forged_column");
  const file = await forge([{ name: "organization", columns: ["id", "name", "owner_of_all"], text: "a\tb\tc\n" }]);
  await expect(restoreInto(url, file)).rejects.toThrow(/^The rows of organization couldn't be loaded: .*owner_of_all/);
  expect(await runSql(url, "SELECT relname FROM pg_class WHERE relname = 'organization'")).toEqual([]);
});
