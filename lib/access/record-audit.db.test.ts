/** The audit trail: every change and every refusal of one stands in it, with who, what, where and when. */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as listKeys, POST as makeKey } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { DELETE as revokeKey } from "@/app/api/v3/internal/patchbay/api_keys/[id]/route";
import { PATCH as renameMyself } from "@/app/api/v3/internal/patchbay/profile/route";
import { POST as setUp } from "@/app/api/v3/internal/patchbay/setup/route";
import { PATCH as configure } from "@/app/api/v3/org/project/config/route";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { createApiKey, type ApiKey } from "./keys/api-keys";
import { pruneAuditEvents } from "./audit/prune-audit-events";
import { recordAudit } from "./record-audit";
import type { Owned } from "./people/owners";
import { queryRows } from "@/test/setup/query-rows";

const ORIGIN = "http://localhost:3000";
const ADDRESS = "203.0.113.7";

let owner: Owned & { email: string };
let key: ApiKey & { key: string };
let cookie: string;

beforeAll(async () => {
  owner = await createTestOwner();
  key = await createApiKey(owner.projectId, { name: "tests" });
  cookie = await sessionCookie(owner.userId);
});
beforeEach(async () => {
  await db.auditEvent.deleteMany();
});

type CallInput = { credential?: Record<string, string>; body?: object; id?: string };

