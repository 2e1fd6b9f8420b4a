/** Mails about waiting calls, by a real mail server on this machine: who gets them, what they hold, and their links. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as submit, GET as show } from "@/app/approve/[token]/route";
import { DELETE, GET, PUT } from "@/app/api/v3/internal/patchbay/approval_mail/route";
import { POST as test } from "@/app/api/v3/internal/patchbay/approval_mail/test/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import type { Role } from "@/lib/access/role";
import { db } from "@/lib/kernel/database/db";
import { deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { requireCall } from "@/lib/sessions/approvals/parked-calls";
import { ASK_EVERY_CALL, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";
import { addMember, callRoute } from "@/test/builders/members";
import { sessionCookie } from "@/test/builders/owners";
import { type MailBox, startMailServer } from "@/test/messages/mail-server";
import { queryRows } from "@/test/setup/query-rows";
import { notifyApprovers } from "./notify-approvers";
import { MESSAGES_OF_PROJECT } from "./project-end";
import { pruneMessages } from "./record-message";

const desk = officeForEach();
const ORIGIN = "http://localhost:3000";
const ON = { requestId: "req_job" };
const POLICY = "/internal/patchbay/approval_policy";
let box: MailBox;
let owner: Record<string, string>;

beforeAll(async () => {
  box = await startMailServer({ refuses: (address) => address.startsWith("full") });
});
afterAll(() => box.close());
beforeEach(async () => {
  box.received.length = 0;
  const [row] = await queryRows<{ user_id: string }>(
    "test.owner",
    "SELECT user_id FROM member WHERE organization_id = $1 AND role = 'owner'",
    [desk.office.organizationId],
  );
  owner = { cookie: await sessionCookie(row?.user_id ?? "") };
});

const settings = (more: object = {}) => ({
  ...{ server: box.server, security: "none", from: "approvals@example.com" },
  ...more,
});
const put = (body: object, headers = owner) => callRoute(PUT, headers, { body });
const park = async (title = "a") =>
  idOf((await execute(desk.office, await sessionOf(desk.office, ASK_EVERY_CALL), title)).body);
const notify = (id: string) => notifyApprovers({ projectId: desk.office.projectId, callId: id }, ON);
const stateOf = async (id: string) => (await requireCall(desk.office.projectId, id)).state;
const tokenIn = (body: string) => /\/approve\/(apt_[\w-]+)/.exec(body)?.[1] ?? "";
const visit = async (token: string, decision?: string) => {
  const init = decision === undefined ? {} : { method: "POST", body: new URLSearchParams({ decision }) };
  const request = new Request(`${ORIGIN}/approve/${token}`, { ...init, headers: { origin: ORIGIN } });
  const response = await (decision === undefined ? show : submit)(request, { params: Promise.resolve({ token }) });
  return { status: response.status, text: await response.text() };
};
const member = async (role: Role) =>
  addMember({ organizationId: desk.office.organizationId, projectId: desk.office.projectId, userId: "" }, role);

it("each member who may decide gets one mail, whose link shows the call and decides as the member", async () => {
  await put(settings());
  const developer = await member("developer");
  await member("viewer");
  const id = await park("Pay 3 <b>bills</b>");
  await notify(id);
  await notify(id);
  expect(
    box.received
      .map(({ to }) => to)
      .flat()
      .sort(),
  ).toEqual([desk.office.email, developer.email].sort());
  const mail = box.received.find(({ to }) => to[0] === developer.email);
  expect(mail?.headers).toContain("From: ");
  expect(mail?.from).toBe("approvals@example.com");
  expect(mail?.body).toContain("DESK_WRITE");
  expect(mail?.body).toContain("&lt;b&gt;bills&lt;/b&gt;");
  const token = tokenIn(mail?.body ?? "");
  expect((await visit(token)).text).toContain("&lt;b&gt;bills&lt;/b&gt;");
  expect(await stateOf(id)).toBe("waiting");
  expect((await visit(token, "once")).status).toBe(200);
  expect(await requireCall(desk.office.projectId, id)).toMatchObject({
    ...{ state: "approved", decidedBy: developer.userId, decidedName: developer.email },
  });
  const [event] = await queryRows(
    "test.audit",
    "SELECT actor_kind, actor_id, operation, facts FROM audit_event WHERE project_id = $1 AND action = 'approval.decide'",
    [desk.office.projectId],
  );
  const via = (await db.approvalLink.findFirst({ where: { callId: id, memberId: developer.userId } }))?.id;
  expect(event).toEqual({
    ...{ actor_kind: "session", actor_id: developer.userId, operation: "approvalLink.submit", facts: { via } },
  });
  const other = box.received.find(({ to }) => to[0] === desk.office.email);
  for (const oldToken of [token, tokenIn(other?.body ?? "")]) expect((await visit(oldToken, "deny")).status).toBe(410);
  expect(await stateOf(id)).toBe("approved");
});

it("only approvers are asked; a link of one who left, or who decides no more, does nothing", async () => {
  await put(settings());
  const [first, second] = [await member("developer"), await member("developer")];
  await desk.office.person("PATCH", POLICY, { approvers: { members: [first.userId, second.userId] } });
  const id = await park();
  await notify(id);
  expect(box.received.flatMap(({ to }) => to).sort()).toEqual([first.email, second.email].sort());
  const [firstToken, secondToken] = [first, second].map(({ email }) =>
    tokenIn(box.received.find(({ to }) => to[0] === email)?.body ?? ""),
  );
  await queryRows("test.leave", "DELETE FROM member WHERE user_id = $1", [first.userId]);
  await queryRows("test.demote", "UPDATE member SET role = 'viewer' WHERE user_id = $1", [second.userId]);
  for (const token of [firstToken, secondToken]) expect((await visit(token ?? "", "once")).status).toBe(404);
  expect(await stateOf(id)).toBe("waiting");
  const rest = await park("b");
  box.received.length = 0;
  await notify(rest);
  expect(box.received).toEqual([]);
});

it("a link of one who left decides nothing where everyone with the permission decides, either", async () => {
  await put(settings());
  const { email, userId } = await member("developer");
  const id = await park();
  await notify(id);
  await queryRows("test.leave", "DELETE FROM member WHERE user_id = $1", [userId]);
  const token = tokenIn(box.received.find(({ to }) => to[0] === email)?.body ?? "");
  expect((await visit(token, "once")).status).toBe(404);
  expect(await stateOf(id)).toBe("waiting");
});

it("no text of an agent becomes a header, another recipient, or a part of the HTML", async () => {
  await put(settings());
  const title = 'x\r\nBcc: eve@evil.example\r\n\r\n<img src="https://evil.example">"@evil.example';
  await notify(await park(title));
  const [mail] = box.received;
  expect(mail?.to).toEqual([desk.office.email]);
  expect(mail?.headers).not.toMatch(/^bcc:/im);
  expect(mail?.headers.match(/^subject:/gim)).toHaveLength(1);
  expect(mail?.body.split("text/html")[1]).not.toContain("<img");
  expect(JSON.stringify(mail)).not.toContain("the-key-of-ada");
});

it("a server that is away is tried again, and asks nobody twice; a refused password is not tried again", async () => {
  const guarded = await startMailServer({ user: { name: "box", password: "right" } });
  await put(settings({ server: "127.0.0.1:1" }));
  const id = await park();
  await expect(notify(id)).rejects.toThrow("couldn't be reached");
  const project = (await callRoute(GET, owner)).body.project;
  expect(project).toMatchObject({ last_error: expect.stringContaining("couldn't be reached") });
  await put(settings());
  await notify(id);
  await notify(id);
  expect(box.received).toHaveLength(1);
  expect((await callRoute(GET, owner)).body.project).toMatchObject({ last_error: null });
  await put(settings({ server: guarded.server }));
  const next = await park("b");
  await notify(next);
  expect((await callRoute(GET, owner)).body.project).toMatchObject({ last_error: expect.stringMatching(/rejected/) });
  expect(guarded.received).toEqual([]);
  await guarded.close();
});

it("an address that the server refuses keeps nobody else from being asked", async () => {
  await put(settings());
  const people = [await member("developer"), await member("developer"), await member("developer")];
  for (const { userId } of people.slice(0, 2))
    await queryRows("test.full", "UPDATE app_user SET email = 'full-' || id || '@example.com' WHERE id = $1", [userId]);
  await notify(await park());
  expect(box.received.flatMap(({ to }) => to).sort()).toEqual([desk.office.email, people[2]?.email].sort());
  const { project } = (await callRoute(GET, owner)).body;
  expect(project).toMatchObject({ last_error: expect.stringContaining("rejected the sender or the recipient") });
});

it("the test mail goes to the person who asks for it, and failures are answers without secrets", async () => {
  expect((await callRoute(test, owner, { body: {} })).body).toMatchObject({ works: false });
  await put(settings());
  expect((await callRoute(test, owner, { body: {} })).body).toMatchObject({ works: true });
  expect(box.received.map(({ to }) => to)).toEqual([[desk.office.email]]);
  await put(settings({ security: "starttls", user: "box", password: "a-secret-password" }));
  const { body } = await callRoute(test, owner, { body: {} });
  expect(body).toMatchObject({ works: false, message: expect.stringContaining("encrypted") });
  expect(JSON.stringify(body)).not.toContain("a-secret-password");
});

it("403 and 400: who may not change the project, and settings that send a password to another server", async () => {
  const developer = await member("developer");
  expect((await put(settings(), { cookie: developer.cookie })).status).toBe(403);
  const { key } = await createApiKey(desk.office.projectId, { name: "app" });
  expect((await put(settings(), { "x-api-key": key })).status).toBe(401);
  for (const more of [
    ...[
      { server: "smtp.example.com" },
      { server: "smtp.example.com:99999" },
      { server: "a@b:25" },
      { server: "a/b:25" },
    ],
    ...[{ security: "none", password: "x" }, { from: "x\r\nBcc: a@b.example" }, { user: "a\r\nb" }, { more: 1 }],
  ])
    expect((await put(settings(more))).status, JSON.stringify(more)).toBe(400);
  const server = { security: "tls", server: "smtp.example.com:465", user: "box" };
  expect((await put(settings({ ...server, password: "a-secret-password" }))).body.project).toMatchObject({
    has_password: true,
  });
  expect((await put(settings({ ...server, from: "other@example.com" }))).status).toBe(200);
  for (const more of [{ server: "smtp.evil.example:465" }, { user: "eve" }, { security: "starttls" }])
    expect((await put(settings({ ...server, ...more }))).status, JSON.stringify(more)).toBe(400);
  expect(JSON.stringify((await callRoute(GET, owner)).body)).not.toContain("a-secret-password");
  const open = { server: "smtp.example.com:25", security: "none", user: "box" };
  expect((await put(settings(open))).body.project).toMatchObject({ has_password: false });
  expect((await callRoute(DELETE, owner)).body).toEqual({ project: null });
});

it("403: the server is set and taken away in a fresh sign-in, and the trail says where it is", async () => {
  await put(settings());
  const set = { projectId: desk.office.projectId, action: "approval_mail.set", outcome: "done" };
  const facts = { server: box.server, from: "approvals@example.com" };
  expect((await db.auditEvent.findFirst({ where: set }))?.facts).toEqual(facts);
  const long = { createdAt: new Date(0), provenAt: new Date(0) };
  await db.userSession.updateMany({ where: { user: { email: desk.office.email } }, data: long });
  for (const change of [() => put(settings()), () => callRoute(DELETE, owner)])
    expect((await change()).body).toMatchObject({ error: { slug: "FreshSignInRequired" } });
  expect((await callRoute(GET, owner)).body.project).toMatchObject({ server: box.server });
});

it("forgets what was sent once the call has expired, and everything with the project", async () => {
  const { projectId } = desk.office;
  await put(settings());
  await notify(await park());
  expect(await db.approvalMessage.count({ where: { projectId } })).toBe(1);
  await pruneMessages();
  expect(await db.approvalMessage.count({ where: { projectId } })).toBe(1);
  for (const batch of MESSAGES_OF_PROJECT) await deleteInBatches(batch, [projectId]);
  expect(await db.approvalMessage.count({ where: { projectId } })).toBe(0);
  expect(await db.projectMail.count({ where: { projectId } })).toBe(0);
});
