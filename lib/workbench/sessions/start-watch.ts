/** Looks after the memory and the disk of sandboxes, from outside: code inside cannot switch it off. */
import { env } from "@/lib/kernel/process/env";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { MOST_DEPTH, MOST_ENTRIES, usageOf } from "../files/store";
import { memoryUse, processesOf, socketsOf } from "../sandbox/memory-use";
import type { SessionSandbox } from "./session-sandbox";

const PAUSE_MS = 250;
/** One that runs nothing is looked at more rarely. */
const IDLE_EVERY = 8;
/** Of the disk, which takes longer to look at. */
const DISK_PAUSE_MS = 2000;
/** Their buffers are memory that belongs to no process. */
const MOST_SOCKETS = 600;
const MB = 1024 * 1024;
const inMb = (bytes: number): string => `${Math.round(bytes / MB)} MB`;

/** Why a sandbox must end for its memory; null where it need not. */
async function findMemoryExcess(sandbox: SessionSandbox): Promise<string | null> {
  const memoryBytes = sandbox.capacity * env().workbench.memoryBytes;
  const { bytes } = await memoryUse(sandbox.process.pid, memoryBytes);
  sandbox.use.memory = bytes;
  return bytes > memoryBytes ? `it used ${inMb(bytes)} of memory, and ${inMb(memoryBytes)} are allowed` : null;
}

/** Why a sandbox must end for its sockets and files; null where it need not. */
async function findDiskExcess(sandbox: SessionSandbox): Promise<string | null> {
  const { pid, slot } = sandbox.process;
  const inner = (await processesOf(pid)).at(-1) ?? pid;
  if ((await socketsOf(inner)) > MOST_SOCKETS && inner !== pid) return "it opened too many sockets";
  // All that it can write to, in case it writes outside of its files.
  const usage = await usageOf({ root: slot.mount, owner: null });
  sandbox.use.disk = usage.bytes;
  if (!usage.whole)
    return `it has more than ${MOST_ENTRIES} files, more than ${MOST_DEPTH} folders within each other, or folders that are closed`;
  return usage.bytes > sandbox.diskLimit
    ? `its files took ${inMb(usage.bytes)}, and ${inMb(env().workbench.diskBytes)} are allowed`
    : null;
}

/** Calls `look` again and again until the process stops, with a pause after each time. */
function repeat(name: string, look: () => Promise<void>, pauseMs: (tookMs: number) => number): void {
  let timer: NodeJS.Timeout;
  let stopped = false;
  const turn = async () => {
    const since = performance.now();
    await look();
    if (!stopped) timer = setTimeout(turn, pauseMs(performance.now() - since)).unref();
  };
  timer = setTimeout(turn, pauseMs(0)).unref();
  onStop(name, async () => {
    stopped = true;
    clearTimeout(timer);
  });
}

type End = (sandbox: SessionSandbox, reason: string) => Promise<void>;

async function endFor(
  sandbox: SessionSandbox,
  find: (sandbox: SessionSandbox) => Promise<string | null>,
  end: End,
): Promise<void> {
  const reason = await find(sandbox).catch(() => null);
  if (reason) await end(sandbox, reason);
}

/**
 * Watches all sandboxes until the process stops. Memory is checked in a loop of its own: code that has made very many
 * files, which take seconds to count, must not hide how fast it takes memory.
 */
export function startWatch(all: () => SessionSandbox[], end: End): void {
  let looks = 0;
  const memory = async () => {
    looks++;
    for (const sandbox of all())
      if (sandbox.running.size > 0 || looks % IDLE_EVERY === 0) await endFor(sandbox, findMemoryExcess, end);
  };
  const disk = async () => {
    for (const sandbox of all()) await endFor(sandbox, findDiskExcess, end);
  };
  repeat("watch of memory", memory, () => PAUSE_MS);
  // At most half of the time is spent counting.
  repeat("watch of files", disk, (tookMs) => Math.max(DISK_PAUSE_MS, tookMs));
}
