/** Open streams end with the access of their caller: with the real routes and notifications. */
import { beforeAll, expect, it } from "vitest";
import { createApiKey, revokeApiKey } from "@/lib/access/keys/api-keys";
import { announceChange, changeGeneration } from "@/lib/access/announce-change";
import { endSignIn } from "@/lib/access/sign-in/sign-in-rows";
import { findCallerBySignIn } from "@/lib/access/sign-in/sign-in-caller";
import { db } from "@/lib/kernel/database/db";
import { GET } from "@/app/api/v3/internal/patchbay/logs/stream/route";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { holdTime } from "@/test/setup/hold-time";
import { createApiRouter } from "./api-door/api-router";

// Changes are seen because they are announced.
beforeAll(holdTime);

const door = createApiRouter([GET]);

beforeAll(async () => {
  await soon(
    async () => changeGeneration(),
    (generation) => generation !== null,
  );
});

/** Opens a stream of the log; `isOver` becomes true when it ends. */
async function open(headers: Record<string, string>) {
  const answer = await door.fetch(
    new Request("http://localhost:3000/api/v3/internal/patchbay/logs/stream", { headers }),
  );
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  await reader?.read();
  const stream = { isOver: false };
  void (async () => {
    while (!(await reader?.read())?.done);
    stream.isOver = true;
  })();
  return stream;
}

const untilEnded = (stream: { isOver: boolean }) =>
  soon(
    async () => stream.isOver,
    (hasEnded) => hasEnded,
  );

it("a revoked key ends its streams, and no other key's", async () => {
  const { projectId } = await createTestOwner();
  const [revokedKey, otherKey] = [
    await createApiKey(projectId, { name: "gone" }),
    await createApiKey(projectId, { name: "kept" }),
  ];
  const [ending, going] = [await open({ "x-api-key": revokedKey.key }), await open({ "x-api-key": otherKey.key })];
  await revokeApiKey(projectId, revokedKey.id);
  await untilEnded(ending);
  expect(going.isOver).toBe(false);
  await revokeApiKey(projectId, otherKey.id);
  await untilEnded(going);
});

it("signing out ends the streams of the session", async () => {
  const cookie = await sessionCookie((await createTestOwner()).userId);
  const stream = await open({ cookie });
  const caller = await findCallerBySignIn(cookie);
  await endSignIn(caller?.by.kind === "session" ? caller.by.sessionId : "");
  await untilEnded(stream);
});

it("a changed role ends the streams of the person", async () => {
  const { userId } = await createTestOwner();
  const stream = await open({ cookie: await sessionCookie(userId) });
  await db.$transaction(async (tx) => {
    await tx.member.updateMany({ where: { userId }, data: { role: "viewer" } });
    await announceChange(tx, "callers");
  });
  await untilEnded(stream);
});
