/** What macOS does instead of Linux's own ways gives the same on a real PostgreSQL. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { binary, localeArguments } from "./postgres-binary.mjs";
import { psProcessesOf } from "./postgres-leftover.mjs";
import { chownFiles, runAs } from "./postgres-user.mjs";

const user = runAs();
const folder = mkdtempSync(path.join(tmpdir(), "patchbay-portable-"));
const [cluster, socket] = [path.join(folder, "cluster"), path.join(folder, "socket")];

async function query<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, text: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
const HERE = { host: socket, user: "patchbay", database: "postgres" };

beforeAll(async () => {
  chmodSync(folder, 0o711);
  for (const place of [cluster, socket]) mkdirSync(place, { mode: 0o700 });
  chownFiles(user, cluster, socket);
  const initdb = [binary("initdb"), "-D", cluster, "-U", "patchbay", "-E", "UTF8", "--no-sync", "--no-instructions"];
  const [command = "", ...rest] = [...user.prefix, ...initdb, "--auth=trust", ...localeArguments("darwin")];
  execFileSync(command, rest, { ...user.options, stdio: "ignore" });
});

let stop = () => {};
afterAll(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

const TEXTS = `SELECT lower('\u00c4RGER') AS lower, upper('stra\u00dfe \u00f8') AS upper, initcap('\u00e9mile zola') AS title,
  'Z' < 'a' AS by_code_point, '\u00e4' ~* '\u00c4' AS same_letter, '\u00e4' ~ '[[:alpha:]]' AS letter,
  'Z\u00dcRICH' ILIKE 'z\u00fcrich' AS like_without_case, to_tsvector('simple', 'Z\u00dcRICH caf\u00e9-bar \u65e5\u672c')::text AS words,
  (SELECT string_agg(x, ' ' ORDER BY x) FROM unnest(ARRAY['b', 'A', '\u00e9', 'a', 'B', '_', '1', '\u{1f600}']) AS x) AS ordered`;

it("texts are compared, sorted and searched on a cluster of macOS as on one of Linux", async () => {
  const args = ["-D", cluster, "-c", "listen_addresses=", "-c", `unix_socket_directories=${socket}`, "-c", "fsync=off"];
  const [command = "", ...rest] = [...user.prefix, binary("postgres"), ...args];
  const child = spawn(command, rest, { ...user.options, stdio: "ignore" });
  stop = () => void child.kill("SIGQUIT");
  await expect.poll(() => query(HERE, "SELECT 1").catch(() => null), { timeout: 30_000 }).not.toBeNull();

  const there = { connectionString: process.env.DATABASE_URL };
  expect(await query(HERE, TEXTS)).toEqual(await query(there, TEXTS));
  const settings = "SELECT datlocprovider, datlocale FROM pg_database WHERE datname = 'postgres'";
  expect(await query(HERE, settings)).toEqual([{ datlocprovider: "b", datlocale: "C.UTF-8" }]);

  const server = Number(readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
  const processes = psProcessesOf(cluster);
  expect(processes.filter(({ pid }) => pid === server)).toHaveLength(1);
  expect(processes.filter(({ parent }) => parent === server).length).toBeGreaterThan(2);

  const exit = once(child, "exit");
  process.kill(server, "SIGQUIT");
  await exit;
  expect(psProcessesOf(cluster)).toEqual([]);
});

it("a cluster whose lock file names a process that is no PostgreSQL has no processes", () => {
  const other = mkdtempSync(path.join(folder, "other-"));
  expect(psProcessesOf(other)).toEqual([]);
  writeFileSync(path.join(other, "postmaster.pid"), `${process.pid}\n${other}\n`);
  expect(psProcessesOf(other)).toEqual([]);
});
