// The user that PostgreSQL runs as: it refuses root, so root needs a user namespace or the user "nobody".
import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";
import { Refusal } from "../start/start-problems.mjs";

const NOBODY = 65534;
const works = (command, args) => spawnSync(command, [...args, "true"], { stdio: "ignore" }).status === 0;
let canTether;

/**
 * The command prefix that makes the kernel send a program a signal when its parent dies, for any reason; empty if
 * setpriv is missing.
 */
export function tether(signal) {
  canTether ??= process.platform === "linux" && works("setpriv", ["--pdeathsig", "KILL"]);
  return canTether ? ["setpriv", "--pdeathsig", signal] : [];
}

/**
 * - `prefix`: the command before the program. Inside the user namespace root is called nobody, but files stay root's.
 * - `tether`: comes after `prefix`, because unshare would clear the signal.
 * - `options`: for spawn. `folderMode`: another uid must at least be able to traverse the data folder.
 */
export function runAs() {
  const tethered = tether("INT");
  if (process.getuid?.() !== 0) return { prefix: [], tether: tethered, options: {}, folderMode: 0o700 };
  if (process.platform === "darwin")
    throw new Refusal(
      "PostgreSQL does not run as root: start Patchbay as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.",
    );
  const prefix = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works(prefix[0], prefix.slice(1))) return { prefix, tether: tethered, options: {}, folderMode: 0o700 };
  return { prefix: [], tether: tethered, options: { uid: NOBODY, gid: NOBODY }, folderMode: 0o711 };
}

/** Gives files to the user that PostgreSQL runs as, if it is not this process's user. */
export function chownFiles({ options }, ...files) {
  if (options.uid !== undefined) for (const file of files) chownSync(file, options.uid, options.gid);
}
