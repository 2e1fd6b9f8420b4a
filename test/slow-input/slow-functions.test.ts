/**
 * No text and no value of a stranger's costs the square of its length: every pure function between the wire and the
 * provider on every hostile input. `npm run soak -- slow` does it with 1 MB, with every composite tool too, and prints
 * the worst.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { COMPOSITE_CASES, FUNCTIONS } from "./cases";
import { MAX_GIVEN_LENGTH } from "./functions";
import { expectedHold, heldFor, leastHold, MAX_HOLD_MS, newTable, type Work } from "./hold";

/** Set by the soak: characters of each input. */
const SOAK = Number(process.env.PATCHBAY_SOAK_SLOW ?? 0);
const SMALL = 2500;
const GROWTH = 4;
/** Linear work grows by 4 from one size to the next, the square by 16. */
const MAX_GROWTH = 8;
/** Shorter times cannot be separated from the clock's resolution and garbage collection. */
const TOO_SHORT_MS = 8;
const ATTEMPTS = 6;
/** How long a machine may be busy with something else: waited once more before each further attempt. */
const PAUSE_MS = 250;

/** The shortest of some tries: other work of the machine only adds time. */
async function best(work: Work, input: unknown, tries: number): Promise<number> {
  let shortest = Infinity;
  for (let count = 0; count < tries && shortest > TOO_SHORT_MS; count++)
    shortest = Math.min(shortest, await heldFor(work, input));
  return shortest;
}

/**
 * How much longer the larger input takes; 0 if it takes too little to be separated from clock resolution and garbage
 * collection. Less than 1: the input was refused.
 */
async function growthOf(work: Work, small: unknown, large: unknown): Promise<number> {
  const long = await best(work, large, 3);
  return long <= TOO_SHORT_MS ? 0 : long / Math.max(await best(work, small, 5), TOO_SHORT_MS / MAX_GROWTH);
}

type Sizes = {
  small: unknown;
  large: unknown;
  /** Built only if the other two sizes show too much growth. */
  huge: () => unknown;
};

/**
 * Undefined for linear growth. Quadratic growth appears from each size to the next. Growth that only a busy machine
 * caused does not appear twice, and not with an input whose time is far above any clock's noise.
 */
async function fault(work: Work, { small, large, huge }: Sizes): Promise<string | undefined> {
  let growth = 0;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await sleep(attempt * PAUSE_MS);
    growth = await growthOf(work, small, large);
    if (growth <= MAX_GROWTH) return undefined;
    const further = await growthOf(work, large, huge());
    if (further >= 1 && further <= MAX_GROWTH) return undefined;
  }
  return `grew ${growth.toFixed(1)} times for ${GROWTH} times the input`;
}

describe.skipIf(SOAK > 0)("work on a stranger's input grows in proportion to it", () => {
  it.each(FUNCTIONS)("$name", async ({ work, inputs }) => {
    const [small, large] = [inputs(SMALL), inputs(SMALL * GROWTH)];
    const huge = (kind: string) => () => inputs(SMALL * GROWTH * GROWTH)[kind];
    const faults: string[] = [];
    for (const [kind, input] of Object.entries(large)) {
      const problem = await fault(work, { small: small[kind], large: input, huge: huge(kind) });
      if (problem) faults.push(`${kind}: ${problem}`);
    }
    expect(faults).toEqual([]);
  });
});

describe.runIf(SOAK > 0)("the soak", () => {
  it(`holds the loop for less than ${MAX_HOLD_MS} ms with ${SOAK} characters`, { timeout: 3_600_000 }, async () => {
    const table = newTable("functions and composite tools");
    for (const { name, work, inputs } of FUNCTIONS)
      for (const [kind, input] of Object.entries(inputs(Math.min(SOAK, MAX_GIVEN_LENGTH[name] ?? SOAK))))
        table.add(name, kind, await leastHold(work, input));
    for (const { name, work, inputs } of COMPOSITE_CASES) {
      const [small, middle] = [inputs(SOAK / 20), inputs(SOAK / 10)];
      for (const kind of Object.keys(small)) {
        // There are 80,000 of these: what stays far below the limit by its growth is not run whole.
        const expected = await expectedHold(work, small[kind], middle[kind]);
        const hold = expected < MAX_HOLD_MS / 2 ? expected : await leastHold(work, inputs(SOAK)[kind]);
        table.add(name, kind, hold);
      }
    }
    table.print();
    expect(table.over()).toEqual([]);
  });
});
