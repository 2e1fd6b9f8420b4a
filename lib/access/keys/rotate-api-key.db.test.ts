/** Rotation of API keys: the successor, the overlap, and its end in every copy. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as listKeys } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { POST as rotate } from "@/app/api/v3/internal/patchbay/api_keys/[id]/rotate/route";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { startSecondCopy } from "@/test/children/second-copy";
import { addMember, callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { changeGeneration } from "../announce-change";
import type { Owned } from "../people/owners";
import { createApiKey, findCallerByApiKey, revokeApiKey } from "./api-keys";
import { rotateApiKey } from "./rotate-api-key";

const DAY = 86_400;

let owner: Owned;
let cookie: string;
beforeAll(async () => {
  await soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  );
});
beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
});

const newKey = (more: Partial<Parameters<typeof createApiKey>[1]> = {}) =>
  createApiKey(owner.projectId, { name: "deploy", ...more });
const rotated = (id: string, overlapSeconds = DAY) =>
  rotateApiKey(owner.projectId, id, { overlapSeconds, createdBy: owner.userId });
const countKeys = () => db.apiKey.count({ where: { projectId: owner.projectId } });

describe("the successor", () => {
  it("has the name, scopes, limits and lifetime of the key; only the response contains its text", async () => {
    const old = await newKey({ scopes: { tools: "read" }, limits: { users: ["ada"] }, expiresInDays: 30 });
    const { successor } = await rotated(old.id);
    expect(successor).toMatchObject({
      ...{ name: "deploy", scopes: { tools: "read" }, limits: { users: ["ada"] }, createdBy: owner.userId },
      key: expect.stringMatching(/^ak_[0-9A-Za-z]{38}$/) as string,
    });
    expect(successor.expiresAt?.getTime()).toBeCloseTo(Date.now() + 30 * DAY * 1000, -5);
    const by = async (key: string) => (await findCallerByApiKey(key))?.by;
    expect(await by(successor.key)).toEqual({ ...(await by(old.key)), keyId: successor.id });
  });

  it("of a key that this version cannot read is closed, too", async () => {
    const old = await newKey({ scopes: { tools: "read" } });
    await db.apiKey.update({ where: { id: old.id }, data: { scopes: { moon: "write" } } });
    const { successor } = await rotated(old.id);
    expect((await findCallerByApiKey(successor.key))?.by).toMatchObject({ permissions: new Set() });
  });
});

describe("the replaced key", () => {
  it("works until the overlap ends, and is refused from then on", async () => {
    const old = await newKey();
    expect(await findCallerByApiKey(old.key)).not.toBeNull();
    await rotated(old.id, 3_600);
    expect(await findCallerByApiKey(old.key)).not.toBeNull();
    const reset = moveClock(3_601_000);
    try {
      expect(await findCallerByApiKey(old.key)).toBeNull();
    } finally {
      reset();
    }
  });

  it("without an overlap is refused immediately, in other copies within a second", async () => {
    const old = await newKey();
    const copy = startSecondCopy();
    try {
      for (let i = 0; i < 3; i++) expect(await copy.project("key", old.key)).toBe(owner.projectId);
      await rotated(old.id, 0);
      expect(await findCallerByApiKey(old.key)).toBeNull();
      await soon(
        () => copy.project("key", old.key),
        (answer) => answer === "null",
      );
    } finally {
      copy.stop();
    }
  });

  it("never works longer than it would have", async () => {
    const old = await newKey({ expiresInDays: 1 });
    const { replacedExpiresAt } = await rotated(old.id, 7 * DAY);
    expect(replacedExpiresAt).toEqual(old.expiresAt);
  });

  it("is rotated once: two calls at the same time create one successor", async () => {
    const old = await newKey();
    const results = await Promise.allSettled([rotated(old.id), rotated(old.id), rotated(old.id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countKeys()).toBe(2);
    await expect(rotated(old.id)).rejects.toThrow(/was already replaced by key_/);
    expect(await countKeys()).toBe(2);
  });

  it("is not rotated after its end", async () => {
    const leaked = await newKey();
    await revokeApiKey(owner.projectId, leaked.id);
    await expect(rotated(leaked.id)).rejects.toThrow(/has expired or was revoked/);
    const over = await newKey({ expiresAt: new Date(Date.now() - 1) });
    await expect(rotated(over.id)).rejects.toThrow(/has expired or was revoked/);
    expect(await countKeys()).toBe(2);
  });
});

describe("the operation", () => {
  const call = (id: string, { headers = {}, body = {} }: { headers?: Record<string, string>; body?: object } = {}) =>
    callRoute(rotate, { cookie, ...headers }, { params: { id }, body });

  it("shows the successor once; the list shows which key replaced which, and its end", async () => {
    const old = await newKey();
    const { status, body } = await call(old.id, { body: { overlap_hours: 1.5 } });
    expect([status, body.replaces]).toEqual([201, old.id]);
    const list = await callRoute(listKeys, { cookie });
    expect(JSON.stringify(list.body)).not.toContain(body.key);
    expect((list.body.items as { id: string }[]).find(({ id }) => id === old.id)).toMatchObject({
      ...{ replaced_by: body.id, expires_at: body.replaced_expires_at },
    });
    const event = await db.auditEvent.findFirst({ where: { projectId: owner.projectId, action: "api_key.rotate" } });
    expect(event).toMatchObject({ target: old.id, outcome: "done" });
    expect(JSON.stringify(event?.facts)).not.toContain(body.key);
  });

  it("repeats its response for the same Idempotency-Key", async () => {
    const old = await newKey();
    const headers = { "idempotency-key": "rotate-1" };
    const first = await call(old.id, { headers });
    const second = await call(old.id, { headers });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(await countKeys()).toBe(2);
  });

  it.each([-1, 169, "1"])("refuses an overlap of %j hours", async (hours) => {
    expect((await call((await newKey()).id, { body: { overlap_hours: hours } })).status).toBe(400);
  });

  it("is for those who may create keys, in their own project", async () => {
    const old = await newKey();
    const viewer = await addMember(owner, "viewer");
    expect((await call(old.id, { headers: { cookie: viewer.cookie } })).status).toBe(403);
    const stranger = await createTestOwner();
    expect((await call(old.id, { headers: { cookie: await sessionCookie(stranger.userId) } })).status).toBe(404);
    expect(await countKeys()).toBe(1);
  });
});
