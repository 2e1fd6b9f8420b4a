/** Migrations at start: each is applied once, never partly, and never after an edit that the database does not know. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findPending, migrate } from "./migrate.mjs";
import { PATIENT } from "@/test/setup/patience";

let folder: string;
let url: string;
let admin: pg.Client;

const add = (name: string, sql: string): void => {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, "migration.sql"), sql);
};
const tables = async (): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations' ORDER BY 1",
  );
  await client.end();
  return rows.map(({ name }) => name);
};

/** An installation as it was before one of the project's own migrations; the caller must end the client. */
async function installedBefore(migration: string): Promise<pg.Client> {
  const migrationsFolder = fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
  for (const name of readdirSync(migrationsFolder).filter((entry) => entry < migration))
    cpSync(path.join(migrationsFolder, name), path.join(folder, name), { recursive: true });
  await migrate(url, folder);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "patchbay-migrations-"));
  admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await admin.connect();
  await admin.query("DROP DATABASE IF EXISTS migrate_test");
  await admin.query("CREATE DATABASE migrate_test TEMPLATE template0");
  const target = new URL(process.env.DATABASE_URL ?? "");
  target.pathname = "/migrate_test";
  url = target.href;
});
afterEach(async () => {
  await admin.query("DROP DATABASE migrate_test WITH (FORCE)");
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

describe("migrate", () => {
  it("applies each migration once, in order, also when several processes start together", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    add("0002_b", "CREATE TABLE b (n int); INSERT INTO a VALUES (1)");
    const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);
    expect(applied.flat()).toEqual(["0001_a", "0002_b"]);
    expect(await migrate(url, folder)).toEqual([]);
    expect(await tables()).toEqual(["a", "b"]);
  });

  it("rolls a failing migration back whole and names it", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    add("0002_bad", "CREATE TABLE half (n int); SELECT nothing_like_this()");
    await expect(migrate(url, folder)).rejects.toThrow(/0002_bad failed and was rolled back/);
    expect(await tables()).toEqual(["a"]);
  });

  it("waits a while for a lock, then says what to do", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    await migrate(url, folder);
    add("0002_b", "ALTER TABLE a ADD COLUMN m int");
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query("BEGIN; LOCK TABLE a IN ACCESS SHARE MODE");
    await expect(migrate(url, folder, 50)).rejects.toThrow(
      /0002_b failed and was rolled back: .* Another session holds a lock on what it changes/,
    );
    const late = migrate(url, folder);
    await vi.waitFor(async () => {
      const { rows } = await holder.query("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'a'::regclass");
      expect(rows).toHaveLength(1);
    }, PATIENT);
    await holder.query("COMMIT");
    expect(await late).toEqual(["0002_b"]);
    await holder.end();
  });

  it("builds an index beside writers and other starting processes, and replaces a half-built one", async () => {
    add("0001_a", "CREATE TABLE a (n int); INSERT INTO a VALUES (1), (1)");
    await migrate(url, folder);
    const writer = new pg.Client({ connectionString: url });
    await writer.connect();
    await expect(writer.query("CREATE UNIQUE INDEX CONCURRENTLY a_n_idx ON a (n)")).rejects.toThrow();
    await writer.query("BEGIN; INSERT INTO a VALUES (2)");
    add("0002_index", "-- Lists ask for it.\nCREATE INDEX CONCURRENTLY a_n_idx ON a (n);\n");
    const starts = Promise.all([migrate(url, folder, 50), migrate(url, folder, 50)]);
    await vi.waitFor(async () => {
      const { rows } = await writer.query("SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'virtualxid'");
      expect(rows).toHaveLength(1);
    }, 20_000);
    await writer.query("INSERT INTO a VALUES (3); COMMIT");
    expect((await starts).flat()).toEqual(["0002_index"]);
    const { rows } = await writer.query(
      "SELECT indisvalid, indisunique FROM pg_index WHERE indexrelid = 'a_n_idx'::regclass",
    );
    await writer.end();
    expect(rows).toEqual([{ indisvalid: true, indisunique: false }]);
  });

  it("goes on without an index where the database does not let it create the extension", async () => {
    const target = new pg.Client({ connectionString: url });
    await target.connect();
    await target.query(`
      CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'this extension is not allowed here'; END $$;
      CREATE EVENT TRIGGER no_extensions ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION refuse()`);
    expect(await migrate(url)).toContain("0024_log_user_parts");
    const { rows } = await target.query("SELECT 1 FROM pg_indexes WHERE indexname = 'tool_log_user_id_trgm_idx'");
    expect(rows).toEqual([]);
    await target.end();
  });

  it("refuses a migration that was edited after it was applied", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    await migrate(url, folder);
    add("0001_a", "CREATE TABLE a (n int, m int)");
    await expect(migrate(url, folder)).rejects.toThrow(/0001_a was edited after it was applied/);
  });

  it("refuses a database that a newer version has updated, and changes nothing", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    add("0002_b", "ALTER TABLE a RENAME COLUMN n TO m");
    add("0003_c", "CREATE TABLE c (n int)");
    await migrate(url, folder);
    for (const name of ["0002_b", "0003_c"]) rmSync(path.join(folder, name), { recursive: true });
    add("0001_d", "CREATE TABLE d (n int)");
    await expect(migrate(url, folder)).rejects.toThrow(
      /^The database was updated by a newer version of Patchbay: it has 2 migrations from 0002_b on, which this version does not know\./,
    );
    expect(await tables()).toEqual(["a", "c"]);
  });

  it("lists what is pending without writing anything", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    add("0002_b", "CREATE TABLE b (n int)");
    expect(await findPending(url, folder)).toEqual(["0001_a", "0002_b"]);
    expect(await tables()).toEqual([]);
    await migrate(url, folder);
    add("0003_c", "CREATE TABLE c (n int)");
    expect(await findPending(url, folder)).toEqual(["0003_c"]);
    rmSync(path.join(folder, "0002_b"), { recursive: true });
    await expect(findPending(url, folder)).rejects.toThrow(/it has the migration 0002_b, which/);
  });

  it("forgets a migration that was taken back, as the command line of Prisma marks it", async () => {
    add("0001_a", "CREATE TABLE a (n int)");
    add("0002_b", "CREATE TABLE b (n int)");
    await migrate(url, folder);
    rmSync(path.join(folder, "0002_b"), { recursive: true });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(`UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name = '0002_b'`);
    await client.end();
    expect(await migrate(url, folder)).toEqual([]);
  });

  it("leaves the MCP addresses of projects that are there open, and those of projects that chose as they chose", async () => {
    const client = await installedBefore("0018_mcp_address");
    await client.query(`INSERT INTO organization (id, name) VALUES ('org_1', 'One')`);
    for (const [id, config] of [
      ["untouched", {}],
      ["other", { maskSecrets: false }],
      ["keyed", { requireMcpApiKey: true }],
    ] as const)
      await client.query(
        `INSERT INTO project (id, organization_id, name, config, updated_at) VALUES ($1, 'org_1', $1, $2, now())`,
        [id, config],
      );
    await migrate(url);
    const { rows } = await client.query(`SELECT id, config FROM project ORDER BY id`);
    await client.end();
    expect(rows).toEqual([
      { id: "keyed", config: { requireMcpApiKey: true } },
      { id: "other", config: { maskSecrets: false, requireMcpApiKey: false } },
      { id: "untouched", config: { requireMcpApiKey: false } },
    ]);
  });

  it("keeps the schemas of tools that are there, and has the catalog loaded anew for the order of its arguments", async () => {
    const client = await installedBefore("20261123024000_schema_order");
    const schema = { type: "object", properties: { message: { type: "string" }, to: { type: "string" } } };
    for (const [id, project] of [
      ["shared", null],
      ["own", "proj_1"],
    ]) {
      await client.query(
        "INSERT INTO toolkit (id, project_id, slug, name, description, auth_schemes, version, hash) " +
          "VALUES ($1, $2, $1, $1, $1, '[]', '20260101_00', 'known')",
        [id, project],
      );
      await client.query(
        `INSERT INTO tool (id, project_id, slug, toolkit_slug, version, is_latest, name, description, input_schema, output_schema, run)
         VALUES ($1, $2, $1, $1, '20260101_00', true, $1, $1, $3, $3, '{}')`,
        [id, project, schema],
      );
    }
    await client.query(`INSERT INTO catalogue_state (id, hash) VALUES (1, 'loaded')`);
    await migrate(url);
    const { rows: tools } = await client.query(`SELECT id, input_schema, output_schema FROM tool ORDER BY id`);
    expect(tools).toEqual(["own", "shared"].map((id) => ({ id, input_schema: schema, output_schema: schema })));
    const { rows: toolkits } = await client.query(`SELECT id, hash FROM toolkit ORDER BY id`);
    expect(toolkits).toEqual([
      { id: "own", hash: "known" },
      { id: "shared", hash: "" },
    ]);
    expect((await client.query(`SELECT 1 FROM catalogue_state`)).rows).toEqual([]);
    await client.end();
  });

  it("brings an empty database to the present schema with the project's own migrations", async () => {
    await migrate(url);
    expect(await tables()).toContain("connected_account");
  });
});
