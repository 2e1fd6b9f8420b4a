/** Long lists take turns, so that other callers are answered between them. */
import { describe, expect, it } from "vitest";
import { inListTurn } from "./in-list-turn";

const long = { query: { limit: 1000 } };
const nextRound = () => new Promise<void>((resolve) => void setImmediate(resolve));

const settled = async (): Promise<void> => {
  for (let step = 0; step < 50; step++) await Promise.resolve();
};

/**
 * Asks for lists one after another in one round of the event loop, as connections do, and counts those made in each
 * round.
 */
async function perRound(lists: { caller: object; input: object }[]): Promise<number[]> {
  const rounds: number[] = [];
  const answers: Promise<string>[] = [];
  let count = 0;
  for (const { caller, input } of lists) {
    answers.push(
      inListTurn(caller, input, () => {
        count++;
        return Promise.resolve("list");
      }),
    );
    await settled();
  }
  for (let before = 0; before < lists.length; before += rounds.at(-1) ?? 0) {
    rounds.push(count - before);
    await nextRound();
  }
  expect(await Promise.all(answers)).toEqual(lists.map(() => "list"));
  return rounds;
}

describe("long lists", () => {
  it("wait in separate lines for callers without a project", async () => {
    const some = [{ userId: "one" }, { userId: "two" }, { organizationId: "one" }, { kind: "anonymous" }];
    const lists = some.flatMap((caller) => Array.from({ length: 2 }, () => ({ caller, input: long })));
    expect((await perRound(lists))[0]).toBe(8);
  });

  it("are made two per round of the event loop for one project, however many are requested at once", async () => {
    const rounds = await perRound(Array.from({ length: 20 }, () => ({ caller: { projectId: "one" }, input: long })));
    expect(Math.max(...rounds)).toBeLessThanOrEqual(2);
    expect(rounds.length).toBeGreaterThanOrEqual(10);
  });

  it("are made eight per round for many projects", async () => {
    const rounds = await perRound(
      Array.from({ length: 40 }, (_, index) => ({ caller: { projectId: `p${index}` }, input: long })),
    );
    expect(Math.max(...rounds)).toBeLessThanOrEqual(8);
  });

  it("free their slot when they fail", async () => {
    const failed = () => inListTurn({ projectId: "one" }, long, () => Promise.reject(new Error("no")));
    await Promise.allSettled(Array.from({ length: 5 }, failed));
    await expect(inListTurn({ projectId: "one" }, long, () => Promise.resolve(1))).resolves.toBe(1);
  });

  it("do not delay short lists and other requests", async () => {
    const inputs = [{ query: { limit: 100 } }, { query: {} }, {}];
    const rounds = await perRound(
      Array.from({ length: 30 }, (_, index) => ({ caller: { projectId: "one" }, input: inputs[index % 3] ?? {} })),
    );
    expect(rounds).toEqual([30]);
  });
});
