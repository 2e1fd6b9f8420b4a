/** A command that others come before: where Linux has groups of processes, its whole group is lowered, and no other. */
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lowerGroup } from "./lower-group.mjs";

const groupOf = (id: number | "self"): string => readFileSync(`/proc/${id}/autogroup`, "utf8").trim();

describe.skipIf(!existsSync("/proc/self/autogroup"))("where there are groups", () => {
  it("the command's own group is lowered, and the caller's stays", () => {
    const before = groupOf("self");
    const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
    lowerGroup(child.pid ?? 0);
    const group = groupOf(child.pid ?? 0);
    child.kill("SIGKILL");
    expect(group).toMatch(/ nice 5$/);
    expect(groupOf("self")).toBe(before);
  });
});

it("a process that has no group is no error", () => expect(lowerGroup(0)).toBeUndefined());
