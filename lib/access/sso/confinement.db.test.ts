/** What a sign-in by an organization's provider opens, and what it never does. */
import { beforeEach, describe, expect, it } from "vitest";
import { POST as createKey } from "@/app/api/v3/internal/patchbay/profile/api_keys/route";
import { POST as confirm } from "@/app/api/v3/internal/patchbay/profile/confirm/route";
import { POST as changePassword } from "@/app/api/v3/internal/patchbay/profile/password/route";
import { GET as profile } from "@/app/api/v3/internal/patchbay/profile/route";
import { POST as beginPasskey } from "@/app/api/v3/internal/patchbay/profile/passkeys/options/route";
import { POST as beginFactor } from "@/app/api/v3/internal/patchbay/profile/second_factor/start/route";
import { DELETE as endSignIn } from "@/app/api/v3/internal/patchbay/profile/sign_ins/[id]/route";
import { GET as signIns } from "@/app/api/v3/internal/patchbay/profile/sign_ins/route";
import { GET as session } from "@/app/api/v3/internal/patchbay/session/route";
import { GET as organizations } from "@/app/api/v3/org/list/route";
import { setSecondStepRule } from "@/lib/access/factors/set-second-step-rule";
import { findPerson } from "@/lib/oauth-server/find-person";
import { callRoute, joinOrganization } from "@/test/builders/members";
import { createTestOwner, PASSWORD, sessionCookie, soon } from "@/test/builders/owners";
import { holdStep, setUpPhone } from "@/test/clients/second-factor";
import { startSecondCopy } from "@/test/children/second-copy";
import { addProvider, changeProvider } from "@/test/clients/sso";
import { queryRows } from "@/test/setup/query-rows";
import { authorize } from "../authorize";
import { confirmCliSession, createCliSession, readCliSession } from "../keys/confirm-cli-session";
import { onAccessEnd } from "../on-access-end";
import { findCallerBySignIn, sealSignIn } from "../sign-in/sign-in-caller";
import { startSignIn } from "../sign-in/sign-in-rows";

const SERVER = { issuer: "http://127.0.0.1:1", clientId: "c", clientSecret: "s" };
const BY_PROVIDER = { kind: "session", userId: "user_1", role: "owner", confined: true } as const;
type Owned = Awaited<ReturnType<typeof createTestOwner>>;

/** The owner of the organization, and a member of it who owns another one. */
let owner: Owned & { cookie: string };
let member: Owned & { whole: string };
let providerId: string;
/** The member's, by the provider. */
let cookie: string;
let sessionId: string;

async function signInBy(userId: string): Promise<string | null> {
  const [user] = await queryRows<{ session_version: number }>(
    "test.version",
    "SELECT session_version FROM app_user WHERE id = $1",
    [userId],
  );
  return startSignIn(userId, user?.session_version ?? 0, { providerId, isFactorProven: true });
}

beforeEach(async () => {
  const [base, another] = [await createTestOwner(), await createTestOwner()];
  owner = { ...base, cookie: await sessionCookie(base.userId) };
  member = { ...another, whole: await sessionCookie(another.userId) };
  await joinOrganization(owner.organizationId, member.userId, "admin");
  providerId = await addProvider(owner.cookie, SERVER);
  sessionId = (await signInBy(member.userId)) ?? "";
  cookie = `next-auth.session-token=${await sealSignIn({ sub: member.userId, sessionId, name: null, email: null })}`;
});

const callerOf = async (header: string, projectId?: string) => {
  const caller = await findCallerBySignIn(header, projectId);
  if (!caller) throw new Error("no caller");
  return caller;
};

