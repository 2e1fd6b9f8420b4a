/** How long the projects of an instance keep their executions. */
import { expect, it } from "vitest";
import { createTestOwner } from "@/test/owners";
import { findLogRetentions, updateProjectConfig } from "./projects";

it("tells the days of every project, those of one that has not chosen too", async () => {
  const [{ projectId: chosen }, { projectId: plain }] = [await createTestOwner(), await createTestOwner()];
  await updateProjectConfig(chosen, { logRetentionDays: 7 });
  const days = new Map((await findLogRetentions()).map(({ projectId, days: kept }) => [projectId, kept]));
  expect([days.get(chosen), days.get(plain)]).toEqual([7, 30]);
});
