/** The sandboxes of this process, and how one makes room for another. */
import { setTimeout as sleep } from "node:timers/promises";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { shareOf } from "@/lib/kernel/process/workbench-settings";
import type { Owner } from "../run-answer";
import { type SessionSandbox, closeSandbox } from "./session-sandbox";
import { findIdle, capacityOf, roomFor } from "./project-share";

/** How long a session waits for a place: cells are short, and many sessions may begin at once. */
const WAIT_MS = 15_000;
const LOOK_MS = 100;

type Sandboxes = {
  live: Map<string, SessionSandbox>;
  ready: SessionSandbox[];
  /** Sessions whose sandbox is starting, since when, and their capacity; 0 while they wait for it. */
  opening: Map<string, { since: Date; capacity: number }>;
  /** Folders of sandboxes that start: they count before they are there. */
  starting: number;
  /** The part of these that no session has claimed yet. */
  warming: number;
  stopped: boolean;
};

export const sandboxes = (): Sandboxes =>
  processMemory("workbench.sandboxes", () => ({
    live: new Map(),
    ready: [],
    opening: new Map(),
    starting: 0,
    warming: 0,
    stopped: false,
  }));
export const ends = () => processMemory("workbench.ends", () => shareInFlight<void>());

export const keyOf = ({ projectId, sessionId }: Owner): string => `${projectId}/${sessionId}`;
export const all = (): SessionSandbox[] => [...sandboxes().live.values(), ...sandboxes().ready];

/** Folders for sandboxes that are taken on this copy of the app; those that wait ready for sessions make room. */
export const takenCapacity = (): number => capacityOf([...sandboxes().live.values()]) + sandboxes().starting;

/** Those of them that sessions have. */
export const grantedCapacity = (): number => takenCapacity() - sandboxes().warming;

/** How many sandboxes of this process there are in each state, and sessions that wait for a place. */
export function sandboxCounts(): Record<"running" | "ready" | "starting" | "waiting", number> {
  const { live, ready, opening, starting } = sandboxes();
  const waiting = [...opening.values()].filter(({ capacity }) => capacity === 0).length;
  return { running: live.size, ready: ready.length, starting, waiting };
}

/** Ends a sandbox, and puts the files of its session away; once, whoever asks. Never fails. */
export function endSandbox(sandbox: SessionSandbox, reason: string): Promise<void> {
  return ends().run(sandbox.process.id, async () => {
    try {
      await closeSandbox(sandbox, reason);
    } catch (error) {
      log.error(background("workbench"), "a sandbox was not put away", { error });
    }
    const { live, ready } = sandboxes();
    if (sandbox.owner && live.get(keyOf(sandbox.owner)) === sandbox) live.delete(keyOf(sandbox.owner));
    const index = ready.indexOf(sandbox);
    if (index !== -1) ready.splice(index, 1);
  });
}

/** Waits a little; false once that was long enough. */
function patience(): () => Promise<boolean> {
  const until = performance.now() + WAIT_MS;
  return async () => {
    await sleep(LOOK_MS);
    return performance.now() < until;
  };
}

const busy = (message: string): ApiError =>
  new ApiError("Unavailable", message, {
    suggestedFix: "Try again when a cell has ended, or let the operator raise PATCHBAY_WORKBENCH_SANDBOXES.",
    headers: { "retry-after": "5" },
  });

/**
 * Takes the capacity of one more sandbox, which `start` returns: free capacity, or that of ready sandboxes or of those
 * that were unused for the longest. There must be no await between the check and the taking, because many sessions can
 * come at the same time.
 * @throws ApiError Unavailable if all are busy for long
 */
export async function takeCapacity(capacity: number): Promise<void> {
  const { live, ready } = sandboxes();
  const most = env().workbench.sandboxes;
  const mayWait = patience();
  while (takenCapacity() + ready.length + capacity > most) {
    const victim = ready.at(-1) ?? findIdle([...live.values()]);
    if (victim) await endSandbox(victim, "another session needed the place");
    else if (!(await mayWait())) throw busy(`All ${most} places for sandboxes of this server are busy.`);
  }
  sandboxes().starting += capacity;
}

/**
 * Gives capacity to a session that opens its sandbox. If the project already has its share, one of its own sandboxes
 * ends: other projects do not wait for it.
 * @throws ApiError Unavailable if all sandboxes of the project are busy for long
 */
export async function keepShare(owner: Owner, capacity: number): Promise<void> {
  const { live, opening } = sandboxes();
  const most = env().workbench.sandboxes;
  const [project, key] = [`${owner.projectId}/`, keyOf(owner)];
  const mayWait = patience();
  for (;;) {
    const sandboxes = [...live.values()].filter((sandbox) => sandbox.owner?.projectId === owner.projectId);
    // Sessions that wait as this one does have none: they would keep each other from the free capacity.
    const coming = [...opening].filter(([opener]) => opener.startsWith(project) && opener !== key && !live.has(opener));
    const room = roomFor(sandboxes, capacityOf(coming.map(([, opener]) => opener)) + capacity, most);
    if (room === "free") {
      opening.set(key, { since: opening.get(key)?.since ?? new Date(), capacity });
      return;
    }
    if (room !== "full") await endSandbox(room, "another session of the project needed the place");
    else if (!(await mayWait()))
      throw busy(`The project uses its share of ${shareOf(most)} places for sandboxes, and all of them are busy.`);
  }
}
