// Programs from Debian's packages that the tests run from the cache. They are unpacked and never installed, so that no
// service starts.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cacheDir, inRoot } from "../paths.mjs";
import { runChild } from "../start/run-child.mjs";
import { isDone, markDone } from "../start/stamps.mjs";

const MINUTE = 60_000;
const TOOLS = ["/usr/bin/apt-get", "/usr/bin/dpkg-deb"];

/**
 * - `packages`: unpacked with the dependencies that the machine lacks (apt reads a name with ^ as a pattern)
 * - `alone`: unpacked without dependencies, because these are another web server and parts that no test uses
 * - `programs`: must be in the packages and start; each is asked for its version
 * - `version`: the argument with which they show their version; `--version` without it
 * - `without`: what is not tested if they are missing; absent if the tests do without them
 */
export const SERVERS = [
  {
    name: "powerdns",
    packages: ["pdns-server", "pdns-backend-lmdb"],
    alone: [],
    programs: { server: /^pdns_server$/ },
    without: "API_KEY against PowerDNS (lib/execution/powerdns.db.test.ts)",
  },
  {
    name: "wordpress",
    packages: ["mariadb-server-core", "^php[0-9.]+-(cli|common|mysql)$"],
    alone: ["wordpress"],
    programs: { database: /^mariadbd$/, php: /^php[0-9.]+$/ },
    without: "BASIC against WordPress on MariaDB, with an application password (lib/execution/wordpress.db.test.ts)",
  },
  {
    name: "jupyter",
    packages: ["jupyter-server", "python3-ipykernel"],
    alone: [],
    programs: { server: /^jupyter-server$/ },
    without: "the workbench on a Jupyter server (lib/workbench/gateway/gateway.db.test.ts)",
  },
  {
    name: "pgbouncer",
    packages: ["pgbouncer"],
    alone: [],
    programs: { server: /^pgbouncer$/ },
    without: "a start behind PgBouncer in each of its modes (scripts/postgres/transaction-pooler.db.test.ts)",
  },
  {
    name: "nginx",
    packages: ["nginx"],
    alone: [],
    programs: { server: /^nginx$/ },
    version: "-v",
    without: "the server behind nginx (test/deploy/proxies.db.test.ts)",
  },
  {
    name: "caddy",
    packages: ["caddy"],
    alone: [],
    programs: { server: /^caddy$/ },
    version: "version",
    without: "the server behind Caddy (test/deploy/proxies.db.test.ts)",
  },
  // Chromium without windows: pages cost it a quarter less CPU. Its data are in the common package.
  {
    name: "chromium",
    packages: ["chromium-headless-shell"],
    alone: ["chromium-common"],
    programs: { browser: /^chromium-headless-shell$/ },
  },
];

const release = () =>
  /^PRETTY_NAME="?([^"\n]*)/m.exec(existsSync("/etc/os-release") ? readFileSync("/etc/os-release", "utf8") : "")?.[1] ??
  process.platform;
const folderOf = ({ name }) => path.join(cacheDir, "debian", name);
const stampOf = ({ name, packages, alone }) => [
  `debian-${name}`,
  [release(), process.arch, ...packages, ...alone].join(" "),
  [path.relative(inRoot(), folderOf({ name }))],
];

/** PowerDNS exits with 99 after showing its version. */
const VERSION_SHOWN = [0, 99];

const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** The folders of shared libraries, in the format of LD_LIBRARY_PATH. */
const librariesIn = (folder) =>
  ["usr/lib", "lib"].flatMap((place) =>
    namesIn(path.join(folder, place))
      .filter((name) => name.endsWith("-linux-gnu"))
      .map((name) => path.join(folder, place, name)),
  );

function programIn(folder, pattern) {
  const programPaths = ["usr/sbin", "usr/bin", "usr/lib/chromium"].flatMap((place) =>
    namesIn(path.join(folder, place))
      .filter((name) => pattern.test(name))
      .map((name) => path.join(folder, place, name)),
  );
  return programPaths.at(-1);
}

/**
 * A server that was unpacked for this machine and whose programs run on it.
 * @param {string} name of SERVERS
 * @returns {{ folder: string, libraries: string[], programs: Record<string, string>, env: Record<string, string> } |
 *   undefined} `programs` are absolute paths by their role; `env` contains the variables that they need
 */
