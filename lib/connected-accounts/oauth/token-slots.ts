/** Limits how many providers a project asks about tokens at once; no connection of the database is held meanwhile. */
import { processMemory } from "@/lib/kernel/process-memory";

/**
 * For the moment when many tokens end together: a provider that hangs holds this many requests of a project, not all.
 */
const SLOTS_OF_PROJECT = 32;

type Slots = { running: number; waiting: (() => void)[] };

const slots = () => processMemory("connected-accounts.refresh-slots", () => new Map<string, Slots>());

/** Runs `work` when the project has not too many of them; waits in order otherwise. */
export async function withTokenSlot<T>(projectId: string, work: () => Promise<T>): Promise<T> {
  const mine = slots().get(projectId) ?? { running: 0, waiting: [] };
  slots().set(projectId, mine);
  if (mine.running < SLOTS_OF_PROJECT) mine.running++;
  // Who wakes up takes over the slot of who ended, so that a newcomer cannot overtake it.
  else await new Promise<void>((resolve) => mine.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = mine.waiting.shift();
    if (next) next();
    else if (--mine.running === 0) slots().delete(projectId);
  }
}
