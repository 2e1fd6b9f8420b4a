import { expect, it } from "vitest";
import { leaveGate, tryGate, waitAtGate } from "./fair-gate";

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

it("lets the limit through at once and holds the rest until places are given back", async () => {
  expect([tryGate("a", 2), tryGate("a", 2), tryGate("a", 2)]).toEqual([true, true, false]);
  const third = waitAtGate("a", "p", { timeoutMs: 1000 });
  leaveGate("a");
  expect(await third).toBe(true);
  leaveGate("a");
  leaveGate("a");
  expect(tryGate("a", 1)).toBe(true);
  leaveGate("a");
});

it("gives a project with one request its turn before the second of a project with many", async () => {
  tryGate("b", 1);
  const served: string[] = [];
  const wait = (tenant: string) => waitAtGate("b", tenant, { timeoutMs: 1000 }).then(() => served.push(tenant));
  const all = [wait("many"), wait("many"), wait("many"), wait("one"), wait("two")];
  for (let left = 0; left < 5; left++) {
    leaveGate("b");
    await soon();
  }
  await Promise.all(all);
  expect(served).toEqual(["many", "one", "two", "many", "many"]);
  leaveGate("b");
});

it("forgets who gives up, by time or by signal, and passes their place on", async () => {
  tryGate("c", 1);
  const controller = new AbortController();
  const tired = waitAtGate("c", "p", { timeoutMs: 10 });
  const gone = waitAtGate("c", "p", { timeoutMs: 1000, signal: controller.signal });
  const patient = waitAtGate("c", "q", { timeoutMs: 1000 });
  controller.abort();
  expect([await tired, await gone]).toEqual([false, false]);
  leaveGate("c");
  expect(await patient).toBe(true);
  leaveGate("c");
  expect(tryGate("c", 1)).toBe(true);
  leaveGate("c");
});