export function findUnpacked(name) {
  const server = SERVERS.find((candidate) => candidate.name === name);
  if (!server || !isDone(...stampOf(server))) return undefined;
  const folder = folderOf(server);
  const libraries = librariesIn(folder);
  const env = {
    LD_LIBRARY_PATH: libraries.join(path.delimiter),
    PYTHONPATH: path.join(folder, "usr", "lib", "python3", "dist-packages"),
  };
  const programs = Object.fromEntries(
    Object.entries(server.programs).map(([role, pattern]) => [role, programIn(folder, pattern) ?? ""]),
  );
  const runs = (program) =>
    program !== "" &&
    VERSION_SHOWN.includes(
      spawnSync(program, [server.version ?? "--version"], { env: { ...process.env, ...env }, stdio: "ignore" }).status,
    );
  return Object.values(programs).every(runs) ? { folder, libraries, programs, env } : undefined;
}

/**
 * Runs apt-get with its own lists and archives, so that it needs no root and does not change the machine's lists. It
 * works in `archives`.
 */
function apt(folder, archives, ...args) {
  const settings = {
    "Dir::State::Lists": path.join(folder, "lists"),
    "Dir::Cache": folder,
    "Dir::Cache::Archives": archives,
    "Debug::NoLocking": "true",
    "APT::Sandbox::User": "root",
    "Acquire::Languages": "none",
    "Acquire::http::Timeout": "15",
    "Acquire::https::Timeout": "15",
  };
  for (const place of [path.join(folder, "lists"), archives])
    mkdirSync(path.join(place, "partial"), { recursive: true });
  const options = Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
  return runChild("apt-get", ["-q", ...options, ...args], {
    what: `apt-get ${args[0]}`,
    cwd: archives,
    timeoutMs: MINUTE,
  });
}

async function unpack(server, aptFolder) {
  const folder = folderOf(server);
  const unfinished = `${folder}-unfinished`;
  for (const staleFolder of [folder, unfinished]) rmSync(staleFolder, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archives = path.join(aptFolder, server.name);
  // Otherwise apt-get would skip installed packages, but the server's files must all be in this folder.
  await apt(
    aptFolder,
    archives,
    "install",
    "-y",
    "--download-only",
    "--no-install-recommends",
    "--reinstall",
    ...server.packages,
  );
  if (server.alone.length > 0) await apt(aptFolder, archives, "download", ...server.alone);
  for (const file of namesIn(archives).filter((name) => name.endsWith(".deb")))
    await runChild("dpkg-deb", ["-x", path.join(archives, file), unfinished], {
      what: `Unpacking ${file}`,
      timeoutMs: MINUTE,
    });
  renameSync(unfinished, folder);
  markDone(...stampOf(server));
}

/** Why a server is missing in this run, by its name. */
const failures = new Map();
const noteFailure = (name, error) => failures.set(name, /^E: .*/m.exec(error.output ?? "")?.[0] ?? error.message);

/**
 * Unpacks the servers that are not in the cache yet. A server that cannot be downloaded stays missing, and
 * `notUnpacked` gives the reason.
 * @param {string[]} names of SERVERS
 * @returns {Promise<void>}
 */
export async function unpackDebianServers(names = SERVERS.map(({ name }) => name)) {
  const missing = SERVERS.filter(({ name }) => names.includes(name) && !findUnpacked(name));
  if (missing.length === 0 || !TOOLS.every((tool) => existsSync(tool))) return;
  const folder = mkdtempSync(path.join(tmpdir(), "patchbay-apt-"));
  try {
    // The lists are complete even if a hook of this machine, meant for root, failed.
    await apt(folder, path.join(folder, "none"), "update").catch(() => undefined);
    for (const server of missing) await unpack(server, folder).catch((error) => noteFailure(server.name, error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {string[]} one line for each server that this machine does not have */
export const notUnpacked = () =>
  SERVERS.filter(({ name, without }) => without && !findUnpacked(name)).map(
    ({ name, without }) =>
      `not run: ${without}; apt-get unpacks it into .cache/debian on Debian with a network${failures.has(name) ? ` (${failures.get(name)})` : ""}`,
  );
