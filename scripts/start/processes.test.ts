/** Processes as ps shows them are those of the system, so that macOS, which has no /proc, finds the same. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { psProcesses, psStartTime } from "./processes.mjs";

it("shows a process with its parent and its program, and no longer after its end", async () => {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  await once(child, "spawn");
  const find = () => psProcesses().find(({ pid }) => pid === child.pid);
  expect(find()).toMatchObject({ parent: process.pid, program: expect.stringMatching(/sleep$/) });
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
  expect(find()).toBeUndefined();
});

it("shows the same start time each time, another one for an older process, and none for a missing one", () => {
  expect(psStartTime(process.pid)).toBe(psStartTime(process.pid));
  expect(psStartTime(process.pid)).toMatch(/\d\d:\d\d:\d\d \d{4}$/);
  expect(psStartTime(1)).not.toBe(psStartTime(process.pid));
  expect(psStartTime(2 ** 22 + 1)).toBe("");
});
