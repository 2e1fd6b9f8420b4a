/** Keys: nothing but hashes at rest, revocation at once in every copy, borders between tenants. */
import { beforeAll, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { cacheCounts } from "@/lib/kernel/metrics/counted-cache";
import { createTestOwner, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { createApiKey, findApiKeys, findCallerByApiKey, revokeApiKey } from "./api-keys";
import { changeGeneration } from "../announce-change";
import { flushKeyUses } from "./record-key-use";
import type { Owned } from "../people/owners";
import { updateProjectConfig } from "../projects/projects";
import { queryRows } from "@/test/setup/query-rows";
import { holdTime } from "@/test/setup/hold-time";

// Changes are seen because they are announced.
beforeAll(holdTime);

let owner: Owned;
let other: Owned;
/** The counts of the cache after the first look of the process, which comes before changes can be received. */
let firstCounts: ReturnType<typeof cacheCounts>;

beforeAll(async () => {
  owner = await createTestOwner();
  const { key } = await createApiKey(owner.projectId, { name: "first" });
  expect((await findCallerByApiKey(key))?.projectId).toBe(owner.projectId);
  firstCounts = cacheCounts();
  other = await createTestOwner();
  await soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  );
});

describe("API keys", () => {
  it("are stored as a hash; no column of any row holds the clear text", async () => {
    const apiKey = await createApiKey(owner.projectId, { name: "at rest" });
    expect(apiKey.key).toMatch(/^ak_[0-9A-Za-z]{38}$/);
    expect(apiKey.prefix).toBe(apiKey.key.slice(0, 8));
    const rows = await queryRows<{ text: string }>("test.rows", "SELECT k::text AS text FROM api_key k WHERE id = $1", [
      apiKey.id,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(apiKey.key.slice(8));
  });

  it("find no caller after their project is deleted", async () => {
    const { projectId } = await createTestOwner();
    const { key } = await createApiKey(projectId, { name: "left" });
    await db.project.update({ where: { id: projectId }, data: { deletedAt: new Date() } });
    expect(await findCallerByApiKey(key)).toBeNull();
  });

  it("find their caller with the project's settings, cached without a query", async () => {
    const { key, id } = await createApiKey(owner.projectId, { name: "hot" });
    const caller = await findCallerByApiKey(key);
    expect(caller).toEqual({
      kind: "project",
      organizationId: owner.organizationId,
      projectId: owner.projectId,
      settings: { maskSecrets: true, storePayloads: true, versionsAsOf: expect.any(String) as string },
      by: { kind: "apiKey", keyId: id },
    });
    // The same object comes back only from memory: a row would have made a new one.
    expect(await findCallerByApiKey(key)).toBe(caller);
  });

  it("count as missed in the cache from the first call of the process on", () => {
    expect(firstCounts).toContainEqual({ name: "api_keys", hits: 0, misses: 1 });
  });

  it("are refused if unknown, of another kind, or too long", async () => {
    expect(await findCallerByApiKey("ak_00000000000000000000000000000000")).toBeNull();
    expect(await findCallerByApiKey("uak_0000000000000000000000000000000")).toBeNull();
    expect(await findCallerByApiKey(`ak_${"0".repeat(100_000)}`)).toBeNull();
    const { key, id } = await createApiKey(owner.projectId, { name: "of a person" });
    await db.apiKey.update({ where: { id }, data: { kind: "user" } });
    expect(await findCallerByApiKey(key)).toBeNull();
  });

  it("end at their expiry even while they are cached", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "one day", expiresInDays: 1 });
    expect(await findCallerByApiKey(key)).not.toBeNull();
    const back = moveClock(86_400_000);
    expect(await findCallerByApiKey(key)).toBeNull();
    back();
  });

  it("are refused at once in another process after they are revoked", async () => {
    const copy = startSecondCopy();
    const { key, id } = await createApiKey(owner.projectId, { name: "leaked" });
    expect(await copy.project("key", key)).toBe(owner.projectId);
    for (let i = 0; i < 3; i++) expect(await copy.project("key", key)).toBe(owner.projectId);
    await revokeApiKey(owner.projectId, id);
    await soon(
      () => copy.project("key", key),
      (answer) => answer === "null",
    );
    await soon(
      () => findCallerByApiKey(key),
      (caller) => caller === null,
    );
    copy.stop();
  });

  it("return 404 for a revocation by another project, and continue to work", async () => {
    const { key, id } = await createApiKey(other.projectId, { name: "theirs" });
    await expect(revokeApiKey(owner.projectId, id)).rejects.toMatchObject({ status: 404 });
    expect((await findCallerByApiKey(key))?.projectId).toBe(other.projectId);
  });

  it("return the first time of revocation when revoked again", async () => {
    const { id } = await createApiKey(owner.projectId, { name: "twice" });
    expect(await revokeApiKey(owner.projectId, id)).toEqual(await revokeApiKey(owner.projectId, id));
  });

  it("have changed settings at once", async () => {
    const { key } = await createApiKey(other.projectId, { name: "switches" });
    expect((await findCallerByApiKey(key))?.settings.maskSecrets).toBe(true);
    await updateProjectConfig(other.projectId, { maskSecrets: false });
    await soon(
      () => findCallerByApiKey(key),
      (caller) => caller?.settings.maskSecrets === false,
    );
  });

  it("record their last use, at most once a minute", async () => {
    const { key, id } = await createApiKey(owner.projectId, { name: "used" });
    await findCallerByApiKey(key);
    await flushKeyUses();
    const first = (await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;
    expect(first).not.toBeNull();
    await findCallerByApiKey(key);
    await flushKeyUses();
    expect((await db.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt).toEqual(first);
  });

  it("record the address of their last use, but no text that is no address", async () => {
    const [home, proxy] = [
      await createApiKey(owner.projectId, { name: "at home" }),
      await createApiKey(owner.projectId, { name: "behind a proxy" }),
    ];
    await findCallerByApiKey(home.key, () => "2001:db8::1");
    await findCallerByApiKey(proxy.key, () => "unknown");
    await flushKeyUses();
    const { items } = await findApiKeys(owner.projectId, { limit: 2 });
    const addressOf = (id: string) => items.find((item) => item.id === id)?.lastUsedFrom;
    expect([addressOf(home.id), addressOf(proxy.id)]).toEqual(["2001:db8::1", null]);
    expect(items.every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
    const back = moveClock(61_000);
    await findCallerByApiKey(home.key, () => "203.0.113.7");
    await flushKeyUses();
    back();
    expect((await db.apiKey.findUniqueOrThrow({ where: { id: home.id } })).lastUsedFrom).toBe("203.0.113.7");
  });

  it("look up the address of a use only once a minute", async () => {
    const { key } = await createApiKey(owner.projectId, { name: "busy" });
    let count = 0;
    for (let call = 0; call < 5; call++)
      await findCallerByApiKey(key, () => {
        count++;
        return "203.0.113.7";
      });
    expect(count).toBe(1);
  });

  it("are listed a page at a time, newest first, only for their project", async () => {
    const { projectId } = await createTestOwner();
    for (const name of ["one", "two", "three"]) await createApiKey(projectId, { name });
    const first = await findApiKeys(projectId, { limit: 2 });
    const second = await findApiKeys(projectId, { limit: 2, cursor: first.next_cursor ?? undefined });
    expect([...first.items, ...second.items].map(({ name }) => name).sort()).toEqual(["one", "three", "two"]);
    expect([first.total_items, second.next_cursor]).toEqual([3, null]);
  });
});
