/**
 * Connections of a project, in one copy of the app: those that have shown a proof, also when they have left their
 * channel again. Else one key could hold as many as the server has.
 */
import { processMemory } from "@/lib/kernel/process-memory";

export const MOST_OF_PROJECT = 200;

const counts = processMemory("realtime.projects", () => new Map<string, number>());

/**
 * Counts another listener until the returned function is called, once; undefined if the project has reached its limit.
 */
export function admitTo(projectId: string): (() => void) | undefined {
  const count = counts.get(projectId) ?? 0;
  if (count >= MOST_OF_PROJECT) return undefined;
  counts.set(projectId, count + 1);
  return () => {
    const left = (counts.get(projectId) ?? 1) - 1;
    if (left > 0) counts.set(projectId, left);
    else counts.delete(projectId);
  };
}
