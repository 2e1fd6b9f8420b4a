/** What an organization used, by the published operations, with the real database. */
import { beforeEach, expect, it } from "vitest";
import { POST as groupsRoute } from "@/app/api/v3/org/usage/[entity_type]/route";
import { POST as summaryRoute } from "@/app/api/v3/org/usage/summary/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createOrganizationKey } from "@/lib/access/keys/find-organization-keys";
import type { Owned } from "@/lib/access/people/owners";
import { db, pool } from "@/lib/kernel/database/db";
import { newId } from "@/lib/kernel/ids";
import { flushToolLogs, recordExecution, type ExecutionLog } from "@/lib/logs/record-execution";
import { row } from "@/test/builders/log-row";
import { callRoute } from "@/test/builders/members";
import { createTestOwner } from "@/test/builders/owners";

let owner: Owned;
let headers: Record<string, string>;
let second: string;

const addProject = async (organizationId: string, deletedAt: Date | null = null) =>
  (
    await db.project.create({
      data: { id: newId("project"), organizationId, name: `Project ${deletedAt ? "deleted" : "second"}`, deletedAt },
    })
  ).id;

async function record(...rows: Partial<ExecutionLog>[]): Promise<void> {
  for (const more of rows) recordExecution(row({ startedAt: new Date(), userId: undefined, ...more }));
  await flushToolLogs();
}
const summary = (body: object = {}) => callRoute(summaryRoute, headers, { body });
const groups = (body: object = {}, entityType = "tool_calls") =>
  callRoute(groupsRoute, headers, { body, params: { entity_type: entityType } });

beforeEach(async () => {
  await flushToolLogs();
  await pool().query("TRUNCATE tool_log, usage_counter, toolkit_usage, usage_tally");
  owner = await createTestOwner();
  second = await addProject(owner.organizationId);
  const { key } = await createOrganizationKey(owner.organizationId, { name: "usage", createdBy: owner.userId });
  headers = { "x-org-api-key": key };
});

it("sums all projects of the organization, and none of another one", async () => {
  const stranger = await createTestOwner();
  await record({ projectId: owner.projectId }, { projectId: second }, { projectId: stranger.projectId });
  const { status, body } = await summary();
  expect(status).toBe(200);
  expect(body).toEqual({
    entities: {
      tool_calls: { unit: "call", total_quantity: "2", event_count: 2 },
      sessions: { unit: "session", total_quantity: "0", event_count: 0 },
    },
    instant_charge: "0",
  });
});

it("adds up what projects have in common, and limits the sums of all to the first ones", async () => {
  await record(
    { projectId: owner.projectId, toolSlug: "A" },
    { projectId: second, toolSlug: "B" },
    { projectId: second, toolSlug: "A" },
  );
  const { body } = await groups({ limit: 1 });
  expect(body).toMatchObject({ event_count: 3, groups: [{ key: "A", total_quantity: "2", event_count: 2 }] });
});

it("counts the projects that are named, also where the log must be read", async () => {
  await record({ projectId: owner.projectId, userId: "ada" }, { projectId: second, userId: "ada" });
  const filters = { project_id: [second] };
  expect((await summary({ filters })).body).toMatchObject({ entities: { tool_calls: { event_count: 1 } } });
  const logged = await groups({ filters: { ...filters, user_id: ["ada"] } });
  expect(logged.body).toMatchObject({ event_count: 1, groups: [{ key: "GITHUB_GET", event_count: 1 }] });
});

it("404 for a project of another organization, and for a deleted one", async () => {
  const stranger = await createTestOwner();
  const deleted = await addProject(owner.organizationId, new Date());
  for (const id of [stranger.projectId, deleted, "proj_none"]) {
    const { status, body } = await summary({ filters: { project_id: [second, id] } });
    expect([status, (body.error as { message: string }).message]).toEqual([404, expect.stringContaining("project_id")]);
  }
});

it("401 for a key of a project, which speaks for no other project", async () => {
  const { key } = await createApiKey(owner.projectId, { name: "project" });
  expect((await callRoute(summaryRoute, { "x-api-key": key }, { body: {} })).status).toBe(401);
});
