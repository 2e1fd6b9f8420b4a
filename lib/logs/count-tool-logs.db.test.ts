/** Counting executions of the log within bounds. */
import { beforeEach, expect, it } from "vitest";
import { at, row } from "@/test/builders/tool-logs";
import { countToolLogs } from "./count-tool-logs";
import { recordExecution } from "./record-execution";
import type { Filter } from "./tool-log-choice";

beforeEach(() => {
  for (let second = 0; second < 6; second += 1)
    recordExecution(row({ startedAt: at(second), userId: second < 2 ? "ada" : "bob" }));
  recordExecution(row({ projectId: "proj_b", startedAt: at(9) }));
});

const ofAda: Filter[] = [{ field: "user_id", operator: "==", value: "ada" }];
const wide = { maxTotal: 100, maxCompared: 100 };

it("counts what the filters choose, in one project only", async () => {
  expect(await countToolLogs("proj_a", {})).toEqual({ total: 6, isComplete: true });
  expect(await countToolLogs("proj_a", { filters: ofAda })).toEqual({ total: 2, isComplete: true });
  expect(await countToolLogs("proj_a", { from: at(4).getTime(), to: at(9).getTime() })).toMatchObject({ total: 2 });
  expect(await countToolLogs("proj_b", {}, wide)).toEqual({ total: 1, isComplete: true });
  expect(await countToolLogs("proj_c", { filters: ofAda }, wide)).toEqual({ total: 0, isComplete: true });
});

it("ends at its bound and says that there are more", async () => {
  expect(await countToolLogs("proj_a", {}, { maxTotal: 6, maxCompared: 100 })).toEqual({ total: 6, isComplete: true });
  expect(await countToolLogs("proj_a", {}, { maxTotal: 5, maxCompared: 100 })).toEqual({ total: 5, isComplete: false });
});

it("compares only the newest executions with a filter that no index serves, and says when it left some out", async () => {
  expect(await countToolLogs("proj_a", { filters: ofAda }, { maxTotal: 100, maxCompared: 5 })).toEqual({
    total: 1,
    isComplete: false,
  });
  expect(await countToolLogs("proj_a", { filters: ofAda }, { maxTotal: 100, maxCompared: 6 })).toEqual({
    total: 2,
    isComplete: true,
  });
  const recent = { filters: ofAda, from: at(1).getTime() };
  expect(await countToolLogs("proj_a", recent, { maxTotal: 100, maxCompared: 5 })).toEqual({
    total: 1,
    isComplete: true,
  });
});
