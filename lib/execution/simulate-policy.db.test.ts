import { afterEach, describe, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import type { RuleAction, RuleMatch } from "@/lib/policies/rules.contract";
import { createRule, deleteRule } from "@/lib/policies/create-rule";
import { announcePolicies } from "@/lib/policies/project-policies";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { FACTS, accountId, caller, json, projectId, run } from "@/test/builders/execute-tool";
import { executeProxy } from "./execute-proxy";
import { simulatePolicy } from "./simulate-policy";

const BY = { id: "user_1", name: "Ada" };
const DENY: RuleAction = { type: "deny" };
const issue = (title: string) => run("LOOPBACK_CREATE_ISSUE", { arguments: { owner: "o", title } });
const newest = async () => (await findToolLogs(projectId, { limit: 1 }, { isFull: true })).rows[0];
const contains = (text: string): RuleMatch => ({
  result: [{ path: "**", operator: "contains", values: [text] }],
});
const simulated = async (match: RuleMatch, action: RuleAction = DENY) => {
  const { items, next_cursor: _, ...counts } = await simulatePolicy(projectId, { match, action, limit: 1 });
  return { ...counts, outcomes: items.map(({ outcome }) => outcome) };
};
const UNKNOWN = { judged: 0, unknown: 1, outcomes: [] };

afterEach(async () => {
  await db.$transaction(async (tx) => {
    await tx.policyRule.deleteMany({ where: { projectId } });
    await announcePolicies(tx, projectId);
  });
});

describe("a call is unknown if the log has too little to judge it", () => {
  it("because its response is cut, for policies about the response alone", async () => {
    json(200, { long: "a".repeat(40_000), last: "needle" });
    await issue("t");
    expect(await simulated(contains("needle"))).toEqual(UNKNOWN);
    expect(await simulated({ tools: ["LOOPBACK_CREATE_ISSUE"] })).toEqual({
      judged: 1,
      unknown: 0,
      outcomes: ["denied"],
    });
  });

  it("because secrets were removed from its response", async () => {
    json(200, { api_key: "sk-0123456789-needle" });
    await issue("t");
    expect(await simulated(contains("needle"))).toEqual(UNKNOWN);
  });

  it("because another policy changed its arguments, or withheld its response", async () => {
    const hide: RuleAction = { type: "redact", place: "arguments", paths: ["title"] };
    const { id } = await createRule(projectId, { name: "Hide", enabled: true, match: {}, action: hide }, BY);
    await issue("needle");
    const about: RuleMatch = { arguments: [{ path: "title", operator: "contains", values: ["needle"] }] };
    expect(await simulated(about)).toEqual(UNKNOWN);
    await deleteRule(projectId, id);
    json(200, { title: "needle" });
    await createRule(projectId, { name: "Hold", enabled: true, match: contains("needle"), action: DENY }, BY);
    await issue("t");
    expect(await simulated(contains("needle"))).toEqual(UNKNOWN);
  });
});

it("a failed call is judged by its message too, as the live call is, and one that was not sent by nothing", async () => {
  const cases = [
    { name: "message", call: () => issue("t"), answer: () => json(422, { message: "The needle is bent." }) },
    {
      name: "not sent",
      call: () => run("LOOPBACK_CREATE_ISSUE", { arguments: { title: "needle" } }).catch(() => undefined),
      answer: () => json(200, {}),
    },
    {
      name: "text",
      call: () =>
        executeProxy(caller(), { connected_account_id: accountId, endpoint: "/a", method: "GET" }, FACTS).catch(
          () => undefined,
        ),
      answer: () => json(500, "needle"),
    },
  ];
  for (const match of [contains("needle"), { result: [{ path: "id", operator: "missing" as const }] }])
    for (const { name, call, answer } of cases) {
      answer();
      await call();
      const foretold = (await simulated(match)).outcomes;
      const { id } = await createRule(projectId, { name: "Hold", enabled: true, match, action: DENY }, BY);
      answer();
      await call();
      const decisions = ((await newest())?.policies ?? []) as { outcome: string }[];
      expect([name, match, foretold]).toEqual([name, match, decisions.map(({ outcome }) => outcome)]);
      await deleteRule(projectId, id);
    }
});

it("calls before `from` are left out", async () => {
  await issue("t");
  const row = await newest();
  const time = row?.created_at.getTime() ?? 0;
  const count = async (from: number) => {
    const answer = await simulatePolicy(projectId, { match: {}, action: DENY, limit: 100, from });
    return answer.judged + answer.unknown;
  };
  expect([await count(time), await count(time + 1)]).toEqual([1, 0]);
});
