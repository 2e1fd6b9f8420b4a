/** Limits how many token requests of a project run at once. No database connection is held meanwhile. */
import { processMemory } from "@/lib/kernel/process-memory";

/** If many tokens expire together, a provider that hangs can only block this many requests of a project. */
const SLOTS_OF_PROJECT = 32;

type Slots = { running: number; waiting: (() => void)[] };

const slots = () => processMemory("connected-accounts.refresh-slots", () => new Map<string, Slots>());

/** Runs `work` when the project has a free slot; waits in order otherwise. */
export async function withTokenSlot<T>(projectId: string, work: () => Promise<T>): Promise<T> {
  const mine = slots().get(projectId) ?? { running: 0, waiting: [] };
  slots().set(projectId, mine);
  if (mine.running < SLOTS_OF_PROJECT) mine.running++;
  // A finished one passes its slot to the next in line, so that a new caller cannot overtake it.
  else await new Promise<void>((resolve) => mine.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = mine.waiting.shift();
    if (next) next();
    else if (--mine.running === 0) slots().delete(projectId);
  }
}
