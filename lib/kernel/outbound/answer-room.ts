/** Limits the memory for large answers of providers: for a project, and for the process. */
import { setTimeout as pause } from "node:timers/promises";
import { HeldBytes } from "../concurrency/held-bytes";

const BUDGET = "outbound.answers";
const MB = 1024 * 1024;
/** Smaller answers are not counted: the connections to providers bound them. */
export const UNCOUNTED_BYTES = MB;
const MOST_OF_PROJECT = 48 * MB;
const MOST_OF_ALL = 128 * MB;
/** The maximum that an answer without a file can claim before it comes. */
const MOST_CLAIMED = 32 * MB;
const LOOK_AGAIN_MS = 50;

/** The room of one answer. It is taken until `release`. */
export class AnswerRoom {
  private room: HeldBytes | undefined;
  private size = 0;

  constructor(private readonly projectId: string) {}

  private get counted(): HeldBytes {
    return (this.room ??= new HeldBytes(BUDGET, [
      { name: `project ${this.projectId}`, most: MOST_OF_PROJECT },
      { name: "process", most: MOST_OF_ALL },
    ]));
  }

  /** Takes room for more bytes; false if there is no room. */
  tryTake(bytes: number): boolean {
    const before = this.size;
    this.size += bytes;
    if (this.size <= UNCOUNTED_BYTES) return true;
    return this.counted.tryGrow(before <= UNCOUNTED_BYTES ? this.size : bytes);
  }

  /**
   * Waits for room for a whole answer. It holds none while it waits, so that no two wait for each other.
   * @param isOver whether its request has ended meanwhile
   */
  async claim(bytes: number, isOver: () => boolean): Promise<void> {
    const claimed = Math.min(bytes, MOST_CLAIMED);
    while (!isOver() && !this.counted.tryGrow(claimed)) await pause(LOOK_AGAIN_MS);
    this.size = claimed;
  }

  /** The answer is complete, and smaller than what was claimed for it. */
  settle(bytes: number): void {
    this.room?.shrink(this.size - bytes);
    this.size = bytes;
  }

  /** Gives the room back. May be called again. */
  release(): void {
    this.room?.release();
  }
}
