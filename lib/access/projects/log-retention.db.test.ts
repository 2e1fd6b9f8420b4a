/** How long the projects of an instance keep their executions and sessions. */
import { expect, it } from "vitest";
import { createTestOwner } from "@/test/builders/owners";
import { findRetentions, updateProjectConfig } from "./projects";

it("tells the days of every project, those of one that has not chosen too", async () => {
  const [{ projectId: configuredId }, { projectId: plain }] = [await createTestOwner(), await createTestOwner()];
  await updateProjectConfig(configuredId, { logRetentionDays: 7, sessionRetentionDays: 2 });
  const retentions = await findRetentions();
  const of = (id: string) => retentions.find(({ projectId }) => projectId === id);
  expect(of(configuredId)).toMatchObject({ days: 7, sessionDays: 2 });
  expect(of(plain)).toMatchObject({ days: 30, sessionDays: 30 });
});
