import { expect, it } from "vitest";
import { isReady } from "./health";

const log = { waiting: 0, dropped: 0, isDropping: false };

it("is not ready while a loop is stalled, or while the process is about to stop", () => {
  const sound = { database: "ok", stalled: [], stopping: false } as unknown as Parameters<typeof isReady>[0];
  expect(isReady(sound, log)).toBe(true);
  expect(isReady({ ...sound, stalled: ["deliveries"] }, log)).toBe(false);
  expect(isReady({ ...sound, stopping: true }, log)).toBe(false);
  expect(isReady({ ...sound, database: "unreachable" }, log)).toBe(false);
  expect(isReady(sound, { ...log, isDropping: true })).toBe(false);
});
