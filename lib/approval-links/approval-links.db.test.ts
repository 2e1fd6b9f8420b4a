/** Links to calls that wait: who gets one sees the call in full, decides once, and only about this call. */
import { expect, it } from "vitest";
import { POST as create } from "@/app/api/v3/internal/patchbay/approvals/[id]/links/route";
import { GET as show, POST as submit } from "@/app/approve/[token]/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { sealJson } from "@/lib/kernel/process/vault";
import { deleteInBatches } from "@/lib/kernel/database/delete-in-batches";
import { carryOutJob } from "@/lib/sessions/approvals/carry-out";
import { openCall, requireCall } from "@/lib/sessions/approvals/parked-calls";
import { ASK_EVERY_CALL, decide, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";
import { callRoute } from "@/test/builders/members";
import { createTestOwner } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";
import { pruneApprovalLinks } from "./open-approval-link";
import { APPROVAL_LINKS_OF_PROJECT } from "./project-end";

const desk = officeForEach();
const ORIGIN = "http://localhost:3000";
const BOSS = "boss@example.com";

const keyOf = async (projectId: string) => ({ "x-api-key": (await createApiKey(projectId, { name: "app" })).key });
const waitForApproval = async (title: string): Promise<string> =>
  idOf((await execute(desk.office, await sessionOf(desk.office, ASK_EVERY_CALL), title)).body);
const linkTo = async (id: string, headers?: Record<string, string>, body: object = { approver: BOSS }) =>
  callRoute(create, headers ?? (await keyOf(desk.office.projectId)), { params: { id }, body });
const tokenOf = async (id: string): Promise<string> => String((await linkTo(id)).body.url).split("/approve/")[1] ?? "";

type PageFacts = { status: number; text: string };
const visit = async (token: string, decision?: string, origin = ORIGIN): Promise<PageFacts> => {
  const init = decision === undefined ? {} : { method: "POST", body: new URLSearchParams({ decision }) };
  const request = new Request(`${ORIGIN}/approve/${token}`, { ...init, headers: { origin } });
  const response = await (decision === undefined ? show : submit)(request, { params: Promise.resolve({ token }) });
  return { status: response.status, text: await response.text() };
};
const stateOf = async (id: string) => (await requireCall(desk.office.projectId, id)).state;
const carryOut = (id: string) =>
  carryOutJob(async () => ({ storePayloads: true }))(
    { projectId: desk.office.projectId, id },
    { requestId: "req_job" },
  );

it("shows the call in full, decides nothing by being opened, and allows it once under the person's name", async () => {
  const title = `<b>${"long ".repeat(400)}</b>the end turned\u202e`;
  const id = await waitForApproval(title);
  const { status, body } = await linkTo(id);
  expect(status).toBe(201);
  const token = String(body.url).split("/approve/")[1] ?? "";
  const page = await visit(token);
  expect(page.status).toBe(200);
  expect(page.text).toContain("turned\\u{202e}");
  expect(page.text).toContain("DESK_WRITE");
  expect(page.text).toContain(BOSS);
  expect(page.text).toContain(`&lt;b&gt;${"long ".repeat(400)}&lt;/b&gt;the end`);
  expect(await stateOf(id)).toBe("waiting");
  expect(await visit(token, "once")).toMatchObject({ status: 200 });
  expect(await stateOf(id)).toBe("approved");
  await carryOut(id);
  expect(desk.provider.seen).toHaveLength(1);
  expect(await requireCall(desk.office.projectId, id)).toMatchObject({ state: "completed", decidedName: BOSS });
  const audits = await db.auditEvent.findMany({
    where: { projectId: desk.office.projectId, action: "approval.decide" },
  });
  expect(audits).toMatchObject([{ actorKind: "endUser", actorId: BOSS, target: id, outcome: "done" }]);
  const rows = JSON.stringify(
    [await db.approvalLink.findMany(), await db.auditEvent.findMany()],
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  expect(rows).not.toContain(token);
});

it("denies, and a replayed link is refused whatever it decides", async () => {
  const id = await waitForApproval("a");
  const token = await tokenOf(id);
  const all = await Promise.all([visit(token, "deny"), visit(token, "once"), visit(token, "deny")]);
  expect(all.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  for (const decision of ["once", "deny", undefined]) expect((await visit(token, decision)).status).toBe(410);
  const links = await db.approvalLink.findMany({ where: { callId: id } });
  expect(links).toHaveLength(1);
  expect(["approved", "denied"]).toContain(await stateOf(id));
});

it("decides nothing by another decision, another site's form, or a forged link", async () => {
  const id = await waitForApproval("a");
  const token = await tokenOf(id);
  for (const decision of ["always", "session", ""]) expect((await visit(token, decision)).status).toBe(200);
  expect((await visit(token, "once", "https://evil.example")).status).toBe(403);
  for (const forged of [`${token}x`, token.slice(0, -1), "apt_", id, "x".repeat(10_000)])
    expect((await visit(forged, "once")).status).toBe(forged.length > 100 ? 400 : 404);
  expect(await stateOf(id)).toBe("waiting");
});

it("409: a link counts for the arguments that the call had when it was created", async () => {
  const id = await waitForApproval("a");
  const token = await tokenOf(id);
  const row = await requireCall(desk.office.projectId, id);
  const call = { ...openCall(row), arguments: { title: "b" } };
  const sealed = sealJson(call, { projectId: row.projectId, rowId: id, column: "call" });
  await db.parkedCall.update({ where: { id }, data: { call: sealed } });
  expect((await visit(token)).status).toBe(409);
  expect((await visit(token, "once")).status).toBe(409);
  expect(await stateOf(id)).toBe("waiting");
});

it("410: an expired call, and one that somebody has decided before; a second link of it decides nothing", async () => {
  const late = await waitForApproval("a");
  const lateToken = await tokenOf(late);
  await queryRows("test.late", "UPDATE parked_call SET expires_at = clock_timestamp() WHERE id = $1", [late]);
  expect((await visit(lateToken, "once")).status).toBe(410);
  expect((await linkTo(late)).status).toBe(409);
  const id = await waitForApproval("b");
  const [first, second] = [await tokenOf(id), await tokenOf(id)];
  await visit(first, "deny");
  expect((await visit(second, "once")).status).toBe(410);
  expect(await stateOf(id)).toBe("denied");
  const other = await waitForApproval("c");
  const token = await tokenOf(other);
  await decide(desk.office, other, "deny");
  expect((await visit(token, "once")).status).toBe(410);
  expect(desk.provider.seen).toHaveLength(0);
});

it("404: another project creates no link; a call has at most 20, and they end with the call or the project", async () => {
  const id = await waitForApproval("a");
  const { projectId } = desk.office;
  const stranger = await keyOf((await createTestOwner()).projectId);
  expect((await linkTo(id, stranger)).status).toBe(404);
  const headers = await keyOf(projectId);
  for (const body of [{}, { approver: " " }, { approver: "x".repeat(201) }, { approver: "a", more: 1 }])
    expect((await linkTo(id, headers, body)).status).toBe(400);
  for (let n = 0; n < 20; n++) expect((await linkTo(id, headers)).status).toBe(201);
  expect((await linkTo(id, headers)).status).toBe(409);
  await queryRows("test.old", "UPDATE approval_link SET expires_at = now() - interval '2 days' WHERE call_id = $1", [
    id,
  ]);
  await pruneApprovalLinks();
  expect(await db.approvalLink.count({ where: { projectId } })).toBe(0);
  await linkTo(id, headers);
  for (const batch of APPROVAL_LINKS_OF_PROJECT) await deleteInBatches(batch, [projectId]);
  expect(await db.approvalLink.count({ where: { projectId } })).toBe(0);
});
