/** Streams are notified when their caller's access ends, for each cause and in each copy of the app. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { onAccessEnd } from "./on-access-end";
import { createUserKey, revokeUserKey } from "./keys/create-user-key";
import { createApiKey, findCallerByApiKey, revokeApiKey } from "./keys/api-keys";
import type { ProjectCaller } from "./caller";
import { announceChange, changeGeneration } from "./announce-change";
import { updateProjectConfig } from "./projects/projects";
import { findCallerBySignIn } from "./sign-in/sign-in-caller";
import { endSignIn } from "./sign-in/sign-in-rows";
import { changeRole, removeMember } from "./people/members";
import { queryRows } from "@/test/setup/query-rows";
import { holdTime } from "@/test/setup/hold-time";

// Changes are seen because they are announced.
beforeAll(holdTime);

beforeAll(async () => {
  await soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  );
});

const must = <T>(value: T | null): T => {
  if (value === null) throw new Error("no caller");
  return value;
};

async function callers() {
  const owner = await createTestOwner();
  const key = await createApiKey(owner.projectId, { name: "stream" });
  const cookie = await sessionCookie(owner.userId);
  return {
    ...owner,
    key,
    cookie,
    byKey: must(await findCallerByApiKey(key.key)),
    bySession: must(await findCallerBySignIn(cookie)),
  };
}

/** Counts the notifications of an end that the caller's stream receives. */
function watch(caller: ProjectCaller) {
  const watcher = { ends: 0, stop: () => undefined as void };
  watcher.stop = onAccessEnd(caller, () => watcher.ends++);
  return watcher;
}

const waitForEnd = (watcher: { ends: number }) =>
  soon(
    async () => watcher.ends,
    (ends) => ends === 1,
  );

/** Waits until a change has ended its stream: by then, earlier changes have arrived and every stream was checked. */
async function settle(): Promise<void> {
  const { projectId, key, byKey } = await callers();
  const marker = watch(byKey);
  await revokeApiKey(projectId, key.id);
  await waitForEnd(marker);
}

