/** Policies hold in sessions, where a policy that asks makes a call wait for an approval. */
import { expect, it } from "vitest";
import { findToolLogs } from "@/lib/logs/find-tool-logs";
import { flushToolLogs } from "@/lib/logs/record-execution";
import type { RuleAction, RuleMatch } from "@/lib/policies/rules.contract";
import { createRule, deleteRule } from "@/lib/policies/create-rule";
import {
  answering,
  APPROVE,
  decide,
  execute,
  idOf,
  officeForEach,
  sessionOf,
  type Reply,
} from "@/test/builders/approvals";

const desk = officeForEach();

const rule = (match: RuleMatch, action: RuleAction, name = "Tickets") =>
  createRule(desk.office.projectId, { name, enabled: true, match, action }, { id: "user_1", name: null });
const ASK: RuleAction = { type: "ask", reason: "They reach customers." };
const multi = (session: string, titles: string[]): Promise<Reply> =>
  desk.office.client("POST", `/tool_router/session/${session}/execute_meta`, {
    slug: "COMPOSIO_MULTI_EXECUTE_TOOL",
    arguments: {
      tools: titles.map((title) => ({ tool_slug: "DESK_WRITE", arguments: { title } })),
      sync_response_to_workbench: false,
    },
  });
const proxy = (session: string) =>
  desk.office.client("POST", `/tool_router/session/${session}/proxy_execute`, {
    toolkit_slug: "desk",
    endpoint: "/tickets",
    method: "POST",
    body: { title: "a" },
  });
const policiesOf = async (logId: string) => {
  await flushToolLogs();
  const { rows } = await findToolLogs(desk.office.projectId, { limit: 20 });
  return rows.find(({ id }) => id === logId)?.policies;
};

it("a denied call is not sent by any way of the session, and other calls beside it are", async () => {
  const { id } = await rule(
    { tools: ["DESK_WRITE"], arguments: [{ path: "title", operator: "contains", values: ["secret"] }] },
    { type: "deny", reason: "No secrets." },
  );
  const session = await sessionOf(desk.office, {});
  const denied = await execute(desk.office, session, "a secret");
  expect([denied.status, JSON.stringify(denied.body)]).toEqual([403, expect.stringContaining("No secrets.")]);
  const { body } = await multi(session, ["a", "a secret"]);
  expect(JSON.stringify(body)).toContain("No secrets.");
  expect(desk.provider.seen.map((request) => request.body)).toEqual([JSON.stringify({ title: "a" })]);
  expect((await proxy(session)).status).toBe(403);
  expect(desk.provider.seen).toHaveLength(1);
  await flushToolLogs();
  const { rows } = await findToolLogs(desk.office.projectId, { limit: 20 });
  expect(rows.filter(({ policies }) => JSON.stringify(policies ?? "").includes(id))).toHaveLength(3);
});

it("a call waits for the approval that a policy asks for, runs once, and is logged with the policy", async () => {
  const { id } = await rule({ tags: ["createHint"] }, ASK);
  const session = await sessionOf(desk.office, {});
  const question = await execute(desk.office, session, "a");
  expect(question.body.result_type).toBe("input_required");
  expect(desk.provider.seen).toHaveLength(0);
  const waiting = await desk.office.client("GET", `/internal/patchbay/approvals/${idOf(question.body)}`);
  expect(waiting.body).toMatchObject({
    rule: 'the policy "Tickets" asks: They reach customers.',
    why: "The policy “Tickets” asks before this call: They reach customers.",
  });
  const done = await execute(desk.office, session, "a", answering(question.body, APPROVE));
  expect(done.body).toMatchObject({ result_type: "completed", data: { number: 1 } });
  expect(desk.provider.seen).toHaveLength(1);
  expect(await policiesOf(done.body.log_id)).toEqual([{ id, name: "Tickets", action: "ask", outcome: "approved" }]);
  const denied = await execute(desk.office, session, "b");
  await decide(desk.office, idOf(denied.body), "deny");
  expect((await execute(desk.office, session, "b")).body.result_type).toBe("failed");
  expect(desk.provider.seen).toHaveLength(1);
});

it("an approval for the session answers the policy for the tool's further calls", async () => {
  await rule({ toolkits: ["desk"] }, ASK);
  const session = await sessionOf(desk.office, {});
  const first = await execute(desk.office, session, "a");
  const forSession = { action: "accept", content: { decision: "approve_for_session" } };
  await execute(desk.office, session, "a", answering(first.body, forSession));
  expect((await execute(desk.office, session, "b")).body.result_type).toBe("completed");
  const other = await execute(desk.office, session, "c", { tool_slug: "DESK_CLOSE" });
  expect(other.body.result_type).toBe("input_required");
  expect((await proxy(session)).body).toMatchObject({ error: { slug: "PolicyAsks" } });
});

it("a policy that denies by then wins over an approval, also for the key that sent the call first", async () => {
  const ask = await rule({ toolkits: ["desk"] }, ASK);
  const session = await sessionOf(desk.office, {});
  const question = await execute(desk.office, session, "a");
  await deleteRule(desk.office.projectId, ask.id);
  await rule({ api_keys: await keyIds() }, { type: "deny", reason: "Not this key." });
  await decide(desk.office, idOf(question.body), "once");
  const after = await execute(desk.office, session, "a");
  expect(JSON.stringify(after.body)).toContain("Not this key.");
  expect(desk.provider.seen).toHaveLength(0);
});

const keyIds = async (): Promise<string[]> => {
  await flushToolLogs();
  const session = await sessionOf(desk.office, {});
  const read = await execute(desk.office, session, "", { tool_slug: "DESK_READ", arguments: {} });
  desk.provider.seen.length = 0;
  await flushToolLogs();
  const { rows } = await findToolLogs(desk.office.projectId, { limit: 20 });
  return rows.flatMap(({ id, api_key_id: key }) => (id === read.body.log_id && key ? [key] : []));
};
