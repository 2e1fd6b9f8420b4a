/** The time of audit events: it is the organization's own, and what is left stays verifiable. */
import { beforeEach, expect, it } from "vitest";
import { GET as getSettings, PATCH as updateSettings } from "@/app/api/v3/internal/patchbay/audit/settings/route";
import { db } from "@/lib/kernel/database/db";
import { toKeys } from "@/scripts/audit/signatures.mjs";
import { verifyAudit } from "@/scripts/audit/verify-audit.mjs";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import type { Owned } from "../people/owners";
import { recordAudit } from "../record-audit";
import { exportAuditChain } from "./export-audit-chain";
import { pruneAuditEvents } from "./prune-audit-events";
import { findPublicKeys } from "./signing-key";

const DAY_MS = 86_400_000;
let owner: Owned;
let cookie: string;

beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
});

/** Records events of so many days ago. */
async function recordAged(...ages: number[]): Promise<void> {
  for (const age of ages) {
    const requestId = `req_${owner.organizationId}_${age}`;
    await recordAudit({
      caller: { kind: "user", sessionId: "ses_1", userId: owner.userId },
      ...{ action: "project.update", operation: "updateProject", outcome: "done", status: 200 },
      ...{ requestId, organizationId: owner.organizationId, projectId: owner.projectId },
    });
    const data = { at: new Date(Date.now() - age * DAY_MS) };
    await db.auditEvent.updateMany({ where: { requestId }, data });
  }
}

async function verify() {
  let text = "";
  for await (const part of exportAuditChain(owner.organizationId)) text += part;
  const lines = async function* () {
    yield* text.trimEnd().split("\n");
  };
  return verifyAudit(lines(), { keys: toKeys(await findPublicKeys()) });
}

const store = (retention_days: number | null, as = cookie) =>
  callRoute(updateSettings, { cookie: as }, { body: { retention_days } });

it("deletes events after the organization's time, and the rest stays verifiable from its checkpoint on", async () => {
  await recordAged(120, 95, 80, 20);
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: true, first: 1, events: 4 });
  expect((await store(90)).status).toBe(200);
  await pruneAuditEvents();
  // Two aged events are gone; the change of the setting is an event too.
  expect(await verify()).toMatchObject({ ok: true, first: 3, events: 3 });
  expect(await db.auditCheckpoint.count({ where: { organizationId: owner.organizationId, sequence: 2 } })).toBe(1);
  await store(30);
  await pruneAuditEvents();
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: true, first: 4 });
});

it("deletes no event that waits for the endpoint of a stream, until the endpoint has it or the stream is off", async () => {
  const stream = (sequence: number | null) =>
    db.organization.update({
      where: { id: owner.organizationId },
      data: {
        ...{ auditStreamProject: owner.projectId, auditStreamSubscription: sequence === null ? null : "whs_1" },
        ...(sequence !== null && { auditStreamed: sequence }),
      },
    });
  await recordAged(403, 402, 401, 400);
  await stream(0);
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: true, first: 1, events: 4 });
  await stream(2);
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: true, first: 3, events: 2 });
  await stream(null);
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: true, first: 5, events: 0 });
});

it("deletes all of it if all is old, and goes on with the next number", async () => {
  await recordAged(400, 399);
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: true, first: 3, events: 0 });
  await recordAged(1);
  expect(await verify()).toMatchObject({ ok: true, first: 3, events: 1 });
});

it("deletes nothing behind a gap that somebody made, which stays visible", async () => {
  await recordAged(400, 399, 1);
  await verify();
  await db.auditEvent.deleteMany({ where: { organizationId: owner.organizationId, sequence: 2 } });
  await pruneAuditEvents();
  expect(await verify()).toMatchObject({ ok: false, faults: [expect.stringMatching(/event 2 is missing/)] });
});

it("is changed by owners alone, in an event with both values", async () => {
  const admin = await addMember(owner, "admin");
  expect((await store(40, admin.cookie)).status).toBe(403);
  expect((await store(29)).status).toBe(400);
  expect((await store(3651)).status).toBe(400);
  expect((await store(400)).body).toMatchObject({ retention_days: 400, operator_days: 365 });
  expect((await callRoute(getSettings, { cookie: admin.cookie })).body).toMatchObject({ retention_days: 400 });
  const event = await db.auditEvent.findFirst({
    where: { organizationId: owner.organizationId, action: "audit.update", outcome: "done" },
  });
  expect(event?.facts).toEqual({ "to.retention_days": "400" });
  expect((await store(null)).body).toMatchObject({ retention_days: null });
});
