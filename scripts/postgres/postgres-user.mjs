// As whom PostgreSQL runs: it refuses root, so root needs a user namespace or the user "nobody".
import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

const NOBODY = 65534;
const works = (command, args) => spawnSync(command, [...args, "true"], { stdio: "ignore" }).status === 0;
let canTether;

/**
 * What goes before a program so that the kernel sends it a signal when its parent dies, however that happens; nothing
 * where setpriv is missing.
 */
export function tether(signal) {
  canTether ??= process.platform === "linux" && works("setpriv", ["--pdeathsig", "KILL"]);
  return canTether ? ["setpriv", "--pdeathsig", signal] : [];
}

/**
 * - `prefix`: goes before the program. Inside the user namespace root is called nobody, yet files stay root's.
 * - `tether`: goes after it, as unshare would clear the signal.
 * - `options`: for spawn. `folderMode`: another uid must at least be able to walk through the data folder.
 */
export function runAs() {
  const tethered = tether("INT");
  if (process.getuid?.() !== 0) return { prefix: [], tether: tethered, options: {}, folderMode: 0o700 };
  const prefix = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works(prefix[0], prefix.slice(1))) return { prefix, tether: tethered, options: {}, folderMode: 0o700 };
  return { prefix: [], tether: tethered, options: { uid: NOBODY, gid: NOBODY }, folderMode: 0o711 };
}

/** Hands files to the user that PostgreSQL runs as, where that is not this process's own. */
export function own({ options }, ...files) {
  if (options.uid !== undefined) for (const file of files) chownSync(file, options.uid, options.gid);
}