async function call(route: Route, { credential = {}, body, id }: CallInput) {
  const answer = await route(
    new Request(ORIGIN + route.op.path, {
      method: route.op.method,
      headers: { origin: ORIGIN, "x-forwarded-for": `10.0.0.1, ${ADDRESS}`, ...credential },
      ...(body && { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(id ? { id } : {}) },
  );
  return {
    status: answer.status,
    requestId: answer.headers.get("x-request-id"),
    body: (await answer.json()) as { id: string },
  };
}

const byKey = () => ({ "x-api-key": key.key });
const bySession = () => ({ cookie });
const trail = () =>
  db.auditEvent.findMany({
    orderBy: { id: "asc" },
    omit: { id: true, at: true, sequence: true, previousHash: true, hash: true },
  });

describe("the audit trail", () => {
  it("keeps a change whose facts contain what the database refuses in JSON: halves of characters, NUL", async () => {
    const caller = { kind: "user" as const, sessionId: "ses_1", userId: owner.userId };
    const facts = { half: "\ud800 x", cut: "x".repeat(199) + "😀", nul: "a\0b" };
    const target = `${"t".repeat(199)}😀`;
    await recordAudit({
      caller,
      action: "a",
      operation: "o",
      target,
      facts,
      outcome: "done",
      status: 200,
      requestId: "req_1",
    });
    expect((await trail()).map((row) => row.target)).toEqual(["t".repeat(199)]);
    expect((await trail()).map((row) => row.facts)).toEqual([{ half: "\ufffd x", cut: "x".repeat(199), nul: "ab" }]);
  });

  it("records of a change who made it, what changed, its ID, its origin and its request", async () => {
    const response = await call(makeKey, { credential: bySession(), body: { name: "new" } });
    const common = {
      organizationId: owner.organizationId,
      projectId: owner.projectId,
      address: ADDRESS,
      outcome: "done",
      facts: null,
    };
    const actor = { actorKind: "session", actorId: owner.userId };
    expect(await trail()).toEqual([
      {
        ...common,
        ...actor,
        action: "api_key.create",
        operation: "createApiKey",
        target: response.body.id,
        facts: { name: "new" },
        status: 201,
        requestId: response.requestId,
      },
    ]);
    const revoked = await call(revokeKey, { credential: bySession(), id: response.body.id });
    expect((await trail()).at(1)).toEqual({
      ...common,
      ...actor,
      action: "api_key.revoke",
      operation: "revokeApiKey",
      target: response.body.id,
      status: 200,
      requestId: revoked.requestId,
    });
  });

  it("records a change that a key made, and a change of the person themselves", async () => {
    await call(configure, { credential: byKey(), body: { display_name: "Engines" } });
    await call(renameMyself, { credential: bySession(), body: { name: "Ada" } });
    expect(await trail()).toMatchObject([
      { actorKind: "apiKey", actorId: key.id, action: "project_config.update", projectId: owner.projectId },
      { actorKind: "user", actorId: owner.userId, action: "profile.update", projectId: null },
    ]);
  });

  it("records refusals: 403 for what the caller may not do, 404 for what is another project's", async () => {
    const theirs = await createApiKey((await createTestOwner()).projectId, { name: "theirs" });
    expect((await call(makeKey, { credential: byKey(), body: { name: "more" } })).status).toBe(403);
    expect((await call(revokeKey, { credential: bySession(), id: theirs.id })).status).toBe(404);
    expect(await trail()).toMatchObject([
      { actorId: key.id, action: "api_key.create", outcome: "refused", status: 403, target: null },
      {
        actorId: owner.userId,
        action: "api_key.revoke",
        outcome: "refused",
        status: 404,
        target: theirs.id,
        projectId: owner.projectId,
      },
    ]);
  });

  it("does not record reads, malformed requests, refused visitors and unknown callers", async () => {
    expect((await call(listKeys, { credential: byKey() })).status).toBe(200);
    expect((await call(makeKey, { credential: bySession(), body: {} })).status).toBe(400);
    const visitor = { token: "no such token", email: "eve@example.com", password: "a sentence for tests" };
    expect((await call(setUp, { body: visitor })).status).toBe(410);
    expect((await call(makeKey, { credential: { "x-api-key": "ak_unknown" }, body: { name: "x" } })).status).toBe(401);
    expect(await trail()).toEqual([]);
  });

  it("uses the other end of the connection as the address if no proxy sends one", async () => {
    const peerRequest = Object.assign(request(makeKey, bySession(), { name: "by peer" }), { peer: "192.0.2.9" });
    expect((await makeKey.answer?.(peerRequest, {}))?.status).toBe(201);
    expect(await trail()).toMatchObject([{ address: "192.0.2.9" }]);
  });

  describe("an outage of the audit trail", () => {
    const rename = (from: string, to: string) => queryRows(`test.${from}`, `ALTER TABLE ${from} RENAME TO ${to}`, []);
    afterEach(() => rename("audit_away", "audit_event"));

    it("does not affect a change or its response", async () => {
      await rename("audit_event", "audit_away");
      const response = await call(makeKey, { credential: bySession(), body: { name: "kept" } });
      expect(response.status).toBe(201);
      expect(await db.apiKey.count({ where: { id: response.body.id } })).toBe(1);
    });
  });

  it("is kept for a year", async () => {
    await call(makeKey, { credential: bySession(), body: { name: "old" } });
    await call(makeKey, { credential: bySession(), body: { name: "young" } });
    const [old] = await db.auditEvent.findMany({ orderBy: { id: "asc" }, take: 1 });
    const day = 86_400_000;
    await db.auditEvent.update({ where: { id: old?.id ?? 0n }, data: { at: new Date(Date.now() - 366 * day) } });
    await db.auditEvent.updateMany({
      where: { id: { gt: old?.id ?? 0n } },
      data: { at: new Date(Date.now() - 364 * day) },
    });
    await pruneAuditEvents();
    expect(await trail()).toHaveLength(1);
  });
});

describe("keys", () => {
  const keysOf = (projectId: string) =>
    db.apiKey.findMany({
      where: { projectId, revokedAt: null },
      select: { name: true },
      orderBy: { createdAt: "asc" },
    });

  it("are made and revoked by no key (403), and the error names who may", async () => {
    const answers = [
      await makeKey.answer?.(request(makeKey, byKey(), { name: "more" }), {}),
      await revokeKey.answer?.(request(revokeKey, byKey()), { id: key.id }),
    ];
    for (const answer of answers) {
      expect(answer?.status).toBe(403);
      expect(JSON.parse(String(answer?.text ?? "{}"))).toMatchObject({
        error: { suggested_fix: "Sign in to the dashboard as owner or admin and do it there." },
      });
    }
    expect(await keysOf(owner.projectId)).toContainEqual({ name: "tests" });
  });

  it("record who made them, and are revoked with all others of the same person on request", async () => {
    const { userId, projectId } = await createTestOwner();
    const mine = { cookie: await sessionCookie(userId) };
    const ofNobody = await createApiKey(projectId, { name: "provisioned" });
    await createApiKey(projectId, { name: "provisioned too" });
    const first = await call(makeKey, { credential: mine, body: { name: "first" } });
    const second = await call(makeKey, { credential: mine, body: { name: "second" } });
    expect(first.body).toMatchObject({ created_by: userId });
    const alone = await revokeKey.answer?.(request(revokeKey, mine), { id: second.body.id });
    expect(JSON.parse(String(alone?.text ?? "{}"))).toMatchObject({ id: second.body.id, also_revoked: [] });
    await call(makeKey, { credential: mine, body: { name: "third" } });
    const cascade = await revokeKey.answer?.(request(revokeKey, mine, undefined, "?also=same_maker"), {
      id: first.body.id,
    });
    expect((JSON.parse(String(cascade?.text ?? "{}")) as { also_revoked: string[] }).also_revoked).toHaveLength(1);
    expect(await keysOf(projectId)).toEqual([{ name: "provisioned" }, { name: "provisioned too" }]);
    await revokeKey.answer?.(request(revokeKey, mine, undefined, "?also=same_maker"), { id: ofNobody.id });
    expect(await keysOf(projectId)).toEqual([]);
    expect(await keysOf(owner.projectId)).not.toEqual([]);
  });
});

function request(route: Route, credential: Record<string, string>, body?: object, search = ""): Request {
  return new Request(`${ORIGIN}${route.op.path}${search}`, {
    method: route.op.method,
    headers: { origin: ORIGIN, ...credential },
    ...(body && { body: JSON.stringify(body) }),
  });
}
