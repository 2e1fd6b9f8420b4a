/**
 * Loops of the process that look for work at fixed intervals. A loop that no longer turns does nothing for anybody, and
 * reports no error: so the health of the server counts the time since each loop looked last.
 */
import { processMemory } from "../process-memory";

/** In milliseconds: a loop that has not turned for so long counts as stalled. Tests shorten it. */
export const loopTimes = () => processMemory("loops.times", () => ({ stalled: 30_000 }));

/** By name, when the loop turned last: `performance.now()`. */
const loops = () => processMemory("loops", () => new Map<string, number>());

export type Loop = {
  /** To be called each time that the loop has looked for work without an error. */
  turned: () => void;
  /** The loop ends as intended. */
  end: () => void;
};

/** Begins to count the time of a loop. @param name a few words for operators */
export function watchLoop(name: string): Loop {
  loops().set(name, performance.now());
  return { turned: () => void loops().set(name, performance.now()), end: () => void loops().delete(name) };
}

/** Seconds since each loop turned last. */
export const loopAges = (): { name: string; seconds: number }[] =>
  [...loops()].map(([name, turnedAt]) => ({ name, seconds: (performance.now() - turnedAt) / 1000 }));

/** The names of loops that are stalled. */
export const stalledLoops = (): string[] =>
  loopAges()
    .filter(({ seconds }) => seconds * 1000 > loopTimes().stalled)
    .map(({ name }) => name);
