/** Decisions in Slack, by a Slack on this machine: signed presses of approvers decide, and nothing else does. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as receive } from "@/app/api/v3/internal/patchbay/approval_slack/[project_id]/actions/route";
import { DELETE, GET, PUT } from "@/app/api/v3/internal/patchbay/approval_slack/route";
import { POST as test } from "@/app/api/v3/internal/patchbay/approval_slack/test/route";
import type { Role } from "@/lib/access/role";
import { pool } from "@/lib/kernel/database/db";
import { sealJson } from "@/lib/kernel/process/vault";
import { db } from "@/lib/kernel/database/db";
import { openCall, requireCall } from "@/lib/sessions/approvals/parked-calls";
import { ASK_EVERY_CALL, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { BOT_TOKEN, signed, SIGNING_SECRET, type Slack, startSlack, toPress } from "@/test/messages/slack-server";
import { queryRows } from "@/test/setup/query-rows";
import { notifyApprovers } from "../notify-approvers";
import { answerAction } from "./answer-action";

const desk = officeForEach();
const ON = { requestId: "req_job" };
const POLICY = "/internal/patchbay/approval_policy";
let slack: Slack;
let owner: Record<string, string>;

beforeAll(async () => {
  slack = await startSlack();
});
afterAll(() => slack.close());
beforeEach(async () => {
  slack.calls.length = 0;
  slack.people.clear();
  slack.fails.clear();
  const { organizationId, email } = desk.office;
  const [row] = await queryRows<{ user_id: string }>(
    "test.owner",
    "SELECT user_id FROM member WHERE organization_id = $1",
    [organizationId],
  );
  owner = { cookie: await sessionCookie(row?.user_id ?? "") };
  slack.people.set("U1", { email });
  await callRoute(PUT, owner, { body: settings() });
});

const settings = (more: object = {}) => ({
  ...{ channel: "C1", bot_token: BOT_TOKEN, signing_secret: SIGNING_SECRET, api_url: slack.url },
  ...more,
});
const park = async (title = "a") =>
  idOf((await execute(desk.office, await sessionOf(desk.office, ASK_EVERY_CALL), title)).body);
const notify = (id: string) => notifyApprovers({ projectId: desk.office.projectId, callId: id }, ON);
const stateOf = async (id: string) => (await requireCall(desk.office.projectId, id)).state;
const callsOf = (method: string) => slack.calls.filter((call) => call.method === method).map(({ fields }) => fields);
const post = async (body: string, headers: Record<string, string>, projectId = desk.office.projectId) => {
  const request = new Request("http://localhost:3000/actions", { method: "POST", headers, body });
  return (await receive(request, { params: Promise.resolve({ project_id: projectId }) })).status;
};
const jobs = async () => {
  const { rows } = await pool().query(
    "SELECT payload FROM graphile_worker._private_jobs WHERE payload->>'projectId' = $1 AND payload->>'slackUser' IS NOT NULL",
    [desk.office.projectId],
  );
  return rows.map(({ payload }: { payload: unknown }) => payload);
};
/** The value of the buttons of the message that was posted last. */
function postedValue(): string {
  const blocks = JSON.parse(callsOf("chat.postMessage").at(-1)?.blocks ?? "[]") as {
    elements?: { action_id?: string; value?: string }[];
  }[];
  return blocks.flatMap(({ elements = [] }) => elements).find((element) => element.action_id === "deny")?.value ?? "";
}
const press = async (user: string, action: string, value = postedValue()) => {
  const body = toPress({ user, action, value });
  expect(await post(body, signed(body))).toBe(200);
  await answerAction((await jobs()).at(-1), ON);
};
const member = (role: Role) =>
  addMember({ organizationId: desk.office.organizationId, projectId: desk.office.projectId, userId: "" }, role);

