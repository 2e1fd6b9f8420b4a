import { expect, it } from "vitest";
import { freeSlot, waitForSlot, tryTakeSlot } from "./slots";

/** A wait that can be given up. */
function queue(name: string, tenant: string) {
  let giveUp = (): void => undefined;
  const passed = waitForSlot(name, tenant, (end) => (giveUp = end));
  return { passed, giveUp };
}

const room = (total: number, share = total) => ({ total, share });

it("admits as many as the limit at once, and holds the rest until places are free", async () => {
  expect([1, 2, 3].map(() => tryTakeSlot("a", "p", room(2)))).toEqual([true, true, false]);
  const third = queue("a", "p");
  freeSlot("a", "p");
  expect(await third.passed).toBe(true);
  freeSlot("a", "p");
  freeSlot("a", "p");
  expect(tryTakeSlot("a", "p", room(1))).toBe(true);
  freeSlot("a", "p");
});

it("gives a project with one request its turn before the second of a project with many", async () => {
  tryTakeSlot("b", "holder", room(1));
  const served: string[] = ["holder"];
  const wait = (tenant: string) => queue("b", tenant).passed.then(() => served.push(tenant));
  const all = [wait("many"), wait("many"), wait("many"), wait("one"), wait("two")];
  for (let index = 0; index < 5; index++) {
    freeSlot("b", served[index] ?? "");
    await Promise.race([all[0], ...all]);
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(served).toEqual(["holder", "many", "one", "two", "many", "many"]);
  freeSlot("b", "many");
});

it("a project that could hold more places waits for the others' turns too", async () => {
  for (const _ of [1, 2]) tryTakeSlot("t", "holder", room(2));
  const served: string[] = [];
  const all = ["many", "many", "one"].map((tenant) => queue("t", tenant).passed.then(() => served.push(tenant)));
  for (const _ of [1, 2]) freeSlot("t", "holder");
  await new Promise(setImmediate);
  expect(served).toEqual(["many", "one"]);
  freeSlot("t", "one");
  await Promise.all(all);
  for (const _ of [1, 2]) freeSlot("t", "many");
});

it("a project never holds more than its share, and others pass while it waits", async () => {
  const half = room(4, 2);
  expect([1, 2, 3].map(() => tryTakeSlot("s", "greedy", half))).toEqual([true, true, false]);
  const more = [queue("s", "greedy"), queue("s", "greedy")];
  let passed = 0;
  for (const { passed: start } of more) void start.then(() => passed++);
  expect([tryTakeSlot("s", "other", half), tryTakeSlot("s", "other", half), tryTakeSlot("s", "third", half)]).toEqual([
    true,
    true,
    false,
  ]);
  // A place that somebody else gives back is not for a project at its share.
  freeSlot("s", "other");
  await new Promise(setImmediate);
  expect(passed).toBe(0);
  freeSlot("s", "greedy");
  expect(await more[0]?.passed).toBe(true);
  expect(passed).toBe(1);
  freeSlot("s", "greedy");
  expect(await more[1]?.passed).toBe(true);
  for (const tenant of ["greedy", "greedy", "other"]) freeSlot("s", tenant);
  expect(tryTakeSlot("s", "x", room(1))).toBe(true);
  freeSlot("s", "x");
});

it("removes a caller that gives up, and passes its place on", async () => {
  tryTakeSlot("c", "p", room(1));
  const givenUp = [queue("c", "p"), queue("c", "p")];
  const patient = queue("c", "q");
  for (const { giveUp } of givenUp) giveUp();
  expect(await Promise.all(givenUp.map(({ passed }) => passed))).toEqual([false, false]);
  freeSlot("c", "p");
  expect(await patient.passed).toBe(true);
  patient.giveUp();
  freeSlot("c", "q");
  expect(tryTakeSlot("c", "p", room(1))).toBe(true);
  freeSlot("c", "p");
});

it("stays correct after any order of coming, waiting, giving up and leaving", async () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  const limits = room(5, 2);
  const running = new Map<string, number>();
  const waits = new Set<{ tenant: string; giveUp: () => void }>();
  const enter = (tenant: string) => running.set(tenant, (running.get(tenant) ?? 0) + 1);
  const total = () => [...running.values()].reduce((sum, count) => sum + count, 0);
  for (let step = 0; step < 3000; step++) {
    const tenant = `t${random(6)}`;
    const act = random(5);
    if (act < 3) {
      if (tryTakeSlot("r", tenant, limits)) enter(tenant);
      else {
        const { passed, giveUp } = queue("r", tenant);
        const wait = { tenant, giveUp };
        waits.add(wait);
        void passed.then((hasSlot) => {
          waits.delete(wait);
          if (hasSlot) enter(tenant);
        });
      }
    } else if (act === 3 && (running.get(tenant) ?? 0) > 0) {
      running.set(tenant, (running.get(tenant) ?? 0) - 1);
      freeSlot("r", tenant);
    } else [...waits][0]?.giveUp();
    await Promise.resolve();
    await Promise.resolve();
    expect(total()).toBeLessThanOrEqual(5);
    for (const count of running.values()) expect(count).toBeLessThanOrEqual(2);
    // No place stays free while somebody waits who may have it.
    if (total() < 5) for (const wait of waits) expect(running.get(wait.tenant)).toBe(2);
  }
});

it("a share of the free slots leaves room for others, and grows when others end", async () => {
  const free = { total: 12, share: "free" as const };
  const take = (tenant: string) =>
    Array.from({ length: 12 }, () => tryTakeSlot("f", tenant, free)).filter(Boolean).length;
  expect([take("first"), take("second"), take("third"), take("fourth")]).toEqual([6, 3, 2, 1]);
  expect(take("fifth")).toBe(0);
  const more = queue("f", "second");
  let passed = false;
  void more.passed.then(() => (passed = true));
  freeSlot("f", "first");
  await new Promise(setImmediate);
  expect([passed, tryTakeSlot("f", "fifth", free)]).toEqual([false, true]);
  for (let n = 0; n < 5; n++) freeSlot("f", "first");
  expect(await more.passed).toBe(true);
  for (const [tenant, total] of Object.entries({ second: 4, third: 2, fourth: 1, fifth: 1 }))
    for (let n = 0; n < total; n++) freeSlot("f", tenant);
});
