/** Files of deleted sessions. */
import { existsSync, mkdirSync, mkdtempSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { sweepSessions } from "./sweep-sessions";

const DAY_MS = 86_400_000;

it("deletes the files of deleted sessions, and keeps recent ones", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "sweep-"));
  const add = (name: string, ageMs: number) => {
    const folder = path.join(root, name);
    mkdirSync(path.join(folder, "files"), { recursive: true });
    writeFileSync(path.join(folder, "files", "a.txt"), "a");
    utimesSync(folder, new Date(Date.now() - ageMs), new Date(Date.now() - ageMs));
  };
  for (const name of ["pr_a/trs_known", "pr_a/trs_gone", "pr_b/trs_gone"]) add(name, DAY_MS);
  add("pr_a/trs_young", 0);
  const projects: string[] = [];
  const forgotten: string[] = [];
  const find = async (projectId: string, ids: readonly string[]) => {
    projects.push(...ids.map((id) => `${projectId}/${id}`));
    return new Set(projectId === "pr_a" ? ["trs_known"] : []);
  };
  const total = await sweepSessions(root, find, async ({ projectId, sessionId }) => {
    forgotten.push(`${projectId}/${sessionId}`);
  });
  expect(forgotten.sort()).toEqual(["pr_a/trs_gone", "pr_b/trs_gone"]);
  expect([total, projects.sort()]).toEqual([2, ["pr_a/trs_gone", "pr_a/trs_known", "pr_b/trs_gone"]]);
  const left = ["pr_a/trs_known", "pr_a/trs_young", "pr_a/trs_gone", "pr_b"].map((name) =>
    existsSync(path.join(root, name)),
  );
  expect(left).toEqual([true, true, false, false]);
});

it("finds nothing if there was never a workbench", async () => {
  const forget = async () => {};
  expect(await sweepSessions("/nowhere/at/all", async () => new Set(), forget)).toBe(0);
});
