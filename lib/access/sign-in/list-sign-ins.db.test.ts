/** People see where they are signed in, and end their own sign-ins alone. */
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { GET as list } from "@/app/api/v3/internal/patchbay/profile/sign_ins/route";
import { DELETE as end } from "@/app/api/v3/internal/patchbay/profile/sign_ins/[id]/route";
import { db } from "@/lib/kernel/database/db";
import { callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { holdTime } from "@/test/setup/hold-time";
import { flushSignInUse } from "./list-sign-ins";
import { findCallerBySignIn } from "./sign-in-caller";
import { startSignIn } from "./sign-in-rows";

// Changes are seen because they are announced.
beforeAll(holdTime);

type Item = { id: string; device?: string; address?: string; last_used_at?: string; current: boolean };

const itemsOf = async (cookie: string): Promise<Item[]> => (await callRoute(list, { cookie })).body.items as Item[];

it("lists the sign-ins of the person with device, address and last use, and marks this one", async () => {
  const { userId } = await createTestOwner();
  const client = { device: "Firefox on Linux", address: "192.0.2.7" };
  expect(await startSignIn(userId, 1, { client })).not.toBeNull();
  const cookie = await sessionCookie(userId);
  await itemsOf(cookie);
  await flushSignInUse();
  const items = await itemsOf(cookie);
  expect(items).toHaveLength(2);
  expect(items.find(({ current }) => current)?.last_used_at).toBeDefined();
  const other = items.find(({ current }) => !current);
  expect(other).toMatchObject(client);
  expect(other?.last_used_at).toBeUndefined();
});

it("ends one of them here and in another copy; the others go on, and a second end is a 404", async () => {
  const { userId } = await createTestOwner();
  const [here, there] = [await sessionCookie(userId), await sessionCookie(userId)];
  const copy = startSecondCopy();
  onTestFinished(copy.stop);
  expect(await copy.project("cookie", there)).not.toBe("null");
  const { id = "" } = (await itemsOf(there)).find(({ current }) => current) ?? {};
  expect((await callRoute(end, { cookie: here }, { params: { id } })).status).toBe(200);
  await soon(
    () => findCallerBySignIn(there),
    (caller) => caller === null,
  );
  await soon(
    () => copy.project("cookie", there),
    (answer) => answer === "null",
  );
  expect(await findCallerBySignIn(here)).not.toBeNull();
  expect((await callRoute(end, { cookie: here }, { params: { id } })).status).toBe(404);
});

it("404: nobody ends another person's sign-in, or reads it", async () => {
  const [owner, other] = [await createTestOwner(), await createTestOwner()];
  const [mine, theirs] = [await sessionCookie(owner.userId), await sessionCookie(other.userId)];
  const { id } = await db.userSession.findFirstOrThrow({ where: { userId: other.userId } });
  expect((await callRoute(end, { cookie: mine }, { params: { id } })).status).toBe(404);
  expect((await itemsOf(mine)).map((item) => item.id)).not.toContain(id);
  expect(await findCallerBySignIn(theirs)).not.toBeNull();
});
