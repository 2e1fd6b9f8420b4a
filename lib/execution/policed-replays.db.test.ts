/** A repeated request with an Idempotency-Key gets the earlier answer as the current policies leave it. */
import { afterEach, expect, it } from "vitest";
import { db } from "@/lib/kernel/database/db";
import { announcePolicies } from "@/lib/policies/project-policies";
import { createRule } from "@/lib/policies/create-rule";
import type { RuleAction, RuleMatch } from "@/lib/policies/rules.contract";
import { accountId, caller, FACTS, failure, json, projectId, provider } from "@/test/builders/execute-tool";
import { executeProxy } from "./execute-proxy";
import { executeTool } from "./execute-tool";

const rule = (match: RuleMatch, action: RuleAction) =>
  createRule(projectId, { name: "Rule", enabled: true, match, action }, { id: "user_1", name: "Ada" });
const DENY: RuleAction = { type: "deny" };
const tool = (idempotencyKey: string, words = "open", keyId = "key_1") =>
  executeTool(
    { ...caller(), by: { kind: "apiKey", keyId } },
    "LOOPBACK_READ",
    { user_id: "ada", arguments: { words } },
    { ...FACTS, idempotencyKey },
  );
const proxy = (idempotencyKey: string) =>
  executeProxy(
    caller(),
    { connected_account_id: accountId, endpoint: "/x", method: "POST", body: { to: "eve" } },
    { ...FACTS, idempotencyKey },
  );

afterEach(async () => {
  await db.$transaction(async (tx) => {
    await tx.policyRule.deleteMany({ where: { projectId } });
    await announcePolicies(tx, projectId);
  });
});

it("without what a later policy removes, and sent once", async () => {
  json(200, { salary: 9, name: "Ada" });
  const first = await tool("replay-1");
  expect(first.data).toEqual({ salary: 9, name: "Ada" });
  await proxy("replay-2");
  await rule({}, { type: "redact", place: "result", paths: ["**.salary"] });
  expect(await tool("replay-1")).toEqual({ ...first, data: { salary: "[redacted]", name: "Ada" } });
  expect((await proxy("replay-2")).data).toEqual({ salary: "[redacted]", name: "Ada" });
  expect(provider.seen).toHaveLength(2);
});

it("not at all if a later policy denies the call or its result", async () => {
  json(200, { text: "confidential" });
  await tool("replay-3", "a secret");
  await proxy("replay-4");
  await rule({ arguments: [{ path: "**", operator: "contains", values: ["secret", "eve"] }] }, DENY);
  for (const work of [() => tool("replay-3", "a secret"), () => proxy("replay-4")])
    expect((await failure(work())).details.slug).toBe("PolicyDenied");
  await tool("replay-5");
  await rule({ result: [{ path: "text", operator: "contains", values: ["confidential"] }] }, DENY);
  expect(await tool("replay-5")).toMatchObject({ data: {}, successful: false });
  expect(provider.seen).toHaveLength(3);
});

it("of another key by the rules for that key, and repeats are not counted by limits", async () => {
  await rule({ api_keys: ["key_2"] }, { type: "redact", place: "result", paths: ["**.salary"] });
  await rule({}, { type: "limit", per_minute: 1, by: "api_key" });
  json(200, { salary: 9 });
  expect((await tool("replay-6")).data).toEqual({ salary: 9 });
  expect((await tool("replay-6")).data).toEqual({ salary: 9 });
  expect((await tool("replay-6", "open", "key_2")).data).toEqual({ salary: "[redacted]" });
});
