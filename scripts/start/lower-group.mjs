// Lets other programs come first where Linux shares the processors between groups of processes: there a priority counts
// within its group only, and each command of a start is in a group of its own.
import { writeFileSync } from "node:fs";

const LOWER = 5;

/**
 * Lowers the priority of the group that a process leads; does nothing where there are no such groups.
 * @param {number} pid a process that was started with `detached`, or the group would contain the caller
 */
export function lowerGroup(pid) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LOWER));
  } catch {
    // Not every kernel has such groups, and the command only saves time by them.
  }
}
