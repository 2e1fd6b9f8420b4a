/** Tests the runs that a browser remembers. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { findRecentTools, findRuns, storeRun } from "./own-runs";

beforeEach(() => {
  const storage = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    key: (index: number) => [...storage.keys()][index] ?? null,
    get length() {
      return storage.size;
    },
  };
  vi.stubGlobal("window", { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

const run = (time: number) => ({ log: `log_${time}`, at: time, successful: true });

it("keeps the last eight runs of a tool, newest first, apart from other tools and projects", () => {
  for (let time = 1; time <= 10; time++) storeRun("p1", "A_B", run(time));
  expect(findRuns("p1", "A_B").map(({ at: time }) => time)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  expect(findRuns("p1", "OTHER")).toEqual([]);
  expect(findRuns("p2", "A_B")).toEqual([]);
});

it("takes nothing that something else wrote", () => {
  for (const text of ["{", "5", "null", '[{"log":"l","at":1e30,"successful":true}]', '[{"log":5},null]']) {
    window.localStorage.setItem("patchbay.runs.p1.A_B", text);
    expect(findRuns("p1", "A_B")).toEqual([]);
  }
});

it("names the tools that ran last in a project, with the last run of each", () => {
  storeRun("p1", "A_B", run(1));
  storeRun("p1", "C_D", run(2));
  storeRun("p1", "A_B", run(3));
  storeRun("p2", "E_F", run(4));
  expect(findRecentTools("p1").map(({ tool, run: { at: time } }) => [tool, time])).toEqual([
    ["A_B", 3],
    ["C_D", 2],
  ]);
  expect(findRecentTools(null)).toEqual([]);
});
