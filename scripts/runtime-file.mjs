// `<data>/runtime.json`: which process owns a data folder, and how other commands reach its database.
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

const fileOf = (dataDir) => path.join(dataDir, "runtime.json");

/** When a process began, so that a reused process id is not taken for the old process. Linux only; elsewhere empty. */
function bornAt(pid) {
  try {
    // Field 22; the command's name in parentheses may hold spaces.
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[19] ?? ""
    );
  } catch {
    return "";
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * The running owner of a data folder, or null when there is none or its process is gone.
 * @returns {{ pid: number, born: string, url?: string, port?: number, publicUrl?: string } | null}
 */
export function findRuntime(dataDir) {
  try {
    const runtime = JSON.parse(readFileSync(fileOf(dataDir), "utf8"));
    return isAlive(runtime.pid) && bornAt(runtime.pid) === runtime.born ? runtime : null;
  } catch {
    return null;
  }
}

/** Another process uses the data folder. */
export class DataFolderInUse extends Error {
  constructor(dataDir, runtime) {
    const where = runtime.publicUrl ? ` at ${runtime.publicUrl}` : "";
    super(
      `Patchbay already runs on the data folder ${dataDir} (process ${runtime.pid}${where}). Stop it first, or set PATCHBAY_DATA_DIR and PORT to run a second one.`,
    );
  }
}

/**
 * Takes the data folder for this process.
 * @throws {DataFolderInUse} when a living process has it
 */
export function claimDataFolder(dataDir) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const mine = JSON.stringify({ pid: process.pid, born: bornAt(process.pid) });
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(fileOf(dataDir), mine, { mode: 0o600, flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST" || attempt === 3) throw error;
    }
    const owner = findRuntime(dataDir);
    if (owner && owner.pid !== process.pid) throw new DataFolderInUse(dataDir, owner);
    rmSync(fileOf(dataDir), { force: true });
  }
}

/** Adds what other commands need ({url, port, publicUrl}) to this process's claim. */
export function describeRuntime(dataDir, facts) {
  const file = fileOf(dataDir);
  const next = `${file}.${process.pid}`;
  writeFileSync(next, JSON.stringify({ pid: process.pid, born: bornAt(process.pid), ...facts }), { mode: 0o600 });
  renameSync(next, file);
}

/** Gives the data folder back. */
export function releaseDataFolder(dataDir) {
  if (findRuntime(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}
