/** The embedded PostgreSQL: who can connect, where it listens, and that it leaves nothing behind. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withDatabase } from "./database.mjs";
import { inRoot } from "../paths.mjs";
import { startPostgres } from "./postgres.mjs";
import {
  DataFolderInUse,
  claimDataFolder,
  describeRuntime,
  findRuntime,
  releaseDataFolder,
} from "../start/runtime-file.mjs";

let folder: string;
let dataDir: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "patchbay-pg-test-"));
  dataDir = path.join(folder, "data");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const query = async (connectionString: string, sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};
const mode = (file: string): string => (statSync(file).mode & 0o777).toString(8);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
};
const until = async (what: () => boolean): Promise<void> => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 50));
};

describe("the embedded PostgreSQL", () => {
  it("keeps rows over a restart and shows its folder to the owner alone", async () => {
    const first = await startPostgres({ dataDir, durable: false });
    await query(first.url(), "CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)");
    // 711 if PostgreSQL must run as another user, who has to reach the cluster through the folder.
    expect(["700", "711"]).toContain(mode(dataDir));
    expect([mode(path.join(dataDir, "postgres")), mode(path.join(dataDir, "postgres-password"))]).toEqual([
      "700",
      "600",
    ]);
    expect(existsSync(path.join(dataDir, "postgres-initial-password"))).toBe(false);
    await first.stop();
    const second = await startPostgres({ dataDir, durable: false });
    expect(await query(second.url(), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    await second.stop();
  });

  it("starts on a copied folder that others can read, and closes it again", async () => {
    chmodSync(path.join(dataDir, "postgres"), 0o755);
    const server = await startPostgres({ dataDir, durable: false });
    expect(await query(server.url(), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    expect(mode(path.join(dataDir, "postgres"))).toBe("700");
    await server.stop();
  });

  it("lets nobody in without the password, and stores it as scram only", async () => {
    const postgres = await startPostgres({ dataDir, durable: false });
    const wrong = new URL(postgres.url());
    wrong.password = "wrong";
    await expect(query(wrong.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    const rules = readFileSync(path.join(dataDir, "postgres/pg_hba.conf"), "utf8")
      .split("\n")
      .filter((line) => /^\w/.test(line));
    expect(new Set(rules.map((line) => line.trim().split(/\s+/).at(-1)))).toEqual(new Set(["scram-sha-256"]));
    await postgres.stop();
  });

  it("listens on a socket inside the data folder, and on loopback where that path is too long", async () => {
    const near = await startPostgres({ dataDir, durable: false });
    expect(new URL(near.url()).searchParams.get("host")).toBe(path.join(dataDir, "socket"));
    expect(await query(near.url(), "SHOW listen_addresses")).toEqual([{ listen_addresses: "" }]);
    await near.stop();
    const deep = path.join(folder, "a-folder-name-that-is-rather-long".repeat(3));
    mkdirSync(deep);
    const far = await startPostgres({ dataDir: deep, durable: false });
    expect(new URL(far.url()).hostname).toBe("127.0.0.1");
    expect(await query(far.url(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await far.stop();
  });

  it("begins again after a creation that was cut off, and never deletes what stands in the cluster's place", async () => {
    const cut = path.join(folder, "cut");
    mkdirSync(path.join(cut, "postgres-unfinished"), { recursive: true });
    writeFileSync(path.join(cut, "postgres-unfinished/PG_VERSION"), "17\n");
    const server = await startPostgres({ dataDir: cut, durable: false });
    await server.stop();
    expect(existsSync(path.join(cut, "postgres-unfinished"))).toBe(false);
    rmSync(path.join(cut, "postgres/PG_VERSION"));
    const password = readFileSync(path.join(cut, "postgres-password"), "utf8");
    await expect(startPostgres({ dataDir: cut, durable: false })).rejects.toThrow(/holds files but no PG_VERSION/);
    expect(existsSync(path.join(cut, "postgres/global/pg_control"))).toBe(true);
    expect(readFileSync(path.join(cut, "postgres-password"), "utf8")).toBe(password);
  });

  it("starts over lock files that name a process of another program", async () => {
    for (const file of ["postgres/postmaster.pid", "socket/.s.PGSQL.5432.lock"])
      writeFileSync(path.join(dataDir, file), `${process.ppid}\n${dataDir}/postgres\n`, { mode: 0o600 });
    const postgres = await startPostgres({ dataDir, durable: false });
    expect(await query(postgres.url(), "SELECT n FROM kept")).toEqual([{ n: 7 }]);
    await postgres.stop();
  });
});

describe("kill -9 of the process that runs it", () => {
  it("leaves no PostgreSQL behind, loses no committed row, and the folder starts again", async () => {
    const program = `
      import { startPostgres } from ${JSON.stringify(inRoot("scripts/postgres/postgres.mjs"))};
      const postgres = await startPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify({ pid: postgres.pid, url: postgres.url() }));
      setInterval(() => {}, 1000);`;
    const parent: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", program], {
      cwd: inRoot(),
      stdio: ["ignore", "pipe", "inherit"],
    });
    const line = await new Promise<string>((resolve) => parent.stdout?.once("data", (chunk) => resolve(String(chunk))));
    const { pid, url } = JSON.parse(line) as { pid: number; url: string };
    await query(url, "INSERT INTO kept VALUES (8)");
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await until(() => !isAlive(pid));
    expect(isAlive(pid)).toBe(false);
    const again = await startPostgres({ dataDir, durable: false });
    expect(await query(again.url(), "SELECT n FROM kept ORDER BY n")).toEqual([{ n: 7 }, { n: 8 }]);
    await again.stop();
  });
});

describe("the runtime file", () => {
  it("refuses a second process on the folder with a sentence that names the first", () => {
    const other = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    const born = readFileSync(`/proc/${other.pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")[19];
    writeFileSync(
      path.join(dataDir, "runtime.json"),
      JSON.stringify({ pid: other.pid, born, publicUrl: "http://localhost:3000" }),
    );
    expect(() => claimDataFolder(dataDir)).toThrow(DataFolderInUse);
    expect(() => claimDataFolder(dataDir)).toThrow(
      /already runs on the data folder .* \(process \d+ at http:\/\/localhost:3000\)/,
    );
    other.kill("SIGKILL");
  });

  it("is stale when its process is gone, or when another program has its process id by now", () => {
    writeFileSync(
      path.join(dataDir, "runtime.json"),
      JSON.stringify({ pid: 4_194_000, born: "1", url: "postgresql://gone" }),
    );
    expect(findRuntime(dataDir)).toBeNull();
    writeFileSync(
      path.join(dataDir, "runtime.json"),
      JSON.stringify({ pid: process.pid, born: "1", url: "postgresql://reused" }),
    );
    expect(findRuntime(dataDir)).toBeNull();
    claimDataFolder(dataDir);
    describeRuntime(dataDir, { url: "postgresql://mine", port: 1 });
    expect(findRuntime(dataDir)).toMatchObject({ pid: process.pid, url: "postgresql://mine" });
    expect(mode(path.join(dataDir, "runtime.json"))).toBe("600");
    releaseDataFolder(dataDir);
    expect(existsSync(path.join(dataDir, "runtime.json"))).toBe(false);
  });
});

describe("withDatabase", () => {
  it("starts the embedded database for the length of the work, migrated, and gives the folder back", async () => {
    const dataFolder = path.join(folder, "own");
    const external = process.env.DATABASE_URL;
    delete process.env.DATABASE_URL;
    try {
      const tables = await withDatabase(
        async (url: string) => {
          expect(findRuntime(dataFolder)?.pid).toBe(process.pid);
          return query(url, "SELECT count(*)::int AS n FROM project");
        },
        { dataDir: dataFolder },
      );
      expect(tables).toEqual([{ n: 0 }]);
      expect(findRuntime(dataFolder)).toBeNull();
    } finally {
      process.env.DATABASE_URL = external;
    }
  });

  it("uses the server that runs on the folder instead of starting a second one", async () => {
    const external = process.env.DATABASE_URL ?? "";
    delete process.env.DATABASE_URL;
    const shared = path.join(folder, "shared");
    try {
      claimDataFolder(shared);
      describeRuntime(shared, { url: external });
      expect(await withDatabase(async (url: string) => url, { dataDir: shared })).toBe(external);
      expect(existsSync(path.join(shared, "postgres"))).toBe(false);
    } finally {
      releaseDataFolder(shared);
      process.env.DATABASE_URL = external;
    }
  });

  it("uses the database whose address is in a file, and passes on the address alone", async () => {
    const external = process.env.DATABASE_URL ?? "";
    const file = path.join(folder, "database-url");
    writeFileSync(file, `${external}\n`);
    delete process.env.DATABASE_URL;
    process.env.DATABASE_URL_FILE = file;
    try {
      expect(await withDatabase(async (url: string) => url, { dataDir: path.join(folder, "none") })).toBe(external);
      expect(process.env).toMatchObject({ DATABASE_URL: external, DATABASE_URL_FILE: "" });
    } finally {
      process.env.DATABASE_URL = external;
      delete process.env.DATABASE_URL_FILE;
    }
  });
});
