/** Changes of a process that is killed before their event of the audit trail: none is without one. */
import { type ChildProcess, fork } from "node:child_process";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as createLink } from "@/app/api/v3/internal/patchbay/approvals/[id]/links/route";
import { POST as makeKey } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { DELETE as revokeKey } from "@/app/api/v3/internal/patchbay/api_keys/[id]/route";
import { beginAudit, finishLostChanges } from "@/lib/access/begin-audit";
import { createApiKey } from "@/lib/access/keys/api-keys";
import type { Owned } from "@/lib/access/people/owners";
import { db, pool } from "@/lib/kernel/database/db";
import { requireCall } from "@/lib/sessions/approvals/parked-calls";
import { ASK_EVERY_CALL, execute, idOf, officeForEach, sessionOf } from "@/test/builders/approvals";
import { callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { testProgram } from "@/test/setup/test-program";
import { submitApproval } from "./show-approval";

const CHILD = testProgram("test/children/crashes/change-child.ts");
const desk = officeForEach();

let owner: Owned;
let cookie: string;
beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  await db.auditEvent.deleteMany();
  await db.auditBegun.deleteMany();
});

const WAITING = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  AND query LIKE '%INSERT INTO audit_event%' AND pid <> pg_backend_pid()`;

/** Kills a process that has reached the event of its change; the statement that waits is never carried out. */
async function killBeforeEvent(args: string[]): Promise<void> {
  const child: ChildProcess = fork(CHILD, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  await new Promise((resolve) => child.once("message", resolve));
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const lock = await pool().connect();
  try {
    await lock.query("BEGIN");
    await lock.query("LOCK TABLE audit_event IN EXCLUSIVE MODE");
    child.send("go");
    while ((await pool().query(WAITING)).rowCount === 0) {
      if (child.exitCode !== null) throw new Error("The process has written no event.");
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    child.kill("SIGKILL");
    await exit;
    await pool().query(`SELECT pg_terminate_backend(pid) FROM (${WAITING}) AS one`);
  } finally {
    await lock.query("ROLLBACK");
    lock.release();
  }
}

const trail = () => db.auditEvent.findMany({ orderBy: { id: "asc" } });
/** As if a minute had passed. */
const age = () => pool().query("UPDATE audit_begun SET begun_at = begun_at - interval '2 minutes'");

describe("a change whose process is killed before its event", () => {
  it("is in the trail with an unknown outcome, by whom and of what, and once", async () => {
    const { id } = await createApiKey(owner.projectId, { name: "gone" });
    await killBeforeEvent(["revoke", id, cookie]);
    expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ revokedAt: expect.any(Date) as Date });
    expect(await trail()).toEqual([]);
    await finishLostChanges();
    expect(await trail()).toEqual([]);
    await age();
    const totals = await Promise.all([finishLostChanges(), finishLostChanges()]);
    expect(totals.sort()).toEqual([0, 1]);
    expect(await trail()).toMatchObject([
      {
        ...{ action: "api_key.revoke", operation: "revokeApiKey", target: id, outcome: "unknown", status: 500 },
        ...{ organizationId: owner.organizationId, projectId: owner.projectId, actorId: owner.userId, facts: null },
      },
    ]);
    expect(await db.auditBegun.count()).toBe(0);
  });

  it("is not taken for lost while its process lives", async () => {
    const caller = { kind: "operator" } as const;
    await beginAudit({ caller, action: "server.wake", operation: "wake", requestId: "req_1" });
    await pool().query("UPDATE audit_begun SET copy = 'audit of a process that lives'");
    await age();
    const client = await pool().connect();
    await client.query("SELECT pg_advisory_lock(8271002, hashtext('audit of a process that lives'))");
    expect(await finishLostChanges()).toBe(0);
    await client.query("SELECT pg_advisory_unlock_all()");
    client.release();
    expect(await finishLostChanges()).toBe(1);
  });

  it("leaves no row behind if it was made, refused, malformed, or failed", async () => {
    const { body, status } = await callRoute(makeKey, { cookie }, { body: { name: "new" } });
    expect(status).toBe(201);
    const id = String(body.id);
    expect((await callRoute(revokeKey, { cookie }, { params: { id } })).status).toBe(200);
    expect((await callRoute(revokeKey, { cookie }, { params: { id: "ak_unknown" } })).status).toBe(404);
    expect((await callRoute(makeKey, { cookie }, { body: {} })).status).toBe(400);
    expect((await trail()).map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      ...["api_key.create done", "api_key.revoke done", "api_key.revoke refused"],
    ]);
    expect(await db.auditBegun.count()).toBe(0);
  });

  it("is not made if it can't be announced", async () => {
    const { id } = await createApiKey(owner.projectId, { name: "stays" });
    await pool().query("ALTER TABLE audit_begun RENAME TO audit_begun_away");
    const { status } = await callRoute(revokeKey, { cookie }, { params: { id } });
    await pool().query("ALTER TABLE audit_begun_away RENAME TO audit_begun");
    expect(status).toBe(500);
    expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ revokedAt: null });
  });
});

describe("a decision about a call whose process is killed before its event", () => {
  it("was not made: the call still waits, and the link decides it with an event", async () => {
    const { office } = desk;
    const id = idOf((await execute(office, await sessionOf(office, ASK_EVERY_CALL), "a")).body);
    const { key } = await createApiKey(office.projectId, { name: "app" });
    const { body } = await callRoute(createLink, { "x-api-key": key }, { params: { id }, body: { approver: "boss" } });
    const token = String(body.url).split("/approve/")[1] ?? "";
    await db.auditEvent.deleteMany();
    await killBeforeEvent(["decide", token]);
    expect(await requireCall(office.projectId, id)).toMatchObject({ state: "waiting", decision: null });
    expect(await trail()).toEqual([]);
    const visit = { language: "en", requestId: "req_1", address: undefined } as const;
    expect((await submitApproval(token, { decision: "once" }, visit)).status).toBe(200);
    expect(await requireCall(office.projectId, id)).toMatchObject({ state: "approved" });
    expect(await trail()).toMatchObject([{ action: "approval.decide", target: id, actorId: "boss", outcome: "done" }]);
  });
});
