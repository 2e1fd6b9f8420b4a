/** Budgets of calls and of tokens in a day: warned of at 80 %, refused at 100 %, for each of their subjects. */
import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { openContent } from "@/lib/webhooks/events/event-content";
import { aboutTokens } from "@/lib/kernel/text/about-tokens";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { createRule, updateRule } from "@/lib/policies/create-rule";
import { announcePolicies } from "@/lib/policies/project-policies";
import { RuleAction } from "@/lib/policies/rules.contract";
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

describe("a budget of tokens", () => {
  const tokens = (perDay: number, by: By = "user", match = {}) =>
    createRule(
      projectId,
      { name: "Tokens", enabled: true, match, action: { type: "limit", tokens_per_day: perDay, by } },
      { id: "user_1", name: null },
    );
  /** What one answer of `read` counts for. */
  const ofAnswer = async () => {
    const { data, error } = await read("bob");
    return aboutTokens({ error, data });
  };

  it("lets calls pass while some are left, warns once at 80 %, and then answers 429", async () => {
    const each = await ofAnswer();
    const { id } = await tokens(each * 4);
    const before = await warningsOf();
    const counts = [];
    for (let call = 1; call <= 4; call++) {
      expect((await read("ada")).successful).toBe(true);
      counts.push((await warningsOf()) - before);
    }
    expect(counts).toEqual([0, 0, 0, 1]);
    const { id: eventId, content } = await db.webhookEvent.findFirstOrThrow({
      where: { projectId, type: "composio.budget.warning" },
      orderBy: { seq: "desc" },
    });
    expect(openContent(projectId, eventId, content ?? "").data).toMatchObject({
      counted_for: "ada",
      tokens_per_day: each * 4,
      tokens_used: each * 4,
    });
    const error = await failure(read("ada"));
    expect([error.status, error.details.slug, error.message]).toEqual([
      429,
      "BudgetExceeded",
      `The budget of the policy "Tokens" is ${each * 4} tokens a day, and all of them are used.`,
    ]);
    expect(Number(error.details.headers?.["retry-after"])).toBeGreaterThan(0);
    const { rows } = await findToolLogs(projectId, { limit: 1 });
    expect(rows[0]?.policies).toEqual([{ id, name: "Tokens", action: "limit", outcome: "limited" }]);
    expect((await read("bob")).successful).toBe(true);
    // A higher number holds for the same day; calls are counted apart.
    await updateRule(projectId, id, { action: { type: "limit", tokens_per_day: each * 4 + 1, by: "user" } });
    expect((await read("ada")).successful).toBe(true);
    expect((await failure(read("ada"))).details.slug).toBe("BudgetExceeded");
    await updateRule(projectId, id, { action: { type: "limit", per_day: 1, by: "user" } });
    expect((await read("ada")).successful).toBe(true);
  });

  it("counts no calls that another policy denies, and no dry runs", async () => {
    await createRule(
      projectId,
      {
        name: "No",
        enabled: true,
        match: { arguments: [{ path: "q", operator: "equals", values: ["no"] }] },
        action: { type: "deny" },
      },
      { id: "user_1", name: null },
    );
    await tokens(1, "all");
    const no = run("LOOPBACK_READ", { user_id: "ada", arguments: { q: "no" } });
    expect((await failure(no)).details.slug).toBe("PolicyDenied");
    expect((await run("LOOPBACK_READ", { user_id: "ada", arguments: { q: "x" }, dry_run: true })).successful).toBe(
      true,
    );
    expect((await read()).successful).toBe(true);
    expect((await failure(read())).details.slug).toBe("BudgetExceeded");
  });

  it.each([0, 1.5, 1_000_000_001])("is not taken with %s tokens", (perDay) => {
    expect(RuleAction.safeParse({ type: "limit", tokens_per_day: perDay }).success).toBe(false);
  });
});