it("a message shows the call with its arguments, and its button decides once as the member", async () => {
  const id = await park("Pay <https://evil.example|3 bills> @channel");
  await notify(id);
  await notify(id);
  expect(callsOf("chat.postMessage")).toHaveLength(1);
  const [message] = callsOf("chat.postMessage");
  expect(message).toMatchObject({
    channel: "C1",
    text: expect.stringContaining("&lt;https://evil.example|3 bills&gt;"),
  });
  const blocks = JSON.parse(message?.blocks ?? "[]") as { type: string; text?: { type: string; text: string } }[];
  expect(blocks.filter(({ text }) => text).every(({ text }) => text?.type === "plain_text")).toBe(true);
  expect(message?.blocks).toContain('\\"title\\": \\"Pay <https://evil.example|3 bills> @channel\\"');
  await press("U1", "approve");
  expect(await requireCall(desk.office.projectId, id)).toMatchObject({
    ...{ state: "approved", decidedName: desk.office.email },
  });
  expect(callsOf("chat.update").at(-1)).toMatchObject({
    text: expect.stringContaining(`Allowed by ${desk.office.email}`),
  });
  const rows = await queryRows(
    "test.audit",
    "SELECT actor_kind, operation, facts FROM audit_event WHERE project_id = $1 AND action = 'approval.decide'",
    [desk.office.projectId],
  );
  const facts = { via: "slack", slack_team: "T1", slack_user: "U1" };
  expect(rows).toEqual([{ actor_kind: "session", operation: "approvalSlack.action", facts }]);
  await press("U1", "deny");
  expect(await stateOf(id)).toBe("approved");
});

it("401: another secret, another body, an old or replayed request, another project; nothing is decided", async () => {
  const id = await park();
  await notify(id);
  const body = toPress({ user: "U1", action: "approve", value: postedValue() });
  const other = await createTestOwner();
  const now = Date.now() / 1000;
  for (const [text, headers, project] of [
    [body, signed(body, { secret: "another" }), undefined],
    [body.replace("approve", "deny"), signed(body), undefined],
    [body, signed(body, { seconds: now - 301 }), undefined],
    [body, signed(body, { seconds: now + 3600 }), undefined],
    [body, { "content-type": "application/x-www-form-urlencoded" }, undefined],
    [body, signed(body), other.projectId],
    [body, signed(body), "nobodys"],
  ] as const)
    expect(await post(text, headers, project)).toBe(401);
  expect(await jobs()).toEqual([]);
  for (const noise of [
    "",
    "payload=",
    "payload={",
    "payload=[]",
    toPress({ user: "U1", action: "review", value: "x" }),
  ])
    expect(await post(noise, signed(noise))).toBe(200);
  expect(await jobs()).toEqual([]);
  expect(await stateOf(id)).toBe("waiting");
});

it("people who are no approvers, guests and unconfirmed emails decide nothing, and are told so", async () => {
  const developer = await member("developer");
  await desk.office.person("PATCH", POLICY, { approvers: { members: [developer.userId] } });
  const { email } = developer;
  slack.people.set("U2", { email, team_id: "T2" });
  slack.people.set("U3", { email, is_email_confirmed: false });
  slack.people.set("U4", { email, deleted: true });
  slack.people.set("U5", { email: "nobody@example.com" });
  slack.people.set("U6", { email: email.toUpperCase() });
  slack.people.set("U7", { email, is_restricted: true });
  slack.people.set("U8", { email, is_ultra_restricted: true });
  const id = await park();
  await notify(id);
  for (const user of ["U1", "U2", "U3", "U4", "U5", "U7", "U8"]) {
    await press(user, "approve");
    expect(callsOf("chat.postEphemeral").at(-1)).toMatchObject({
      user,
      text: expect.stringMatching(/Nothing was decided/),
    });
    expect(await stateOf(id), user).toBe("waiting");
  }
  await press("U6", "approve");
  expect(await stateOf(id)).toBe("approved");
  const rows = await queryRows<Record<string, unknown>>(
    "test.presses",
    `SELECT actor_kind, outcome, status, target, facts->>'slack_user' AS person FROM audit_event
      WHERE project_id = $1 AND action = 'approval.decide' ORDER BY person`,
    [desk.office.projectId],
  );
  const refusal = { outcome: "refused", status: 403, target: id };
  expect(rows).toEqual([
    { actor_kind: "session", ...refusal, person: "U1" },
    ...["U2", "U3", "U4", "U5"].map((person) => ({ actor_kind: "anonymous", ...refusal, person })),
    { actor_kind: "session", outcome: "done", status: 200, target: id, person: "U6" },
    ...["U7", "U8"].map((person) => ({ actor_kind: "anonymous", ...refusal, person })),
  ]);
});

