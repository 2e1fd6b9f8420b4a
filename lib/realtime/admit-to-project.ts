/**
 * Connections of a project, in one copy of the app: those that have shown a proof, also when they have left their channel
 * again. Else one key could hold as many as the server has.
 */
import { processMemory } from "@/lib/kernel/process-memory";

export const MOST_OF_PROJECT = 200;

const taken = processMemory("realtime.projects", () => new Map<string, number>());

/** Counts one more until the returned function is called, once; undefined where the project has all it may have. */
export function admitTo(projectId: string): (() => void) | undefined {
  const count = taken.get(projectId) ?? 0;
  if (count >= MOST_OF_PROJECT) return undefined;
  taken.set(projectId, count + 1);
  return () => {
    const left = (taken.get(projectId) ?? 1) - 1;
    if (left > 0) taken.set(projectId, left);
    else taken.delete(projectId);
  };
}
