/** The approvers of waiting calls, by the real routes: chosen people and nobody else. Also identical calls. */
import { expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db, pool } from "@/lib/kernel/database/db";
import {
  answering,
  APPROVE,
  ASK_EVERY_CALL,
  decide,
  execute,
  idOf,
  officeForEach,
  sender,
  sessionOf,
} from "@/test/builders/approvals";
import { addMember } from "@/test/builders/members";
import type { Role } from "@/lib/access/role";
import { carryOutJob } from "./carry-out";
import { createTestOwner } from "@/test/builders/owners";

const desk = officeForEach();
const POLICY = "/internal/patchbay/approval_policy";
const RULE = "/internal/patchbay/approval_rules/DESK_WRITE";
const NOBODY = { members: [], role: null, user: false, app: false };

const memberWith = async (role: Role) => {
  const { organizationId, projectId } = desk.office;
  const member = await addMember({ organizationId, projectId, userId: "" }, role);
  return { ...member, send: sender({ cookie: member.cookie }) };
};
const setApprovers = (approvers: object | null) => desk.office.person("PATCH", POLICY, { approvers });
const park = async (title = "a", settings: object = ASK_EVERY_CALL) =>
  (await execute(desk.office, await sessionOf(desk.office, settings), title)).body;
const stateOf = async (id: string) => (await db.parkedCall.findUnique({ where: { id } }))?.state;
const decideBy = async (send: ReturnType<typeof sender>, id: string) =>
  (await send("POST", `/internal/patchbay/approvals/${id}/decide`, { decision: "once" })).status;

it("403: a member who is none of the approvers; the call waits on, and says who can decide", async () => {
  const [approver, other] = [await memberWith("developer"), await memberWith("developer")];
  expect((await setApprovers({ members: [approver.userId] })).status).toBe(200);
  const id = idOf(await park());
  expect(await decideBy(other.send, id)).toBe(403);
  expect(await decideBy(desk.office.person, id)).toBe(403);
  expect(await stateOf(id)).toBe("waiting");
  const { body } = await other.send("GET", `/internal/patchbay/approvals/${id}`);
  expect(body).toMatchObject({ may_decide: false, approvers: { ...NOBODY, members: [approver.userId] } });
  expect((await approver.send("GET", `/internal/patchbay/approvals/${id}`)).body).toMatchObject({ may_decide: true });
  const many = await other.send("POST", "/internal/patchbay/approvals/many", { action: "once", filter: {} });
  expect(many.body).toMatchObject({ failed: [{ id }] });
  expect(await stateOf(id)).toBe("waiting");
  expect(await decideBy(approver.send, id)).toBe(200);
  expect(await stateOf(id)).toBe("approved");
});

it("403: who decides is changed in a fresh sign-in, for the project and for a tool; other settings need none", async () => {
  const rule = { rule: "ask_always", approvers: { role: "admin" } };
  expect((await desk.office.person("PUT", RULE, rule)).status).toBe(200);
  await db.userSession.updateMany({
    where: { user: { email: desk.office.email } },
    data: { createdAt: new Date(0), provenAt: new Date(0) },
  });
  for (const change of [
    () => setApprovers({ role: "admin" }),
    () => desk.office.person("PUT", RULE, { ...rule, approvers: null }),
    () => desk.office.person("DELETE", RULE),
  ])
    expect((await change()).body).toMatchObject({ error: { slug: "FreshSignInRequired" } });
  expect((await desk.office.person("PUT", RULE, rule)).status).toBe(200);
  expect((await setApprovers(null)).status).toBe(200);
});

it("403: the app, where it is none of the approvers; it can only give the call up", async () => {
  await setApprovers({ role: "admin" });
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const waiting = (await execute(desk.office, session, "a")).body;
  for (const decision of ["approve", "approve_for_session"]) {
    const response = { action: "accept", content: { decision } };
    expect((await execute(desk.office, session, "a", answering(waiting, response))).status).toBe(403);
  }
  expect(await stateOf(idOf(waiting))).toBe("waiting");
  expect((await execute(desk.office, session, "a", answering(waiting, { action: "decline" }))).status).toBe(200);
  expect(await stateOf(idOf(waiting))).toBe("denied");
  await setApprovers({ role: "admin", app: true });
  const next = (await execute(desk.office, session, "b")).body;
  expect((await execute(desk.office, session, "b", answering(next, APPROVE))).body.result_type).toBe("completed");
});

it("the role and those above it decide; a rule of the tool comes before the project", async () => {
  await setApprovers({ role: "admin" });
  const [admin, developer] = [await memberWith("admin"), await memberWith("developer")];
  const [first, second] = [idOf(await park("a")), idOf(await park("b"))];
  expect(await decideBy(developer.send, first)).toBe(403);
  expect(await decideBy(admin.send, first)).toBe(200);
  expect(await decideBy(desk.office.person, second)).toBe(200);
  const rule = { rule: "ask_always", approvers: { members: [developer.userId] } };
  expect((await desk.office.person("PUT", RULE, rule)).body).toMatchObject({ approvers: rule.approvers });
  const third = idOf(await park("c"));
  expect(await decideBy(admin.send, third)).toBe(403);
  expect(await decideBy(developer.send, third)).toBe(200);
  expect((await desk.office.person("PUT", RULE, { rule: "ask_always" })).body.approvers).toMatchObject(rule.approvers);
});

