/** A stop waits for other processes only if there are any. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { watchOthers } from "./until-alone.mjs";

async function isAlone(untilAlone: Promise<void>): Promise<boolean> {
  let isResolved = false;
  void untilAlone.then(() => {
    isResolved = true;
  });
  await nextTurn();
  return isResolved;
}

it("a server of one process waits for nobody when it stops", async () => {
  expect(await isAlone(watchOthers(1).untilAlone)).toBe(true);
});

it("the first of several processes waits until it is told that the others have ended", async () => {
  const { untilAlone, leaveAlone } = watchOthers(3);
  expect(await isAlone(untilAlone)).toBe(false);
  leaveAlone();
  expect(await isAlone(untilAlone)).toBe(true);
});
