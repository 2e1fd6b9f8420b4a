/**
 * No text and no value of a stranger's costs the square of its length: every pure function between the wire and the
 * provider on every hostile input. `npm run soak -- slow` does it with 1 MB, with every composite tool too, and prints
 * the worst.
 */
import { describe, expect, it } from "vitest";
import { ANSWER, argumentSets, COMPOSITES, withText } from "@/test/composite-tools";
import { LONGEST_GIVEN, TEXT_FUNCTIONS, VALUE_FUNCTIONS } from "./functions";
import { hostileTexts, hostileValues } from "./values";
import { HANDLER_FACTS } from "@/test/handler-facts";

/** Set by the soak: characters of each input. */
const SOAK = Number(process.env.PATCHBAY_SOAK_SLOW ?? 0);
const SMALL = 2500;
const GROWTH = 4;
/** Linear work grows by 4 from one size to the next, the square by 16. */
const MOST_GROWTH = 8;
/** What is over before clocks and collections of garbage can be told apart from it. */
const TOO_SHORT_MS = 8;
const LONGEST_HOLD_MS = 150;

type Work = (input: unknown) => unknown;

async function timed(work: Work, input: unknown): Promise<number> {
  const began = performance.now();
  try {
    await work(input);
  } catch {
    // A refusal is an answer.
  }
  return performance.now() - began;
}

/** Milliseconds for which the work holds the loop: of the clock or of the processor, whichever is less, as a busy machine adds to the first. */
async function heldFor(work: Work, input: unknown): Promise<number> {
  const before = process.cpuUsage();
  const wall = await timed(work, input);
  const { user, system } = process.cpuUsage(before);
  return Math.min(wall, (user + system) / 1000);
}

/** The first run of a function compiles it, so that a long one is tried again. */
async function leastHold(work: Work, input: unknown): Promise<number> {
  const first = await heldFor(work, input);
  return first <= LONGEST_HOLD_MS / 2 ? first : Math.min(first, await heldFor(work, input), await heldFor(work, input));
}

/** The shortest of some tries: what else the machine does only adds. */
async function best(work: Work, input: unknown, tries: number): Promise<number> {
  let shortest = Infinity;
  for (let count = 0; count < tries && shortest > TOO_SHORT_MS; count++)
    shortest = Math.min(shortest, await timed(work, input));
  return shortest;
}

/** Undefined for growth in proportion. */
async function fault(work: Work, small: unknown, large: unknown): Promise<string | undefined> {
  for (let attempt = 0; ; attempt++) {
    const long = await best(work, large, 3);
    if (long <= TOO_SHORT_MS) return undefined;
    const growth = long / Math.max(await best(work, small, 5), TOO_SHORT_MS / MOST_GROWTH);
    if (growth <= MOST_GROWTH) return undefined;
    if (attempt === 3) return `grew ${growth.toFixed(1)} times for ${GROWTH} times the input (${long.toFixed(1)} ms)`;
  }
}

type Case = { name: string; work: Work; inputs: (n: number) => Record<string, unknown> };

const tools = {
  call: () => Promise.resolve({ status: 200, headers: {}, data: ANSWER }),
  readFile: (file: unknown) =>
    Promise.resolve({
      name: (file as { name?: string }).name ?? "a",
      mimetype: "text/plain",
      bytes: Buffer.from("abc"),
    }),
  ...HANDLER_FACTS,
  fail: (message: string): never => {
    throw new Error(message);
  },
};

/** One case for each text argument of each composite tool. */
const composites = COMPOSITES.flatMap(({ name, handler, inputs }) =>
  inputs.flatMap(argumentSets).map(
    ({ at, args }): Case => ({
      name: `the tool ${name}, ${at.join(".")}`,
      work: (text) => handler(withText(args, at, text as string) as Record<string, never>, tools),
      inputs: hostileTexts,
    }),
  ),
);

const FUNCTIONS: Case[] = [
  ...Object.entries(TEXT_FUNCTIONS).map(([name, work]) => ({ name, work: work as Work, inputs: hostileTexts })),
  ...Object.entries(VALUE_FUNCTIONS).map(([name, work]) => ({
    name: `${name} of a value`,
    work,
    inputs: hostileValues,
  })),
];
const CASES: Case[] = [...FUNCTIONS, ...composites];

describe.skipIf(SOAK > 0)("work on a stranger's input grows in proportion to it", () => {
  it.each(FUNCTIONS)("$name", async ({ work, inputs }) => {
    const [small, large] = [inputs(SMALL), inputs(SMALL * GROWTH)];
    const faults: string[] = [];
    for (const [kind, input] of Object.entries(large)) {
      const found = await fault(work, small[kind], input);
      if (found) faults.push(`${kind}: ${found}`);
    }
    expect(faults).toEqual([]);
  });
});

describe.runIf(SOAK > 0)("the soak", () => {
  it(`holds the loop for less than ${LONGEST_HOLD_MS} ms with ${SOAK} characters`, { timeout: 3_600_000 }, async () => {
    const held: { name: string; ms: number }[] = [];
    for (const { name, work, inputs } of CASES)
      for (const [kind, input] of Object.entries(inputs(Math.min(SOAK, LONGEST_GIVEN[name] ?? SOAK))))
        held.push({ name: `${name}, ${kind}`, ms: await leastHold(work, input) });
    held.sort((a, b) => b.ms - a.ms);
    for (const { name, ms } of held.slice(0, 10)) console.log(`${ms.toFixed(1).padStart(8)} ms  ${name}`);
    expect(held.filter(({ ms }) => ms > LONGEST_HOLD_MS)).toEqual([]);
  });
});
