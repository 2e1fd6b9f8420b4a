/** Looks after the memory and the disk of sandboxes, from outside: code inside cannot switch it off. */
import { env } from "@/lib/kernel/process/env";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { usageOf } from "../files/store";
import { memoryUse, processesOf, socketsOf } from "../sandbox/memory-use";
import type { Bench } from "./bench";

const PAUSE_MS = 250;
/** One that runs nothing is looked at more rarely. */
const IDLE_EVERY = 8;
/** Of the disk, which takes longer to look at. */
const DISK_EVERY = 8;
/** Their buffers are memory that belongs to no process. */
const MOST_SOCKETS = 600;
const MB = 1024 * 1024;
const inMb = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/** Why a sandbox must end; null where it need not. */
async function findExcess(bench: Bench, looks: number): Promise<string | null> {
  const { memoryBytes } = env().workbench;
  const { pid, slot } = bench.sandbox;
  const { bytes } = await memoryUse(pid, memoryBytes);
  bench.use.memory = bytes;
  if (bytes > memoryBytes) return `it used ${inMb(bytes)} of memory, and ${inMb(memoryBytes)} are allowed`;
  if (looks % DISK_EVERY !== 0) return null;
  const inner = (await processesOf(pid)).at(-1) ?? pid;
  if ((await socketsOf(inner)) > MOST_SOCKETS && inner !== pid) return "it opened too many sockets";
  // All that it can write to, in case it puts something beside its files.
  const used = await usageOf({ root: slot.mount, owner: null });
  bench.use.disk = used.bytes;
  if (!used.whole) return "it has too many files, or folders that are closed";
  return used.bytes > bench.diskLimit
    ? `its files took ${inMb(used.bytes)}, and ${inMb(env().workbench.diskBytes)} are allowed`
    : null;
}

/** Looks after all sandboxes until the process stops. */
export function startWatch(all: () => Bench[], end: (bench: Bench, reason: string) => Promise<void>): void {
  let looks = 0;
  let timer: NodeJS.Timeout;
  let stopped = false;
  const look = async () => {
    looks++;
    for (const bench of all()) {
      const isIdle = bench.running.size === 0;
      if (isIdle && looks % IDLE_EVERY !== 0) continue;
      const reason = await findExcess(bench, looks).catch(() => null);
      if (reason) await end(bench, reason);
    }
    if (!stopped) timer = setTimeout(look, PAUSE_MS).unref();
  };
  timer = setTimeout(look, PAUSE_MS).unref();
  onStop("watch of sandboxes", async () => {
    stopped = true;
    clearTimeout(timer);
  });
}
