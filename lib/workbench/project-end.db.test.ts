/** What a copy of the app has of a project's sandboxes goes when the project ends, wherever that is said. */
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { isListening } from "@/lib/kernel/database/notify";
import { env } from "@/lib/kernel/process/env";
import { soon } from "@/test/builders/owners";
import { announceProjectEnd } from "./project-end";
import { PROJECT_ENDS, startSweeping } from "./sessions/sweep-sessions";

const folderOf = (projectId: string) => path.join(env().dataDir, "workbench", "sessions", projectId);

it("a project's end deletes its session files at once, not those of others or a withdrawn deletion", async () => {
  startSweeping(async () => new Set());
  await soon(
    async () => isListening(PROJECT_ENDS),
    (listening) => listening,
  );
  for (const projectId of ["proj_ends", "proj_stays"]) {
    await mkdir(path.join(folderOf(projectId), "trs_1"), { recursive: true });
    await writeFile(path.join(folderOf(projectId), "trs_1", "a.txt"), "a");
  }
  const back = db.$transaction(async (tx) => {
    await announceProjectEnd(tx, "proj_stays");
    throw new Error("taken back");
  });
  await expect(back).rejects.toThrow("taken back");
  for (const projectId of ["..", "proj_ends"]) await db.$transaction((tx) => announceProjectEnd(tx, projectId));
  await soon(
    async () => existsSync(folderOf("proj_ends")),
    (there) => !there,
  );
  expect(existsSync(path.join(folderOf("proj_stays"), "trs_1", "a.txt"))).toBe(true);
});
