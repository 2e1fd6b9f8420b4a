/** Work in a session that another process of this copy of the app does, over the real socket. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiError } from "@/lib/kernel/errors";
import { processPlace, setProcessPlace } from "@/lib/kernel/process/process-place";
import { serveSiblings } from "@/lib/kernel/siblings/serve-siblings";
import type { HelperAnswer } from "../helpers/helpers";
import type { RunAnswer, RunPart } from "../run-answer";
import { workbenchOperations } from "../workbench-operations";
import { declaredOperations, forward, forwardInSession, isElsewhere } from "./forward";
import { forwardRun, takeRuns } from "./forward-run";
import { forwardTurn, takeTurns } from "./forward-turn";

const before = { ...processPlace() };
const declaredBefore = new Map(declaredOperations);
const sockets = mkdtempSync(path.join(tmpdir(), "pb-forward-"));
const on = { requestId: "req_1" };
const calls: unknown[][] = [];
let stop: () => Promise<void>;

const count = forward("test.count", async (least: number) => {
  calls.push(["count", least, processPlace().index]);
  return least + 1;
});
const look = forwardInSession("test.look", async (projectId, sessionId, when: Date) => {
  calls.push(["look", projectId, sessionId]);
  return { when };
});

beforeAll(async () => {
  takeRuns(async (_, __, { text }, { helpers, onPart }) => {
    onPart?.({ kind: "text", stream: "stdout", text: "began" });
    const signal = AbortSignal.timeout(text === "slow" ? 50 : 60_000);
    const ask = (payload: Record<string, unknown>): Promise<HelperAnswer | undefined> =>
      helpers.web_search?.(payload, signal) ?? Promise.resolve(undefined);
    const answers = await Promise.all([ask({ n: 1 }), ask({ n: 2 })]);
    return { stdout: { text: JSON.stringify(answers) } } as RunAnswer;
  });
  let last = Promise.resolve();
  takeTurns((_, __, work) => (last = last.then(work)));
  setProcessPlace({ index: 1, count: 2, sockets });
  const find = async (projectId: string, ids: readonly string[]) =>
    new Set(projectId === "pr_a" ? ids.filter((id) => id === "trs_a") : []);
  stop = await serveSiblings(new Map(workbenchOperations(find)));
  setProcessPlace({ index: 2, count: 2, sockets });
});
afterAll(async () => {
  await stop();
  setProcessPlace(before);
  declaredOperations.clear();
  for (const [name, declaration] of declaredBefore) declaredOperations.set(name, declaration);
  rmSync(sockets, { recursive: true, force: true });
});

it("does work where the sandboxes are, with its arguments and its answer as they are", async () => {
  expect(isElsewhere()).toBe(true);
  expect(await count(1)).toBe(2);
  expect(await look("pr_a", "trs_a", new Date(5))).toEqual({ when: new Date(5) });
});

it("refuses a session of another project, and does no work for it", async () => {
  calls.length = 0;
  for (const [projectId, sessionId] of [
    ["pr_b", "trs_a"],
    ["pr_a", "trs_b"],
  ] as const) {
    await expect(look(projectId, sessionId, new Date())).rejects.toMatchObject({ status: 404 });
    const run = forwardRun(projectId, sessionId, { kind: "cell", text: "1", on }, { helpers: {} });
    await expect(run).rejects.toMatchObject({ status: 404 });
    await expect(forwardTurn(projectId, sessionId, async () => calls.push(["turn"]))).rejects.toThrow(ApiError);
  }
  expect(calls).toEqual([]);
});

it("runs code there, with the helpers and the output of the caller", async () => {
  const parts: RunPart[] = [];
  const { stdout } = await forwardRun(
    "pr_a",
    "trs_a",
    { kind: "cell", text: "1", on },
    {
      onPart: (part) => parts.push(part),
      helpers: { web_search: async ({ n }) => ({ data: Number(n) * 10, error: "" }) },
    },
  );
  expect(JSON.parse(stdout.text)).toEqual([
    { data: 10, error: "" },
    { data: 20, error: "" },
  ]);
  expect(parts).toEqual([{ kind: "text", stream: "stdout", text: "began" }]);
});

it("carries the failure of a helper, and ends helpers with their run", async () => {
  const fail = () => Promise.reject(new ApiError("NotFound", "no such tool"));
  const facts = { kind: "bash", text: "1", on } as const;
  await expect(forwardRun("pr_a", "trs_a", facts, { helpers: { web_search: fail } })).rejects.toMatchObject({
    status: 404,
  });
  const endings: unknown[] = [];
  const slow = (_: unknown, signal: AbortSignal) =>
    new Promise<HelperAnswer>((resolve) => {
      const end = () => {
        endings.push(signal.aborted);
        resolve({ data: null, error: "over" });
      };
      if (signal.aborted) end();
      else signal.addEventListener("abort", end);
    });
  await forwardRun("pr_a", "trs_a", { ...facts, text: "slow" }, { helpers: { web_search: slow } });
  expect(endings).toEqual([true, true]);
});

it("gives turns one after the other, also after one that failed", async () => {
  const order: string[] = [];
  const work = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    order.push(`${name} ends`);
    if (name === "a") throw new Error("a failed");
    return name;
  };
  const turns = ["a", "b", "c"].map((name) => forwardTurn("pr_a", "trs_a", work(name)));
  const results = await Promise.allSettled(turns);
  expect(results.map((result) => (result.status === "fulfilled" ? result.value : String(result.reason)))).toEqual([
    "Error: a failed",
    "b",
    "c",
  ]);
  for (let index = 0; index < order.length; index += 2)
    expect(order[index + 1]?.split(" ")[0]).toBe(order[index]?.split(" ")[0]);
});
