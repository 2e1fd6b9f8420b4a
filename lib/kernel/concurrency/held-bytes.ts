/**
 * Bytes that the process holds for somebody are counted: so many for one caller, for one tenant and for all together.
 * What still comes gives way to what comes faster.
 */
import { processMemory } from "../process-memory";

/** Whose bytes count where, and the most there: for example of a key, of its project and of all. */
export type HoldLevel = { name: string; most: number };

type Level = {
  bytes: number;
  holders: number;
  /** Holders that can be dropped, sorted by the time of their last growth, the oldest first. */
  growing: Set<HeldBytes>;
};

/** So much must come before one counts as the newest again: a sender of single bytes does not. */
const STEP = 64 * 1024;

const levelsOf = (budget: string): Map<string, Level> =>
  processMemory(`held-bytes ${budget}`, () => new Map<string, Level>());

/** How many bytes a level of a budget holds now. */
export const bytesHeld = (budget: string, name: string): number => levelsOf(budget).get(name)?.bytes ?? 0;

/** What one call holds. It counts from its first byte until `release`, which must follow in any case. */
export class HeldBytes {
  private bytes = 0;
  private untilStep = STEP;
  private over = false;
  private readonly levels: { name: string; most: number; level: Level }[];
  private drop: ((level: string) => void) | undefined;

  /**
   * @param budget what is held: each has its own sums
   * @param levels the narrowest first
   */
  constructor(
    private readonly budget: string,
    levels: readonly HoldLevel[],
  ) {
    const all = levelsOf(budget);
    this.levels = levels.map(({ name, most }) => {
      const level = all.get(name) ?? { bytes: 0, holders: 0, growing: new Set() };
      all.set(name, level);
      level.holders++;
      return { name, most, level };
    });
  }

  /** Until `settle`, other holders can take the room of this holder. `drop` receives the level that had no room. */
  mayDrop(drop: (level: string) => void): void {
    this.drop = drop;
    this.goLast();
  }

  /** Whatever came is complete: it is not dropped any more. */
  settle(): void {
    this.drop = undefined;
    for (const { level } of this.levels) level.growing.delete(this);
  }

  /** Counts more bytes. If there are too many, the slowest-growing holders are dropped, possibly this holder itself. */
  grow(bytes: number): void {
    if (this.over) return;
    this.count(bytes);
    this.untilStep -= bytes;
    if (this.untilStep <= 0 && this.drop) {
      this.untilStep = STEP;
      this.goLast();
    }
    for (const { name, most, level } of this.levels)
      while (level.bytes > most) {
        const [slowest] = level.growing;
        if (!slowest) break;
        const { drop } = slowest;
        slowest.release();
        drop?.(name);
      }
  }

  /** Counts more bytes where there is room for them at each level; else false, and nothing is counted. */
  tryGrow(bytes: number): boolean {
    if (this.over || this.levels.some(({ level, most }) => level.bytes + bytes > most)) return false;
    this.count(bytes);
    return true;
  }

  /** Counts fewer bytes: some are no longer held. */
  shrink(bytes: number): void {
    if (!this.over) this.count(-Math.min(bytes, this.bytes));
  }

  /** Ends what is counted. May be called again. */
  release(): void {
    if (this.over) return;
    this.settle();
    this.count(-this.bytes);
    this.over = true;
    const all = levelsOf(this.budget);
    for (const { name, level } of this.levels) if (--level.holders === 0) all.delete(name);
  }

  private goLast(): void {
    for (const { level } of this.levels) {
      level.growing.delete(this);
      level.growing.add(this);
    }
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    for (const { level } of this.levels) level.bytes += bytes;
  }
}
