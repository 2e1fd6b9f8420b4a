// As whom PostgreSQL runs: it refuses root, so root needs a user namespace or the user "nobody".
import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

const NOBODY = 65534;
const works = (command, args) => spawnSync(command, [...args, "true"], { stdio: "ignore" }).status === 0;

/**
 * - `prefix`: goes before the program. Inside the user namespace root is called nobody, yet files stay root's.
 * - `tether`: goes after it (unshare would clear the signal); the kernel then stops PostgreSQL when its parent dies.
 * - `options`: for spawn. `folderMode`: another uid must at least be able to walk through the data folder.
 */
export function runAs() {
  const tether = process.platform === "linux" && works("setpriv", ["--pdeathsig", "INT"]) ? ["setpriv", "--pdeathsig", "INT"] : [];
  if (process.getuid?.() !== 0) return { prefix: [], tether, options: {}, folderMode: 0o700 };
  const prefix = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works(prefix[0], prefix.slice(1))) return { prefix, tether, options: {}, folderMode: 0o700 };
  return { prefix: [], tether, options: { uid: NOBODY, gid: NOBODY }, folderMode: 0o711 };
}

/** Hands files to the user that PostgreSQL runs as, where that is not this process's own. */
export function own({ options }, ...files) {
  if (options.uid !== undefined) for (const file of files) chownSync(file, options.uid, options.gid);
}
