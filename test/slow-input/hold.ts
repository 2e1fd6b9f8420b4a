/** How long work blocks the event loop, and a table of the worst cases. */

export type Work = (input: unknown) => unknown;

export const MAX_HOLD_MS = 150;
/** Below it two sizes cannot be told apart. */
const TOO_SHORT_MS = 0.2;

async function timed(work: Work, input: unknown): Promise<number> {
  const startedAt = performance.now();
  try {
    await work(input);
  } catch {
    // A refusal is an answer.
  }
  return performance.now() - startedAt;
}

/**
 * Milliseconds for which the work blocks the event loop, by wall clock or by processor time, whichever is less, because
 * a busy machine adds to the first.
 */
export async function heldFor(work: Work, input: unknown): Promise<number> {
  const before = process.cpuUsage();
  const wall = await timed(work, input);
  const { user, system } = process.cpuUsage(before);
  return Math.min(wall, (user + system) / 1000);
}

/** The first run of a function compiles it, so a long run is repeated. */
export async function leastHold(work: Work, input: unknown): Promise<number> {
  const first = await heldFor(work, input);
  return first <= MAX_HOLD_MS / 2 ? first : Math.min(first, await heldFor(work, input), await heldFor(work, input));
}

/**
 * What an input of ten times the middle one's length would take, by how the work grew from half of that: in proportion
 * at least, and as the square where both were too short to be compared.
 */
export async function expectedHold(work: Work, small: unknown, middle: unknown): Promise<number> {
  const [short, long] = [await heldFor(work, small), await heldFor(work, middle)];
  const power = short < TOO_SHORT_MS ? 2 : Math.max(1, Math.log2(long / short));
  return long * 10 ** power;
}

const ROWS = 20;

/** Keeps the worst input of each function, and prints the worst of all. */
export function newTable(title: string) {
  const worst = new Map<string, { kind: string; ms: number }>();
  let inputs = 0;
  const sorted = () => [...worst].sort(([, a], [, b]) => b.ms - a.ms);
  const line = ([name, { kind, ms }]: [string, { kind: string; ms: number }]) =>
    `${ms.toFixed(1).padStart(8)} ms  ${name}, ${kind}`;
  return {
    add(name: string, kind: string, ms: number): void {
      inputs++;
      if (ms >= (worst.get(name)?.ms ?? 0)) worst.set(name, { kind, ms });
      if (inputs % 5000 === 0) process.stdout.write(`${inputs} inputs of ${title} so far\n`);
    },
    print: () =>
      process.stdout.write(
        `${title}: ${inputs} inputs, the ${ROWS} worst by how long they held the loop\n${sorted().slice(0, ROWS).map(line).join("\n")}\n`,
      ),
    over: () =>
      sorted()
        .filter(([, { ms }]) => ms > MAX_HOLD_MS)
        .map(line),
  };
}
