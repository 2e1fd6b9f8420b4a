/** Budgets of calls in a day: warned of at 80 %, refused at 100 %, for each of their subjects. */
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { createRule, updateRule } from "@/lib/policies/create-rule";
import { announcePolicies } from "@/lib/policies/project-policies";
import type { RuleAction } from "@/lib/policies/rules.contract";
import { failure, FACTS, caller, projectId, run } from "@/test/builders/execute-tool";
import { executeTool, type ExecutionInput } from "./execute-tool";

type By = Extract<RuleAction, { type: "limit" }>["by"];
const budget = (perDay: number, by: By, match = {}) =>
  createRule(
    projectId,
    { name: `Budget ${by}`, enabled: true, match, action: { type: "limit", per_day: perDay, by } },
    { id: "user_1", name: null },
  );
const read = (userId = "ada") => run("LOOPBACK_READ", { user_id: userId, arguments: { q: "x" } });
const warningsOf = async () => {
  const rows = await db.webhookEvent.findMany({ where: { projectId, type: "composio.budget.warning" } });
  return rows.length;
};

afterEach(async () => {
  await db.$transaction(async (tx) => {
    await tx.policyRule.deleteMany({ where: { projectId } });
    await announcePolicies(tx, projectId);
  });
});

it("allows exactly its calls for each user, warns once, and then answers 429 with a name of its own", async () => {
  const { id } = await budget(10, "user");
  const before = await warningsOf();
  const counts = [];
  for (let call = 1; call <= 10; call++) {
    expect((await read()).successful).toBe(true);
    counts.push((await warningsOf()) - before);
  }
  expect(counts).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
  const error = await failure(read());
  expect([error.status, error.details.slug, error.message]).toEqual([
    429,
    "BudgetExceeded",
    'The budget of the policy "Budget user" is 10 calls a day, and all of them are used.',
  ]);
  expect(Number(error.details.headers?.["retry-after"])).toBeGreaterThan(0);
  const { rows } = await findToolLogs(projectId, { limit: 2 });
  expect(rows.map(({ policies }) => policies)).toEqual([
    [{ id, name: "Budget user", action: "limit", outcome: "limited" }],
    [{ id, name: "Budget user", action: "limit", outcome: "counted" }],
  ]);
  expect((await read("bob")).successful).toBe(true);
  // A higher number holds for the same day, with the calls that were counted.
  await updateRule(projectId, id, { action: { type: "limit", per_day: 11, by: "user" } });
  expect((await read()).successful).toBe(true);
  expect((await failure(read())).details.slug).toBe("BudgetExceeded");
});

it("counts calls that arrive together exactly", async () => {
  await budget(7, "all");
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => read()));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
});

it("is counted by session, toolkit and key, too", async () => {
  const inSession = (sessionId: string, keyId = "key_1") =>
    executeTool(
      { ...caller(), by: { keyId } as never },
      "LOOPBACK_READ",
      { user_id: "ada", arguments: { q: "x" } } as ExecutionInput,
      { ...FACTS, sessionId },
    );
  const { id } = await budget(1, "session");
  await inSession("trs_1");
  expect((await failure(inSession("trs_1"))).details.slug).toBe("BudgetExceeded");
  expect((await inSession("trs_2")).successful).toBe(true);
  await updateRule(projectId, id, { action: { type: "limit", per_day: 1, by: "api_key" }, enabled: false });
  await budget(1, "api_key", { users: ["ada"] });
  await inSession("trs_1", "key_1");
  expect((await failure(inSession("trs_3", "key_1"))).details.slug).toBe("BudgetExceeded");
  expect((await inSession("trs_3", "key_2")).successful).toBe(true);
  await budget(1, "toolkit", { toolkits: ["loopback"] });
  await inSession("trs_4", "key_3");
  expect((await failure(inSession("trs_5", "key_4"))).details.slug).toBe("BudgetExceeded");
});

it("does not count calls that another policy denies", async () => {
  await createRule(
    projectId,
    { name: "No", enabled: true, match: { users: ["bob"] }, action: { type: "deny" } },
    { id: "user_1", name: null },
  );
  await budget(1, "all");
  expect((await failure(read("bob"))).details.slug).toBe("PolicyDenied");
  expect((await read()).successful).toBe(true);
});
