/**
 * Records the refused requests of a sandbox: the first at once, then those of each second together, however often its
 * code tries.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { background, log } from "@/lib/kernel/process/log";
import type { Owner } from "../run-answer";
import { type Blocked, noteBlocked, type Target } from "./hosts";

const PAUSE_MS = 1000;
/** Of a second: as many as are kept of a project. */
const MOST_HOSTS = 200;
const MOST_REASON = 500;

type Write = (owner: Owner, all: readonly Blocked[]) => Promise<void>;

type Pause = () => Promise<unknown>;
const aSecond: Pause = () => sleep(PAUSE_MS, undefined, { ref: false });

/** @returns takes a try; never fails */
export function blockedNotes(
  write: Write = noteBlocked,
  pause: Pause = aSecond,
): (owner: Owner, target: Target, reason: string) => void {
  const waiting = new Map<string, Blocked>();
  let writing = false;
  const writeAll = async (owner: Owner) => {
    writing = true;
    while (waiting.size > 0) {
      const all = [...waiting.values()];
      waiting.clear();
      try {
        await write(owner, all);
      } catch (error) {
        log.error(background("workbench"), "what a sandbox was refused could not be written down", { error });
      }
      await pause();
    }
    writing = false;
  };
  return (owner, { host, port }, reason) => {
    const key = `${host}:${port}`;
    const tries = (waiting.get(key)?.tries ?? 0) + 1;
    if (tries > 1 || waiting.size < MOST_HOSTS)
      waiting.set(key, { host, port, reason: reason.slice(0, MOST_REASON), tries });
    if (!writing) void writeAll(owner);
  };
}
