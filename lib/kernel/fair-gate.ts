/** Lets a limited number of things run at a time under one name; who waits is served tenant by tenant. */
import { once } from "./once";

type Gate = {
  running: number;
  /** Who waits, by tenant; the tenant whose turn is next comes first. */
  waiting: Map<string, Set<() => void>>;
};

const gates = () => once("fair-gate", () => new Map<string, Gate>());

/** Passes at once when there is room and nobody waits. True must be followed by `leaveGate`. */
export function tryGate(name: string, limit: number): boolean {
  const gate = gates().get(name);
  if (!gate) {
    gates().set(name, { running: 1, waiting: new Map() });
    return true;
  }
  if (gate.running >= limit || gate.waiting.size > 0) return false;
  gate.running++;
  return true;
}

/**
 * Waits for a place: true when it is had (then `leaveGate` must follow), false when the time is over or the signal aborts.
 * A tenant with a thousand requests waits as long for its next turn as one with a single request.
 */
export function waitAtGate(
  name: string,
  tenant: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const gate = gates().get(name);
  if (!gate) throw new Error("A gate is waited at only after tryGate has refused.");
  return new Promise((resolve) => {
    const queue = gate.waiting.get(tenant) ?? new Set();
    gate.waiting.set(tenant, queue);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      queue.delete(pass);
      if (queue.size === 0 && gate.waiting.get(tenant) === queue) gate.waiting.delete(tenant);
      resolve(passed);
    };
    const pass = () => end(true);
    const giveUp = () => end(false);
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener("abort", giveUp, { once: true });
    queue.add(pass);
    if (signal?.aborted) giveUp();
  });
}

/** Gives a place back; it goes to the tenant whose turn is next. */
export function leaveGate(name: string): void {
  const gate = gates().get(name);
  if (!gate) return;
  const [next] = gate.waiting;
  if (!next) {
    gate.running--;
    if (gate.running === 0) gates().delete(name);
    return;
  }
  const [tenant, queue] = next;
  // Behind all others until its turn comes again; passing removes a queue that is empty.
  gate.waiting.delete(tenant);
  gate.waiting.set(tenant, queue);
  const [pass] = queue;
  pass?.();
}