it("a session's approvers count where the project says nothing, and nowhere else", async () => {
  const developer = await memberWith("developer");
  const settings = { ...ASK_EVERY_CALL, approvers: { members: [developer.userId] } };
  const first = idOf(await park("a", settings));
  expect(await decideBy(desk.office.person, first)).toBe(403);
  expect(await decideBy(developer.send, first)).toBe(200);
  await setApprovers({ role: "owner" });
  const second = idOf(await park("b", settings));
  expect(await decideBy(developer.send, second)).toBe(403);
  expect(await decideBy(desk.office.person, second)).toBe(200);
  await setApprovers(null);
  expect(await decideBy(desk.office.person, idOf(await park("c")))).toBe(200);
});

it("only owners and admins name approvers, and only members of the project who can decide", async () => {
  const [developer, viewer, admin] = [
    await memberWith("developer"),
    await memberWith("viewer"),
    await memberWith("admin"),
  ];
  const body = { approvers: { members: [developer.userId] } };
  expect((await developer.send("PATCH", POLICY, body)).status).toBe(403);
  expect((await developer.send("PUT", RULE, { rule: "always_deny", ...body })).status).toBe(403);
  const stranger = await createTestOwner();
  for (const members of [[viewer.userId], [stranger.userId], ["nobody"], []])
    expect((await admin.send("PATCH", POLICY, { approvers: { members } })).status).toBe(400);
  const settings = { user_id: "ada", approvers: { members: [stranger.userId] } };
  expect((await desk.office.client("POST", "/tool_router/session", settings)).status).toBe(422);
  expect((await admin.send("PATCH", POLICY, body)).status).toBe(200);
  expect((await admin.send("PUT", RULE, { rule: "ask_always", approvers: body.approvers })).status).toBe(200);
  expect((await developer.send("DELETE", RULE)).status).toBe(403);
});

it("identical calls of other sessions are allowed at once; others, and those of other approvers, wait on", async () => {
  const session = () => sessionOf(desk.office, ASK_EVERY_CALL);
  const inSession = async (title: string) => idOf((await execute(desk.office, await session(), title)).body);
  const [first, equal, other] = [await inSession("same"), await inSession("same"), await inSession("other")];
  await setApprovers({ role: "owner" });
  const guarded = await inSession("same");
  const { body } = await desk.office.person("GET", `/internal/patchbay/approvals/${first}`);
  expect(body.identical_waiting).toBe(2);
  const path = `/internal/patchbay/approvals/${first}/decide`;
  expect((await desk.office.person("POST", path, { decision: "once", identical: true })).status).toBe(200);
  expect(await Promise.all([first, equal, other, guarded].map(stateOf))).toEqual([
    ...["approved", "approved", "waiting", "waiting"],
  ]);
  const { rows } = await pool().query("SELECT count(*)::int AS n FROM approval_grant WHERE project_id = $1", [
    desk.office.projectId,
  ]);
  expect(rows).toEqual([{ n: 0 }]);
  expect((await decide(desk.office, other, "deny")).status).toBe(200);
});

it("the result waits for an agent that has gone, and its end is announced once", async () => {
  const session = await sessionOf(desk.office, ASK_EVERY_CALL);
  const id = idOf((await execute(desk.office, session, "later")).body);
  const result = () => desk.office.client("GET", `/internal/patchbay/approvals/${id}/result`);
  expect((await result()).status).toBe(409);
  await decide(desk.office, id, "once");
  expect((await result()).status).toBe(409);
  const { projectId } = desk.office;
  await carryOutJob(async () => ({ storePayloads: true }))({ projectId, id }, { requestId: "req_job" });
  for (const _ of [1, 2])
    expect(await result()).toMatchObject({ status: 200, body: { result_type: "completed", data: { number: 1 } } });
  expect((await execute(desk.office, session, "later")).body).toMatchObject({ data: { number: 1 } });
  expect(desk.provider.seen).toHaveLength(1);
  const denied = idOf((await execute(desk.office, session, "denied")).body);
  await decide(desk.office, denied, "deny");
  const events = await db.webhookEvent.findMany({ where: { projectId, type: "composio.approval.ended" } });
  expect(events).toHaveLength(2);
  const other = await createTestOwner();
  const { key } = await createApiKey(other.projectId, { name: "other" });
  expect((await sender({ "x-api-key": key })("GET", `/internal/patchbay/approvals/${id}/result`)).status).toBe(404);
});