describe("a sign-in by an organization's provider", () => {
  it("changes nothing of the person's account, and makes no key that would open their other organizations", async () => {
    for (const [route, input] of [
      [createKey, { body: { name: "mine" } }],
      [changePassword, { body: { current_password: PASSWORD, new_password: "another sentence" } }],
      [beginPasskey, { body: {} }],
      [beginFactor, { body: {} }],
      [organizations, {}],
    ] as const) {
      const { status, body } = await callRoute(route, { cookie }, input);
      expect([route.op.id, status, body.error?.message]).toEqual([
        ...[route.op.id, 403],
        "You signed in by your organization’s provider, which doesn’t open your whole account.",
      ]);
    }
    expect((await callRoute(profile, { cookie })).status).toBe(200);
    expect((await callRoute(confirm, { cookie }, { body: { password: PASSWORD } })).status).toBe(200);
  });

  it("does nothing on the server itself, which has other organizations too", async () => {
    for (const permission of ["instance:read", "instance:write"] as const)
      await expect(
        (async () => authorize({ ...(await callerOf(owner.cookie)), by: { ...BY_PROVIDER, sessionId } }, permission))(),
      ).rejects.toMatchObject({ message: expect.stringContaining("organization’s provider") as string });
    await queryRows("test.owner", "UPDATE member SET role = 'owner' WHERE user_id = $1", [member.userId]);
    const again = (await signInBy(member.userId)) ?? "";
    const token = await sealSignIn({ sub: member.userId, sessionId: again, name: null, email: null });
    const { body } = await callRoute(session, { cookie: `next-auth.session-token=${token}` });
    expect(body.permissions).toContain("organization:write");
    expect(JSON.stringify(body.permissions)).not.toContain("instance:");
  });

  it("lists and ends the sign-ins by the provider alone", async () => {
    const { body } = await callRoute(signIns, { cookie });
    expect((body.items as { id: string }[]).map(({ id }) => id)).toEqual([sessionId]);
    const all = (await callRoute(signIns, { cookie: member.whole })).body.items as { id: string; current: boolean }[];
    const whole = all.find(({ current }) => current)?.id ?? "";
    expect((await callRoute(endSignIn, { cookie }, { params: { id: whole } })).status).toBe(404);
    expect((await callRoute(endSignIn, { cookie }, { params: { id: sessionId } })).status).toBe(200);
  });

  it("lets no command line have a key of the person, and names no other organization to it", async () => {
    const { id, code } = await createCliSession({ scope: "user" }, undefined);
    const caller = await callerOf(cookie);
    expect(await readCliSession(caller, id)).toMatchObject({ confirmable: false, organizations: [expect.any(String)] });
    await expect(confirmCliSession(caller, { id, code })).rejects.toMatchObject({ status: 403 });
  });

  it("lets a program in at the organization's MCP servers, and at no others", async () => {
    const browser = { cookies: cookie, endUserCookie: null };
    expect(await findPerson(owner.projectId, browser)).toMatchObject({ as: "member", id: member.userId });
    expect(await findPerson(member.projectId, browser)).toBeNull();
    expect(await findPerson(member.projectId, { ...browser, cookies: member.whole })).not.toBeNull();
  });

  it("goes on without a second step of the account, for which the provider answers", async () => {
    holdStep();
    await setUpPhone(owner.cookie, owner.userId);
    await setSecondStepRule(await callerOf(owner.cookie), true);
    await expect(findCallerBySignIn(member.whole)).rejects.toMatchObject({ status: 403 });
    expect((await callerOf(cookie)).organizationId).toBe(owner.organizationId);
  });

  it("ends with the membership, and open streams with the provider", async () => {
    let isOver = false;
    onAccessEnd(await callerOf(cookie), () => (isOver = true));
    await changeProvider(owner.cookie, providerId, { enabled: false });
    await soon(() => Promise.resolve(isOver), Boolean);
    expect(await signInBy(member.userId)).toBeNull();
    await changeProvider(owner.cookie, providerId, { enabled: true });
    // The earlier sign-in does not come back.
    expect(await findCallerBySignIn(cookie)).toBeNull();
    const again = (await signInBy(member.userId)) ?? "";
    const claims = { sub: member.userId, sessionId: again, name: null, email: null };
    await queryRows("test.leave", "DELETE FROM member WHERE organization_id = $1 AND user_id = $2", [
      owner.organizationId,
      member.userId,
    ]);
    const header = `next-auth.session-token=${await sealSignIn(claims)}`;
    await expect(findCallerBySignIn(header)).rejects.toMatchObject({ status: 403 });
  });

  it("ends with the provider in another process too, and no other sign-in does", async () => {
    const copy = startSecondCopy();
    const whole = await copy.project("cookie", member.whole);
    expect(await copy.project("cookie", cookie)).toBe(owner.projectId);
    const { ended: ending } = await copy.watch("cookie", cookie);
    await changeProvider(owner.cookie, providerId, { enabled: false });
    expect(await ending).toBe("ended");
    expect(await copy.project("cookie", cookie)).toBe("null");
    expect(await copy.project("cookie", member.whole)).toBe(whole);
    copy.stop();
  });
});
