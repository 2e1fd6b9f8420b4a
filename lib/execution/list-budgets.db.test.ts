/** Tests the use of budgets today: of each project alone, calls and tokens apart, by the subject with the most. */
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { addUse } from "@/lib/kernel/rate-limit/add-use";
import type { Limit } from "@/lib/policies/policy-call";
import { createRule } from "@/lib/policies/create-rule";
import { announcePolicies } from "@/lib/policies/project-policies";
import type { RuleAction } from "@/lib/policies/rules.contract";
import { projectId } from "@/test/builders/execute-tool";
import { DAY_SECONDS, subjectOf } from "./count-limit";
import { listBudgets } from "./list-budgets";

const OTHER = "another-project";
const organizationId = async () => (await db.project.findUniqueOrThrow({ where: { id: projectId } })).organizationId;

const create = async (ownerId: string, name: string, action: RuleAction, enabled = true) =>
  (await createRule(ownerId, { name, enabled, match: {}, action }, { id: "user_1", name: null })).id;

const use = (owner: string, { id, unit = "calls", of = "" }: Partial<Limit> & { id: string }, amount: number) =>
  addUse(subjectOf(owner, { id, unit, of, name: "", amount: 0, seconds: DAY_SECONDS, by: "" }), DAY_SECONDS, amount);

afterEach(async () => {
  const owners = [projectId, await organizationId()];
  await db.$transaction(async (tx) => {
    await tx.policyRule.deleteMany({ where: { projectId: { in: owners } } });
    for (const owner of owners) await announcePolicies(tx, owner);
  });
});

it("lists the budgets alone, those of the organization first, with the use of this project", async () => {
  const above = await create(await organizationId(), "Everybody", { type: "limit", tokens_per_day: 500, by: "all" });
  const users = await create(projectId, "Users", { type: "limit", per_day: 10, by: "user" });
  await create(projectId, "No budget", { type: "limit", per_minute: 5, by: "all" });
  await create(projectId, "A rule", { type: "deny" });
  const off = await create(projectId, "Off", { type: "limit", per_day: 7, by: "all" }, false);
  await use(projectId, { id: users, of: "ada" }, 4);
  await use(projectId, { id: users, of: "bob" }, 10);
  // Earlier the policy counted tokens, which are not calls.
  await use(projectId, { id: users, unit: "tokens", of: "eve" }, 90);
  await use(projectId, { id: above, unit: "tokens" }, 321);
  await use(OTHER, { id: above, unit: "tokens" }, 499);
  const { items, resets_at: resetsAt } = await listBudgets(projectId);
  expect(items).toEqual([
    {
      ...{ policy_id: above, name: "Everybody", enabled: true, scope: "organization" },
      ...{ unit: "tokens", per_day: 500, counted_by: "all", most_used: 321, subjects: 1, used_up: 0 },
    },
    {
      ...{ policy_id: users, name: "Users", enabled: true, scope: "project" },
      ...{ unit: "calls", per_day: 10, counted_by: "user", most_used: 10, subjects: 2, used_up: 1 },
    },
    {
      ...{ policy_id: off, name: "Off", enabled: false, scope: "project" },
      ...{ unit: "calls", per_day: 7, counted_by: "all", most_used: 0, subjects: 0, used_up: 0 },
    },
  ]);
  const left = new Date(resetsAt).getTime() - Date.now();
  expect([resetsAt.endsWith("T00:00:00.000Z"), left > 0, left <= DAY_SECONDS * 1000]).toEqual([true, true, true]);
});

it("leaves out the use of another day", async () => {
  const id = await create(projectId, "Daily", { type: "limit", per_day: 10, by: "all" });
  await use(projectId, { id }, 6);
  await db.rateLimitBucket.updateMany({
    where: { subject: { startsWith: `policy:${projectId}:${id}` } },
    data: { windowStart: new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000) },
  });
  expect((await listBudgets(projectId)).items).toMatchObject([{ policy_id: id, most_used: 0, subjects: 0 }]);
});
