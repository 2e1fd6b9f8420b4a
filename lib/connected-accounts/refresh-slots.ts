/** Limits how many refreshes run at once: each holds a database connection while a provider thinks. */
import { once } from "@/lib/kernel/once";

/** Of the pool's 20 connections; the others stay free for everything that does not wait for a provider. */
const SLOTS = 8;
/** A project whose provider hangs must not make every other project's tokens end. */
const SLOTS_OF_PROJECT = 5;

type Waiting = { projectId: string; begin: () => void };

const slots = () =>
  once("connected-accounts.refresh-slots", () => ({
    running: new Map<string, number>(),
    total: 0,
    waiting: [] as Waiting[],
  }));

function mayBegin(projectId: string): boolean {
  const { running, total } = slots();
  return total < SLOTS && (running.get(projectId) ?? 0) < SLOTS_OF_PROJECT;
}

function count(projectId: string, change: 1 | -1): void {
  const state = slots();
  const left = (state.running.get(projectId) ?? 0) + change;
  state.total += change;
  if (left > 0) state.running.set(projectId, left);
  else state.running.delete(projectId);
}

/** Runs `work` when a slot is free and the project has not too many of them; waits in order otherwise. */
export async function inRefreshSlot<T>(projectId: string, work: () => Promise<T>): Promise<T> {
  if (mayBegin(projectId)) count(projectId, 1);
  else await new Promise<void>((resolve) => slots().waiting.push({ projectId, begin: resolve }));
  try {
    return await work();
  } finally {
    count(projectId, -1);
    const { waiting } = slots();
    const at = waiting.findIndex((one) => mayBegin(one.projectId));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (next) {
      // Counted here, not when it wakes up, so that a newcomer cannot overtake it.
      count(next.projectId, 1);
      next.begin();
    }
  }
}
