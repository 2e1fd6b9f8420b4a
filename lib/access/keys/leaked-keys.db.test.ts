/** Reports of leaked keys: each kind of key ends, and the answer shows nothing. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v3/api_key_revocation/route";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner } from "@/test/builders/owners";
import { holdWindows } from "@/test/setup/hold-windows";
import { queryRows } from "@/test/setup/query-rows";
import { createSession } from "@/lib/sessions/sessions";
import type { Owned } from "../people/owners";
import { createApiKey, findCallerByApiKey } from "./api-keys";
import { REVOKE_LEAKED, revokeLeakedKeys } from "./revoke-leaked-keys";
import { createSessionKey, findCallerBySessionKey } from "./session-keys";

let owner: Owned;
let client = 0;

beforeAll(holdWindows);
beforeEach(async () => {
  owner = await createTestOwner();
  client++;
});

const report = async (api_keys: unknown, address = `198.51.100.${client}`) => {
  const answer = await POST(
    new Request("http://localhost:3000/api/v3/api_key_revocation", {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify({ api_keys }),
    }),
    { params: Promise.resolve({}) },
  );
  return { status: answer.status, text: await answer.text() };
};

type Waiting = { payload: { hashes: string[] } };
const waiting = (): Promise<Waiting[]> =>
  queryRows<Waiting>(
    "test.leaked-jobs",
    `SELECT j.payload FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = $1 ORDER BY j.id`,
    [REVOKE_LEAKED.name],
  );
/** Does the newest job that waits. */
const carryOut = async (): Promise<void> => {
  const jobs = await waiting();
  await revokeLeakedKeys(jobs.at(-1)?.payload, { requestId: "req_test" });
};

describe("a report of leaked keys", () => {
  it("revokes nothing without its event, and both when the job runs again", async () => {
    const { id, key } = await createApiKey(owner.projectId, { name: "full" });
    await report([key]);
    await db.$executeRawUnsafe('ALTER TABLE "audit_event" RENAME TO "audit_event_away"');
    await expect(carryOut()).rejects.toThrow();
    await db.$executeRawUnsafe('ALTER TABLE "audit_event_away" RENAME TO "audit_event"');
    expect(await findCallerByApiKey(key)).not.toBeNull();
    await carryOut();
    expect(await findCallerByApiKey(key)).toBeNull();
    expect(await db.auditEvent.count({ where: { target: id } })).toBe(1);
  });

  it("revokes keys with full access, with scopes and with limits, and no other key", async () => {
    const keys = [
      await createApiKey(owner.projectId, { name: "full" }),
      await createApiKey(owner.projectId, { name: "scoped", scopes: { tools: "read" } }),
      await createApiKey(owner.projectId, { name: "limited", limits: { users: ["ada"] } }),
    ];
    const other = await createApiKey(owner.projectId, { name: "other" });
    expect(await report(keys.map(({ key }) => key))).toEqual({ status: 200, text: '{"received":true}' });
    await carryOut();
    for (const { key } of keys) expect(await findCallerByApiKey(key)).toBeNull();
    expect(await findCallerByApiKey(other.key)).not.toBeNull();
  });

  it("finds a key with blanks around it", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "pasted" });
    await report([` ${key}\n`]);
    await carryOut();
    expect(await findCallerByApiKey(key)).toBeNull();
  });

  it("ends the access key of a session", async () => {
    const { id } = await createSession(owner.projectId, "ada", {});
    const session = { id, hold: () => Promise.resolve() };
    const { key } = await createSessionKey(owner.projectId, session, { name: "sandbox", createdBy: owner.userId });
    expect(await findCallerBySessionKey(key)).not.toBeNull();
    await report([key]);
    await carryOut();
    expect(await findCallerBySessionKey(key)).toBeNull();
  });

  it("is in the audit trail of the project, without the key", async () => {
    const { key, id } = await createApiKey(owner.projectId, { name: "leaked" });
    await report([key]);
    await carryOut();
    const events = await db.auditEvent.findMany({ where: { projectId: owner.projectId, action: "api_key.revoke" } });
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ target: id, actorKind: "anonymous", facts: { reason: "reported as leaked" } });
    expect(
      Object.values(events[0] ?? {})
        .map(String)
        .join(" "),
    ).not.toContain(key.slice(8));
  });

  it("answers the same for unknown keys, and writes the same job before it looks at any key", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "there" });
    const count = (await waiting()).length;
    const unknown = await report([`${key.slice(0, -1)}${key.endsWith("a") ? "b" : "a"}`]);
    const present = await report([key]);
    expect(unknown).toEqual(present);
    const jobs = (await waiting()).slice(count);
    expect(jobs.map(({ payload }) => payload.hashes.length)).toEqual([1, 1]);
    expect(JSON.stringify(jobs)).not.toContain(key.slice(8));
    // The key works until the job runs: nothing was looked up for the answer.
    expect(await findCallerByApiKey(key)).not.toBeNull();
  });

  it("takes no other texts, and at most 100 keys", async () => {
    const count = (await waiting()).length;
    expect((await report(["x", "not a key", `ak_${"a".repeat(400)}`])).status).toBe(200);
    expect(await waiting()).toHaveLength(count);
    const { key } = await createApiKey(owner.projectId, { name: "many" });
    expect((await report(Array.from({ length: 101 }, () => key))).status).toBe(400);
    expect((await report([])).status).toBe(400);
    expect((await report([key, "a".repeat(501)])).status).toBe(400);
  });

  it("is limited by address", async () => {
    const address = "203.0.113.50";
    const statuses = [];
    for (let time = 0; time < 21; time++) statuses.push((await report(["x"], address)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    expect((await report(["x"], "203.0.113.51")).status).toBe(200);
  });

  it("is done once, whatever comes again", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "twice" });
    await report([key, key]);
    await carryOut();
    await carryOut();
    expect(await db.auditEvent.count({ where: { projectId: owner.projectId, action: "api_key.revoke" } })).toBe(1);
  });
});

it("refuses reports from many addresses together, as each is a job of the server", async () => {
  let count = 0;
  const send = () => report(["no key"], `203.0.113.${count++ % 250}`);
  const answers: Awaited<ReturnType<typeof report>>[] = [];
  while (answers.length < 700 && !answers.some(({ text }) => text.includes("This server has received")))
    answers.push(...(await Promise.all(Array.from({ length: 25 }, send))));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(600);
  const refusal = answers.find(({ text }) => text.includes("This server has received"));
  expect(refusal?.status).toBe(429);
});