describe("the end of access", () => {
  it("ends the stream of a revoked key once, and no other key's stream", async () => {
    const { projectId, key, byKey, bySession } = await callers();
    const other = must(await findCallerByApiKey((await createApiKey(projectId, { name: "other" })).key));
    const watchers = { byKey: watch(byKey), bySession: watch(bySession), other: watch(other) };
    await revokeApiKey(projectId, key.id);
    await waitForEnd(watchers.byKey);
    await settle();
    expect([watchers.byKey.ends, watchers.bySession.ends, watchers.other.ends]).toEqual([1, 0, 0]);
    watchers.bySession.stop();
    watchers.other.stop();
  });

  it("is reported when the session ends, and not when another session of the person ends", async () => {
    const { userId, bySession } = await callers();
    const other = must(await findCallerBySignIn(await sessionCookie(userId)));
    const [watcher, going] = [watch(bySession), watch(other)];
    await endSignIn(must(bySession.by.kind === "session" ? bySession.by.sessionId : null));
    await waitForEnd(watcher);
    await settle();
    expect(going.ends).toBe(0);
    going.stop();
  });

  it.each([
    ["role", (userId: string) => db.member.updateMany({ where: { userId }, data: { role: "viewer" } })],
    ["membership", (userId: string) => db.member.deleteMany({ where: { userId } })],
  ])("is reported when the person's %s changes", async (_, change) => {
    const { userId, bySession } = await callers();
    const watcher = watch(bySession);
    await change(userId);
    await db.$transaction((tx) => announceChange(tx, "callers"));
    await waitForEnd(watcher);
  });

  it("is reported to keys, sessions and addresses when the project's settings change", async () => {
    const { projectId, byKey, bySession } = await callers();
    const address: ProjectCaller = { ...byKey, by: { kind: "address", addressId: "mcp:1" } };
    const all = [byKey, bySession, address].map(watch);
    await settle();
    expect(all.map(({ ends }) => ends)).toEqual([0, 0, 0]);
    await updateProjectConfig(projectId, { storePayloads: false });
    for (const watcher of all) await waitForEnd(watcher);
  });

  it("is reported when the project is deleted", async () => {
    const { projectId, byKey, bySession } = await callers();
    const all = [byKey, bySession].map(watch);
    await db.project.updateMany({ where: { id: projectId }, data: { deletedAt: new Date() } });
    await db.$transaction((tx) => announceChange(tx, "callers"));
    for (const watcher of all) await waitForEnd(watcher);
  });

  it("is reported if it came before the stream began to listen", async () => {
    const { projectId, key, byKey } = await callers();
    await revokeApiKey(projectId, key.id);
    await waitForEnd(watch(byKey));
  });

  it("is reported when the key expires, at the next check", async () => {
    const { byKey } = await callers();
    if (byKey.by.kind === "apiKey")
      await db.apiKey.updateMany({ where: { id: byKey.by.keyId }, data: { expiresAt: new Date(Date.now() + 60_000) } });
    const watcher = watch(byKey);
    await settle();
    expect(watcher.ends).toBe(0);
    const back = moveClock(61_000);
    try {
      await db.$transaction((tx) => announceChange(tx, "callers"));
      await waitForEnd(watcher);
    } finally {
      back();
    }
  });

  it("is reported if the notification's connection died meanwhile", async () => {
    const { projectId, key, byKey } = await callers();
    const watcher = watch(byKey);
    // Of this database alone: other tests listen to theirs in the same PostgreSQL.
    await queryRows(
      "test.kill",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database()",
      ["patchbay notify"],
    );
    await revokeApiKey(projectId, key.id);
    await waitForEnd(watcher);
  });

  it("is never reported after the stream stopped listening", async () => {
    const { projectId, key, byKey } = await callers();
    const watcher = watch(byKey);
    watcher.stop();
    await revokeApiKey(projectId, key.id);
    await settle();
    expect(watcher.ends).toBe(0);
  });
});

describe("in another process, a stream ends", () => {
  let copy: ReturnType<typeof startSecondCopy>;
  beforeAll(() => void (copy = startSecondCopy()));
  afterAll(() => copy.stop());

  /** An owner, and a developer in the same organization with a sign-in and a key. */
  async function people() {
    const owner = await createTestOwner();
    const { userId, organizationId: former } = await createTestOwner();
    await db.member.deleteMany({ where: { userId, organizationId: former } });
    const member = { organizationId: owner.organizationId, userId };
    await db.member.create({ data: { ...member, role: "developer" } });
    const key = await createApiKey(owner.projectId, { name: "stream" });
    const userKey = await createUserKey(member, { name: "stream" });
    const credentials = { key: key.key, cookie: await sessionCookie(userId), userKey: userKey.key };
    return { owner, member, key, userKey, credentials };
  }
  type People = Awaited<ReturnType<typeof people>>;
  const removal = ({ owner, member }: People) => removeMember(owner, member.userId);
  const newRole = ({ owner, member }: People) => changeRole(owner, member.userId, "viewer");

  it.each([
    ["its key is revoked", "key", ({ owner, key }: People) => revokeApiKey(owner.projectId, key.id), "null"],
    ["its person is removed", "cookie", removal, "null"],
    ["its person gets another role", "cookie", newRole, undefined],
    ["the member with its key is removed", "userKey", removal, "null"],
    ["the member with its key gets another role", "userKey", newRole, undefined],
    [
      "the key of its member is revoked",
      "userKey",
      ({ member, userKey }: People) => revokeUserKey(member, userKey.id),
      "null",
    ],
  ] as const)("when %s", async (_, kind, change, project) => {
    const all = await people();
    const { ended: ending } = await copy.watch(kind, all.credentials[kind]);
    await change(all);
    expect(await ending).toBe("ended");
    expect(await copy.project(kind, all.credentials[kind])).toBe(project ?? all.owner.projectId);
  });
});