it("a refused press is recorded once, also if Slack does not take the note about it", async () => {
  slack.people.set("U9", { email: "nobody@example.com" });
  const id = await park();
  await notify(id);
  const body = toPress({ user: "U9", action: "approve", value: postedValue() });
  expect(await post(body, signed(body))).toBe(200);
  const [job] = await jobs();
  const where = { projectId: desk.office.projectId, action: "approval.decide" };
  const refusals = () => db.auditEvent.findMany({ where });
  slack.fails.set("chat.postEphemeral", { error: "user_not_in_channel" });
  await answerAction(job, ON);
  expect(await refusals()).toMatchObject([{ outcome: "refused", target: id }]);
  slack.fails.set("chat.postEphemeral", { status: 500, error: "" });
  await expect(answerAction(job, ON)).rejects.toThrow("500");
  slack.fails.clear();
  await answerAction(job, ON);
  expect(callsOf("chat.postEphemeral")).toHaveLength(3);
  expect(await refusals()).toHaveLength(1);
});

it("a button counts for the call that it was shown with", async () => {
  const id = await park();
  await notify(id);
  const row = await requireCall(desk.office.projectId, id);
  const call = { ...openCall(row), arguments: { title: "b" } };
  const sealed = sealJson(call, { projectId: row.projectId, rowId: id, column: "call" });
  await db.parkedCall.update({ where: { id }, data: { call: sealed } });
  await press("U1", "approve");
  expect(await stateOf(id)).toBe("waiting");
  await queryRows("test.late", "UPDATE parked_call SET call = $2, expires_at = clock_timestamp() WHERE id = $1", [
    id,
    row.call,
  ]);
  await press("U1", "approve");
  expect(callsOf("chat.update").at(-1)).toMatchObject({ text: expect.stringContaining("Expired") });
  expect(desk.provider.seen).toHaveLength(0);
});

it("a call that does not fit can only be allowed on its page", async () => {
  await notify(await park("long ".repeat(1_000)));
  const blocks = callsOf("chat.postMessage").at(-1)?.blocks ?? "";
  expect(blocks).not.toContain('"approve"');
  expect(blocks).toContain("This is not all");
  expect(blocks).toContain("/approvals/apr_");
});

it("a Slack that is away is tried again; a wrong token is told to people who look at the settings", async () => {
  const id = await park();
  slack.fails.set("chat.postMessage", { status: 500, error: "" });
  await expect(notify(id)).rejects.toThrow("500");
  slack.fails.set("chat.postMessage", { error: "not_in_channel" });
  await notify(id);
  expect((await callRoute(GET, owner)).body.project).toMatchObject({
    last_error: expect.stringContaining("not_in_channel"),
  });
  slack.fails.clear();
  await notify(id);
  expect((await callRoute(GET, owner)).body.project).toMatchObject({ last_error: null });
  expect((await callRoute(test, owner, { body: {} })).body).toMatchObject({ works: true });
  await callRoute(PUT, owner, { body: settings({ bot_token: "xoxb-wrong" }) });
  const { body } = await callRoute(test, owner, { body: {} });
  expect(body).toMatchObject({ works: false, message: expect.stringContaining("invalid_auth") });
  expect(JSON.stringify([body, (await callRoute(GET, owner)).body])).not.toMatch(/xoxb|signing-secret/);
});

it("403: the app and its channel are set and taken away in a fresh sign-in, and the trail says where they lead", async () => {
  const set = { projectId: desk.office.projectId, action: "approval_slack.set", outcome: "done" };
  expect((await db.auditEvent.findFirst({ where: set }))?.facts).toEqual({ channel: "C1", api_url: slack.url });
  await db.userSession.updateMany({
    where: { user: { email: desk.office.email } },
    data: { createdAt: new Date(0), provenAt: new Date(0) },
  });
  for (const change of [() => callRoute(PUT, owner, { body: settings() }), () => callRoute(DELETE, owner)])
    expect((await change()).body).toMatchObject({ error: { slug: "FreshSignInRequired" } });
  expect((await callRoute(GET, owner)).body.project).toMatchObject({ channel: "C1" });
});

it("403 and 400: who may not change the project, and secrets that would go to another address", async () => {
  const { cookie } = await member("developer");
  expect((await callRoute(PUT, { cookie }, { body: settings() })).status).toBe(403);
  const again = { channel: "C2", api_url: slack.url };
  expect((await callRoute(PUT, owner, { body: again })).status).toBe(200);
  for (const body of [
    { ...again, api_url: "https://slack.evil.example/api" },
    { channel: "C2" },
    { ...again, channel: "#general" },
    { ...again, bot_token: "a b" },
    { ...again, more: 1 },
  ])
    expect((await callRoute(PUT, owner, { body })).status, JSON.stringify(body)).toBe(400);
});
