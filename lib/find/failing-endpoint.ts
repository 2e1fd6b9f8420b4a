/**
 * Skips an endpoint for a while after several failures in a row, so that a dead endpoint does not slow down each
 * search.
 */
import { LRUCache } from "lru-cache";
import { processMemory } from "@/lib/kernel/process-memory";
import { now } from "@/lib/kernel/time/clock";

const FAILURES = 5;
const PAUSE_MS = 30_000;
const MAX_ENTRIES = 1_000;

type Failing = { failures: number; pausedUntil: number };
type Memory = { failing: LRUCache<string, Failing>; told: LRUCache<string, true> };

const memory = (): Memory =>
  processMemory("find.failing-endpoint", () => ({
    failing: new LRUCache<string, Failing>({ max: MAX_ENTRIES }),
    told: new LRUCache<string, true>({ max: MAX_ENTRIES }),
  }));

// One project's requests, which may be such that the endpoint fails on them, do not take it from others.
const keyOf = (projectId: string, endpoint: string) => `${projectId} ${endpoint}`;

/** Whether the endpoint may be asked now. After a pause one question is let through, and its outcome decides. */
export function mayAsk(projectId: string, endpoint: string): boolean {
  const entry = memory().failing.get(keyOf(projectId, endpoint));
  if (!entry || entry.failures < FAILURES) return true;
  const present = now().getTime();
  if (present < entry.pausedUntil) return false;
  entry.pausedUntil = present + PAUSE_MS;
  return true;
}

export function noteSuccess(projectId: string, endpoint: string): void {
  const { failing, told: reportedEndpoints } = memory();
  failing.delete(keyOf(projectId, endpoint));
  reportedEndpoints.delete(endpoint);
}

/** @returns true if a pause has begun that was not reported since the last response of the endpoint */
export function noteFailure(projectId: string, endpoint: string): boolean {
  const { failing, told: reportedEndpoints } = memory();
  const key = keyOf(projectId, endpoint);
  const failures = (failing.get(key)?.failures ?? 0) + 1;
  failing.set(key, { failures, pausedUntil: now().getTime() + PAUSE_MS });
  if (failures < FAILURES || reportedEndpoints.has(endpoint)) return false;
  reportedEndpoints.set(endpoint, true);
  return true;
}
