/**
 * The memory of all processes of a sandbox together. What forked processes share is counted once: adding up what each
 * holds (RSS) would count a library that twenty of them share twenty times.
 */
import { readFile, readdir } from "node:fs/promises";

const KB = 1024;
/** More processes than a sandbox can have. */
const MOST = 2000;

const read = (file: string): Promise<string> => readFile(file, "latin1").catch(() => "");

/** A process and all below it. Orphans stay within: the first process of a sandbox takes them. */
export async function processesOf(root: number): Promise<number[]> {
  const pids = [root];
  for (let next = 0; next < pids.length && pids.length < MOST; next++) {
    const pid = pids[next] as number;
    // Each thread has children of its own.
    const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
    for (const thread of threads) {
      const children = await read(`/proc/${pid}/task/${thread}/children`);
      pids.push(...children.split(" ").filter(Boolean).map(Number));
    }
  }
  return pids;
}

const kilobytes = (text: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(text)?.[1] ?? 0) * KB;

/** At least what they use: cheap to find, but memory that forked processes share counts for each. */
async function upperBound(pid: number): Promise<number> {
  const status = await read(`/proc/${pid}/status`);
  return kilobytes(status, "RssAnon") + kilobytes(status, "RssShmem");
}

/** The memory share of a process; its upper bound if the server lacks the permission to read it. */
async function shareOf(pid: number): Promise<number> {
  const maps = await read(`/proc/${pid}/smaps_rollup`);
  return maps ? kilobytes(maps, "Pss_Anon") + kilobytes(maps, "Pss_Shmem") : upperBound(pid);
}

async function sum(pids: number[], of: (pid: number) => Promise<number>): Promise<number> {
  let total = 0;
  for (const pid of pids) total += await of(pid);
  return total;
}

/** Bytes of all processes; looks closely only where the cheap figure is above `limit`. */
export async function memoryUse(root: number, limit: number): Promise<{ bytes: number; processes: number }> {
  const pids = await processesOf(root);
  const cheap = await sum(pids, upperBound);
  return { bytes: cheap <= limit ? cheap : await sum(pids, shareOf), processes: pids.length };
}

/** Open sockets in the network namespace of a sandbox: their buffers are memory that belongs to no process. */
export async function socketsOf(pid: number): Promise<number> {
  return Number(/^sockets: used (\d+)/m.exec(await read(`/proc/${pid}/net/sockstat`))?.[1] ?? 0);
}
