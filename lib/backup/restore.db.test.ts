/** A backup of a server that goes on working, and what another server has after its restore. */
import { readFileSync, writeFileSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { enqueue } from "@/lib/kernel/jobs/queue";
import { checkSecret } from "@/lib/kernel/database/check-secret";
import { findKeyIds } from "@/lib/kernel/database/sealed-columns";
import {
  backUp,
  FILE_CONTENT,
  KEY,
  MIGRATIONS,
  newDatabase,
  newFolder,
  plant,
  restoreInto,
  runOn,
  runSql,
  type Planted,
} from "@/test/servers/restored-server";
import { startProvider, type Provider } from "@/test/servers/loopback-provider";
import { useSecrets } from "@/test/setup/secrets";
import { createBackup } from "./create-backup";
import { findTables } from "./database/find-tables";
import { filePlace } from "./places/place";
import { pool } from "@/lib/kernel/database/pools";

let provider: Provider;
let planted: Planted;
const SECRET = process.env.PATCHBAY_SECRET ?? "";

beforeAll(async () => {
  provider = await startProvider();
  await checkSecret(findKeyIds);
  planted = await plant(provider);
  await db.$transaction((tx) => enqueue(tx, { name: "tests.wait", work: "cleaning" }, { n: 1 }, { key: "a job" }));
});
afterAll(() => provider.close());

/** Writes an organization and a person of the same id in one transaction, again and again. */
function writePairs() {
  let [isOver, count] = [false, 0];
  const work = (async () => {
    while (!isOver) {
      const id = `pair_${++count}`;
      await db.$transaction(async (tx) => {
        await tx.user.create({ data: { id, email: `${id}@example.com` } });
        await tx.organization.create({ data: { id, name: id } });
      });
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await work;
      return count;
    },
  };
}

const PAIRS = `SELECT count(*)::int AS count FROM organization o WHERE id LIKE 'pair%'
  AND NOT EXISTS (SELECT 1 FROM app_user u WHERE u.id = o.id)`;

it("is of one moment while others write, and the restored server has and opens all that the original had", async () => {
  const writer = writePairs();
  const backup = await backUp();
  const pairs = await writer.end();
  expect(pairs).toBeGreaterThan(2);
  expect(backup).toMatchObject({ verified: true, files: 1, missingFiles: 0 });
  const url = await newDatabase("restored");
  const data = newFolder();
  const report = await restoreInto(url, backup.file);
  expect(report).toMatchObject({ id: backup.id, rows: backup.rows, files: 1 });
  expect(await runSql(url, PAIRS)).toEqual([{ count: 0 }]);
  const [job] = await runSql(url, "SELECT key, payload FROM graphile_worker._private_jobs");
  expect(job).toEqual({ key: "tests.wait a job", payload: { n: 1 } });
  provider.reset();
  const files = path.join(process.env.PATCHBAY_DATA_DIR ?? "");
  expect(existsSync(files)).toBe(true);
  const result = await runOn(url, "restored-child", [provider.baseUrl, JSON.stringify(planted)], {
    PATCHBAY_DATA_DIR: process.env.PATCHBAY_DATA_DIR ?? data,
  });
  expect(result).toEqual({
    opened: await db.connectedAccount.count(),
    account: "ACTIVE",
    execution: true,
    mcp: 200,
    secret: planted.secret,
    file: FILE_CONTENT.length,
    quiet: true,
  });
  expect(provider.seen.map(({ headers }) => headers.authorization)).toEqual([
    "Bearer key-of-alice-0123456789",
    "Bearer key-of-alice-0123456789",
  ]);
  // New rows get numbers after those of the backup.
  const next = "SELECT nextval(pg_get_serial_sequence('connected_account_event', 'id'))::int AS next";
  const [highest] = await runSql<{ max: number }>(url, "SELECT max(id)::int AS max FROM connected_account_event");
  expect((await runSql<{ next: number }>(url, next))[0]?.next).toBeGreaterThan(highest?.max ?? Infinity);
});

it("knows every table, and takes each after those that it refers to", async () => {
  const client = await pool().connect();
  const tables = await findTables(client).finally(() => client.release());
  const names = tables.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(50);
  expect(names.indexOf("project")).toBeGreaterThan(names.indexOf("organization"));
  expect(names).not.toContain("rate_limit_bucket");
});

it("refuses a flipped byte, a file that is cut off and another key, and leaves the database empty", async () => {
  const { file } = await backUp();
  const url = await newDatabase("damaged");
  const bytes = readFileSync(file);
  const damaged = path.join(newFolder(), "damaged.backup");
  for (const [change, sentence] of [
    [() => bytes.subarray(0, bytes.length - 1000), /^The backup is cut off/],
    [() => bytes.subarray(0, bytes.length / 2), /^The backup is cut off/],
    [
      () => {
        const copy = Buffer.from(bytes);
        copy[copy.length - 5000] = (copy[copy.length - 5000] ?? 0) ^ 1;
        return copy;
      },
      /^The backup is (damaged|cut off)/,
    ],
  ] as const) {
    writeFileSync(damaged, change());
    await expect(restoreInto(url, damaged)).rejects.toThrow(sentence);
  }
  const other = { kind: "key" as const, bytes: Buffer.alloc(32, 8) };
  await expect(restoreInto(url, file, { key: other })).rejects.toThrow(/^The key is not the one of this backup/);
  expect(await runSql(url, "SELECT relname FROM pg_class WHERE relname IN ('organization', 'project')")).toEqual([]);
});

it("refuses another secret, a newer version and a database in use, each in a sentence, and changes nothing", async () => {
  const { file } = await backUp();
  const url = await newDatabase("refused");
  useSecrets(`another secret ${"-".repeat(40)}`);
  await expect(restoreInto(url, file)).rejects.toThrow(/^The secret of this server is not the one of the backup/);
  useSecrets(SECRET);
  await expect(restoreInto(url, file, { migrations: MIGRATIONS.slice(0, -1) })).rejects.toThrow(
    /^This backup was made by a newer version of Patchbay .* has the migration \d+_\w+, which this version/,
  );
  const edited = MIGRATIONS.map((migration, index) => ({
    ...migration,
    ...(index === 3 && { checksum: "0".repeat(64) }),
  }));
  await expect(restoreInto(url, file, { migrations: edited })).rejects.toThrow(/^The migration .* is not the one/);
  await restoreInto(url, file);
  const count = "SELECT count(*)::int AS count FROM project";
  await runSql(url, "DELETE FROM tool_log; UPDATE project SET name = name || ' changed'");
  await expect(restoreInto(url, file)).rejects.toThrow(
    /^The database is not empty: .*--replace; nothing was changed\.$/,
  );
  expect(await runSql(url, "SELECT DISTINCT name LIKE '%changed' AS changed FROM project")).toEqual([
    { changed: true },
  ]);
  const before = await runSql(url, count);
  await restoreInto(url, file, { replace: true });
  expect(await runSql(url, count)).toEqual(before);
  expect(await runSql(url, "SELECT DISTINCT name LIKE '%changed' AS changed FROM project")).toEqual([
    { changed: false },
  ]);
});

it("restores under an earlier migration, and brings the database up to date afterwards", async () => {
  const { file } = await backUp();
  const url = await newDatabase("newer");
  const newest = { name: "29991231000000_later", sql: "CREATE TABLE later (id int)", checksum: "1".repeat(64) };
  await restoreInto(url, file, { migrations: [...MIGRATIONS, newest] });
  expect(await runSql(url, "SELECT relname FROM pg_class WHERE relname = 'later'")).toEqual([]);
});

it("that is broken off leaves nothing at its place, before its first byte or in the middle", async () => {
  const stopped = new AbortController();
  stopped.abort(new Error("stopped"));
  await expect(backUp({ key: KEY, signal: stopped.signal })).rejects.toThrow("stopped");
  const folder = newFolder();
  const stopping = new AbortController();
  const place = filePlace(path.join(folder, "a.backup"));
  const stopAtFirst = async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const chunk of bytes) {
      stopping.abort(new Error("stopped in the middle"));
      yield chunk;
    }
  };
  const write: typeof place.write = (bytes, complete) => place.write(stopAtFirst(bytes), complete);
  const options = { place: { ...place, write }, key: KEY, verify: true, signal: stopping.signal };
  await expect(createBackup(options)).rejects.toThrow("stopped in the middle");
  expect(readdirSync(folder)).toEqual([]);
});
