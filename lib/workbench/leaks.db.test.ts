/**
 * Sessions that start and end leave nothing on the machine except their files. `npm run soak -- workbench 1000` tries
 * more.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it, vi } from "vitest";
import { poolStates } from "@/lib/kernel/database/pools";
import { newId } from "@/lib/kernel/ids";
import { env } from "@/lib/kernel/process/env";
import { canRunSandboxes, newTestSession } from "@/test/builders/workbench";
import { listSandboxes, stopSandbox } from "./control";
import { findFolders } from "./host/folders";
import { dropSession, listSessionFiles } from "./session-files";
import { findSandbox } from "./sessions/sandboxes";

const runs = await canRunSandboxes();
/** In `npm test`, few: what is left behind is counted. */
const SESSIONS = Number(process.env.PATCHBAY_SOAK_WORKBENCH ?? 3);
/** The first sessions load what is loaded once. A soak has more sessions and also checks the server's memory. */
const IS_SOAK = SESSIONS >= 100;
const FIRST = IS_SOAK ? 50 : 1;
/** What a thousand sessions may leave in the server's memory: a hundredth of what one sandbox holds. */
const MOST_HEAP_MB = 16;

const SOON = { timeout: 60_000, interval: 100 };
const SETTLED = { timeout: 60_000, interval: 3000 };
/** Megabytes that are still in use: what is not is collected before. */
function memory(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

/** Without connections to the database: their pools close and open them at their own times. */
const openFiles = (): number =>
  readdirSync("/proc/self/fd").length - poolStates().reduce((sum, { busy, idle }) => sum + busy + idle, 0);

/** The processes that this one has started and that still run. */
const children = (): number =>
  readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // "pid (name) state parent ...": a name can contain spaces and brackets.
      const facts = readFileSync(`/proc/${name}/stat`, "utf8");
      return facts.slice(facts.lastIndexOf(")") + 2).split(" ")[1] === String(process.pid);
    } catch {
      return false; // ended meanwhile
    }
  }).length;

/** A reading that a second one, some time later, confirms: pipes of an ended sandbox close after its slot is free. */
async function readSettled<T>(read: () => T): Promise<T> {
  let previous: T | undefined;
  await vi.waitFor(() => {
    const current = read();
    const last = previous;
    previous = current;
    expect(current).toEqual(last);
  }, SETTLED);
  return previous as T;
}

const mounts = (): number => readFileSync("/proc/self/mountinfo", "utf8").split("\n").length;

describe.runIf(runs)("a series of sessions", () => {
  it("leaves no process, no open file, no mount, no folder and no memory behind", {
    timeout: 180_000 + SESSIONS * 60_000,
  }, async () => {
    const projectId = newId("project");
    const { state, run } = await findFolders();
    const slots = path.join(state, "slots");
    const left = () => ({
      children: children(),
      mounts: mounts(),
      sockets: readdirSync(run),
      stores: readdirSync(path.join(state, "sessions")),
    });
    // Those that wait ready for sessions to come would be counted with what is left behind.
    env().workbench.warm = 0;
    const use = async (): Promise<number> => {
      const session = newTestSession(projectId);
      await session.bash("echo kept > /mnt/files/a.txt; setsid nohup sleep 1000 > /dev/null 2>&1 & disown");
      expect(await session.value("open('/mnt/files/a.txt').read()")).toBe("'kept\\n'");
      const pid = findSandbox(session)?.process.pid ?? 0;
      await stopSandbox(projectId, session.sessionId);
      expect((await listSessionFiles(projectId, session.sessionId)).map((file) => file.path)).toEqual(["a.txt"]);
      await dropSession(projectId, session.sessionId, { requestId: "req_test" });
      return pid;
    };
    for (let count = 0; count < FIRST; count++) await use();
    await vi.waitFor(() => expect(readdirSync(slots)).toEqual([]), SOON);
    const before = await readSettled(left);
    const filesBefore = await readSettled(openFiles);
    const heap = memory();
    for (let count = 0; count < SESSIONS; count++) {
      const pid = await use();
      expect(pid).toBeGreaterThan(0);
      expect(existsSync(`/proc/${pid}`)).toBe(false);
    }
    expect(readdirSync(slots)).toEqual([]);
    expect(await listSandboxes(projectId)).toEqual([]);
    await vi.waitFor(() => expect(left()).toEqual(before), SOON);
    // Connections that earlier tests of this process left open can close meanwhile, so there can be fewer.
    await vi.waitFor(() => expect(openFiles()).toBeLessThanOrEqual(filesBefore), SOON);
    if (!IS_SOAK) return;
    const grown = memory() - heap;
    const facts = `${JSON.stringify(before)}, ${filesBefore} files`;
    process.stdout.write(
      `${SESSIONS} sessions: ${facts}, memory ${heap.toFixed(1)} MB and ${grown.toFixed(1)} MB more\n`,
    );
    expect(grown).toBeLessThan(MOST_HEAP_MB);
  });
});
