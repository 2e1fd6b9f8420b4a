import { expect, it } from "vitest";
import { countEvents } from "./count-events";

const event = (length: number) => ({ payload: { text: "x".repeat(length) }, original: { text: "x".repeat(length) } });

it("returns 413 above 32 MB of events for all triggers of a report together", () => {
  const count = countEvents();
  let triggers = 0;
  expect(() => {
    for (; triggers < 150; triggers++) count([event(500_000)]);
  }).toThrow("A request may report events of 32 MB for all triggers together.");
  expect(triggers).toBe(33);
});

it("returns 413 above 50,000 events, and accepts small ones for thousands of triggers", () => {
  const small = Array.from({ length: 10 }, () => event(10));
  const count = countEvents();
  for (let trigger = 0; trigger < 5000; trigger++) count(small);
  expect(() => count([event(1)])).toThrow("50000 events");
});
