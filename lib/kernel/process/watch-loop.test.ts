import { afterEach, expect, it } from "vitest";
import { loopAges, loopTimes, stalledLoops, watchLoop } from "./watch-loop";

const { stalled: usual } = loopTimes();
afterEach(() => {
  loopTimes().stalled = usual;
});

it("counts a loop as stalled once it has not turned for the time, and as sound after its next turn", () => {
  const loop = watchLoop("test: deliveries");
  expect(stalledLoops()).toEqual([]);
  loopTimes().stalled = -1;
  expect(stalledLoops()).toEqual(["test: deliveries"]);
  loopTimes().stalled = usual;
  loop.turned();
  expect(stalledLoops()).toEqual([]);
  expect(loopAges().find(({ name }) => name === "test: deliveries")?.seconds).toBeLessThan(usual / 1000);
  loop.end();
});

it("forgets a loop that has ended as intended", () => {
  watchLoop("test: ended").end();
  loopTimes().stalled = -1;
  expect(stalledLoops()).toEqual([]);
});
