/** `npm run migrate`, as an operator runs it before an update: what it prints, its exit codes, and what it leaves. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inRoot } from "./paths.mjs";

let admin: pg.Client;
let url: string;
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-migrate-"));

beforeAll(async () => {
  admin = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await admin.connect();
  await admin.query("DROP DATABASE IF EXISTS migrate_command_test");
  await admin.query("CREATE DATABASE migrate_command_test TEMPLATE template0");
  url = Object.assign(new URL(process.env.DATABASE_URL ?? ""), { pathname: "/migrate_command_test" }).href;
});
afterAll(async () => {
  await admin.query("DROP DATABASE migrate_command_test WITH (FORCE)");
  await admin.end();
  rmSync(folder, { recursive: true, force: true });
});

function run(args: string[], databaseUrl = url): { exitCode: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inRoot("scripts/migrate.mjs"), ...args], {
    encoding: "utf8",
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATABASE_URL_FILE: "",
      PATCHBAY_DATA_DIR: path.join(folder, "data"),
    },
  });
  return { exitCode: status, out: stdout.trim(), err: stderr.trim() };
}

type Result = { text: string; pending?: string[]; applied?: string[] };
const read = ({ out }: { out: string }): Result => JSON.parse(out) as Result;

it("applies nothing if an option is misspelled", () => {
  const { exitCode, out, err } = run(["--chek"]);
  expect({ exitCode, out }).toEqual({ exitCode: 2, out: "" });
  expect(err).toContain("'--chek'");
  expect(run(["--check"]).exitCode).toBe(3);
});

it("checks, applies, and then has nothing left to do", () => {
  const check = run(["--check"]);
  expect(check.exitCode, check.err).toBe(3);
  expect(read(check).pending?.[0]).toBe("0001_init");
  expect(read(check).text).toMatch(/^\d+ migrations to apply:\n {2}0001_init\n/);
  const applied = run([]);
  expect(applied.exitCode, applied.err).toBe(0);
  expect(read(applied).applied).toEqual(read(check).pending);
  expect(run(["--check"])).toEqual({
    exitCode: 0,
    out: '{"text":"The database is up to date.","pending":[]}',
    err: "",
  });
  expect(run([])).toEqual({ exitCode: 0, out: '{"text":"The database is up to date.","applied":[]}', err: "" });
});

it("refuses a database of a newer version in a sentence", async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at)
    VALUES ('newer', 'x', '29990101000000_newer', now())`);
  await client.end();
  for (const args of [["--check"], []]) {
    const { exitCode, out, err } = run(args);
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toMatch(
      /^The database was updated by a newer version of Patchbay: it has the migration 29990101000000/,
    );
  }
});

it("makes no database where a check finds none", () => {
  const check = run(["--check"], "");
  expect(check.exitCode, check.err).toBe(0);
  expect(read(check).text).toContain("There is no database yet");
  expect(existsSync(path.join(folder, "data"))).toBe(false);
});
