/** Creations with the header Idempotency-Key, at the door of the API. */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { POST as createKey } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { POST as createRules } from "@/app/api/v3/internal/patchbay/session_configs/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { db } from "@/lib/kernel/database/db";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { queryRows } from "@/test/setup/query-rows";

let projectId: string;
let cookie: string;
let otherCookie: string;

beforeAll(async () => {
  const owner = await createTestOwner();
  ({ projectId } = owner);
  cookie = await sessionCookie(owner.userId);
  ({ cookie: otherCookie } = await addMember(owner, "admin"));
});

const press = (key: string, name: string, by = cookie) =>
  callRoute(createKey, { cookie: by, "x-project-id": projectId, "idempotency-key": key }, { body: { name } });
const count = (name: string) => db.apiKey.count({ where: { projectId, name } });
const countAudited = () => db.auditEvent.count({ where: { projectId, action: "api_key.create", outcome: "done" } });

it("creates one object for requests with one key, at the same time and later, and answers all of them alike", async () => {
  const key = randomUUID();
  const before = await countAudited();
  const answers = [...(await Promise.all([press(key, "twice"), press(key, "twice")])), await press(key, "twice")];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === "true")).toHaveLength(2);
  expect(await count("twice")).toBe(1);
  expect((await countAudited()) - before).toBe(1);
});

it("creates another object without the header, and for another key", async () => {
  await press(randomUUID(), "each");
  await press(randomUUID(), "each");
  await callRoute(createKey, { cookie, "x-project-id": projectId }, { body: { name: "each" } });
  expect(await count("each")).toBe(3);
});

it("409: a key of another request, of another member, and of a program", async () => {
  const key = randomUUID();
  await press(key, "first");
  const other = await press(key, "second");
  expect([other.status, other.body.error]).toMatchObject([409, { slug: "IdempotencyKeyReused" }]);
  expect((await press(key, "first", otherCookie)).status).toBe(409);
  const rulesKey = randomUUID();
  const body = { name: "rules", config: {} };
  const { key: apiKey } = await createApiKey(projectId, { name: "program" });
  const rules = (headers: Record<string, string>) =>
    callRoute(createRules, { ...headers, "x-project-id": projectId, "idempotency-key": rulesKey }, { body });
  expect((await rules({ "x-api-key": apiKey })).status).toBe(201);
  expect((await rules({ cookie })).status).toBe(409);
});

it("a refused request leaves its key free", async () => {
  const key = randomUUID();
  expect((await press(key, "")).status).toBe(400);
  expect((await press(key, "after a refusal")).status).toBe(201);
});

it("409: after the server ended in between, it is unknown whether the object exists, and nothing is created", async () => {
  const key = randomUUID();
  await press(key, "lost");
  await queryRows(
    "test.lost",
    `UPDATE idempotency_key SET state = 'running', answer = NULL, lease_until = clock_timestamp() - interval '1 second'
    WHERE project_id = $1`,
    [projectId],
  );
  const { status, body } = await press(key, "lost");
  expect([status, body.error]).toMatchObject([409, { slug: "IdempotencyOutcomeUnknown" }]);
  expect(body.error?.message).toContain("unknown whether the object exists");
  expect(await count("lost")).toBe(1);
});

it("stores the answer sealed, for an hour", async () => {
  const key = randomUUID();
  const { body } = await press(key, "sealed");
  const rows = await queryRows<{ answer: string; minutes: number }>(
    "test.stored",
    `SELECT answer, extract(epoch FROM expires_at - created_at)::int / 60 AS minutes FROM idempotency_key
    WHERE project_id = $1 AND state = 'done'`,
    [projectId],
  );
  expect(rows.every(({ answer }) => !answer.includes(String(body.key)))).toBe(true);
  expect(new Set(rows.map(({ minutes }) => minutes))).toEqual(new Set([60]));
});
