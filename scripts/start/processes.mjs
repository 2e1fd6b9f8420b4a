// The processes of this machine, read from /proc on Linux and by the program ps elsewhere.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** @returns {string[]} the lines of ps without spaces at their ends; empty if ps is missing */
function runPs(args) {
  const { stdout } = spawnSync("ps", args, {
    encoding: "utf8",
    // Times in the form of one language and zone: they are compared as texts.
    env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
    maxBuffer: 16 * 1024 * 1024,
  });
  return (stdout ?? "").split("\n").flatMap((line) => line.trim() || []);
}

/** The time at which a process began, as ps shows it; "" if there is no such process. */
export const psStartTime = (pid) => runPs(["-o", "lstart=", "-p", String(pid)])[0] ?? "";

/** @returns {{ pid: number, parent: number, program: string }[]} all processes that have not ended */
export const psProcesses = () =>
  runPs(["-A", "-o", "pid=,ppid=,stat=,comm="]).flatMap((line) => {
    const [, pid, parent, state, program] = /^(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    return pid && !state.startsWith("Z") ? [{ pid: Number(pid), parent: Number(parent), program }] : [];
  });

/**
 * The start time of a process, so that a reused process id is not taken for the old process.
 * @returns {string} in a form of the system; "" if it cannot be found
 */
export function bornAt(pid) {
  if (process.platform !== "linux") return psStartTime(pid);
  try {
    // Field 22; the command's name in parentheses can contain spaces.
    return (
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ")[19] ?? ""
    );
  } catch {
    return "";
  }
}
