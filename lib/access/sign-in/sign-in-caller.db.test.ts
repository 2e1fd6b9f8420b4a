/** Sessions as next-auth makes them: found, bound to the person's present state, and refused when forged or ended. */
import { encode } from "next-auth/jwt";
import { beforeAll, describe, expect, it } from "vitest";
import { authenticate } from "@/lib/http/api-door/authenticate";
import { db } from "@/lib/kernel/database/db";
import { auth, type Answer } from "@/test/clients/next-auth-call";
import { createTestOwner, PASSWORD, sessionCookie, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { holdTime } from "@/test/setup/hold-time";
import { MAX_TRIES, signInTry, takeTry } from "./sign-in-tries";
import { createProject } from "../projects/projects";
import { provision } from "../provision";
import { findCallerBySignIn, signInSecret } from "./sign-in-caller";
import { pruneSignIns, startSignIn } from "./sign-in-rows";
import { findByPassword } from "./sign-in";

// Changes are seen because they are announced.
beforeAll(holdTime);

const SESSION = /^next-auth\.session-token=[^;]+/;

/** What the login page does; `header` is the browser's Cookie header afterwards. */
async function signIn(email: string, password = PASSWORD): Promise<{ answer: Answer; header: string }> {
  const csrf = await auth(["csrf"], "GET", {});
  const { csrfToken } = csrf.body as { csrfToken: string };
  const answer = await auth(["callback", "credentials"], "POST", {
    body: { email, password, csrfToken },
    cookies: csrf.cookies,
  });
  return { answer, header: answer.setCookies.map((cookie) => cookie.split(";")[0]).join("; ") };
}

describe("a session", () => {
  it("begins with the right password, in a cookie that scripts cannot read, and finds its caller", async () => {
    const { email, userId, organizationId, projectId } = await createTestOwner();
    const { answer, header } = await signIn(email);
    const cookie = answer.setCookies.find((setCookie) => SESSION.test(setCookie));
    expect(cookie).toMatch(/; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
    expect(await findCallerBySignIn(header)).toEqual({
      kind: "project",
      organizationId,
      projectId,
      settings: { maskSecrets: true, storePayloads: true, versionsAsOf: expect.any(String) as string },
      by: { kind: "session", sessionId: expect.stringMatching(/^ses_/) as string, userId, role: "owner" },
    });
  });

  it("does not begin with a wrong password or without the page's own token", async () => {
    const { email } = await createTestOwner();
    const wrong = await signIn(email, "not the password");
    expect(wrong.answer.location).toContain("error=CredentialsSignin");
    const foreign = await auth(["callback", "credentials"], "POST", {
      body: { email, password: PASSWORD, csrfToken: "made up" },
    });
    for (const { setCookies } of [wrong.answer, foreign])
      expect(setCookies.some((setCookie) => SESSION.test(setCookie))).toBe(false);
  });

  it("says when the next try is possible after too many", async () => {
    const { email } = await createTestOwner();
    for (let i = 0; i < MAX_TRIES; i++) await takeTry(signInTry(email, "203.0.113.200", null));
    expect(new URL((await signIn(email)).answer.location).searchParams.get("error")).toMatch(
      /Try again in 15 minutes\.$/,
    );
  });

  it("ends everywhere when the person's password is replaced", async () => {
    const { email } = await createTestOwner();
    const { header } = await signIn(email);
    expect(await findCallerBySignIn(header)).not.toBeNull();
    await provision({ email, projectName: "default", resetPassword: true });
    await soon(
      () => findCallerBySignIn(header),
      (caller) => caller === null,
    );
  });

  it("ends on the server by signing out, in another process too; other sessions go on", async () => {
    const { email, projectId } = await createTestOwner();
    const [{ header }, other] = [await signIn(email), await signIn(email)];
    const copy = startSecondCopy();
    expect(await copy.project("cookie", header)).toBe(projectId);
    const { ended: ending } = await copy.watch("cookie", header);
    const csrf = await auth(["csrf"], "GET", {});
    const { csrfToken } = csrf.body as { csrfToken: string };
    const token = header.slice(header.indexOf("next-auth.session-token=") + "next-auth.session-token=".length);
    await auth(["signout"], "POST", {
      body: { csrfToken },
      cookies: { ...csrf.cookies, "next-auth.session-token": token.split(";")[0] ?? "" },
    });
    expect(await ending).toBe("ended");
    expect(await copy.project("cookie", header)).toBe("null");
    await soon(
      () => findCallerBySignIn(header),
      (caller) => caller === null,
    );
    expect(await findCallerBySignIn(other.header)).not.toBeNull();
    expect(await copy.project("cookie", other.header)).toBe(projectId);
    copy.stop();
  });

  it("does not begin when the password was replaced after it was checked", async () => {
    const { email, userId } = await createTestOwner();
    const checked = await findByPassword(email, PASSWORD, undefined);
    await provision({ email, projectName: "default", resetPassword: true });
    expect(checked && (await startSignIn(userId, checked.sessionVersion))).toBeNull();
    expect(await db.userSession.count({ where: { userId } })).toBe(0);
  });

  it("ends seven days after it began, whatever its token says", async () => {
    const { userId } = await createTestOwner();
    const header = await sessionCookie(userId);
    await db.userSession.updateMany({ where: { userId }, data: { expiresAt: new Date(Date.now() - 1) } });
    expect(await findCallerBySignIn(header)).toBeNull();
    await pruneSignIns();
    expect(await db.userSession.count({ where: { userId } })).toBe(0);
  });

  it("does not open when it is forged, sealed with another key, or names no session of that person", async () => {
    const { userId } = await createTestOwner();
    const sessionId = await startSignIn(userId, 1);
    const theirs = await startSignIn((await createTestOwner()).userId, 1);
    const cookie = async (token: object, secret = signInSecret()) =>
      `next-auth.session-token=${await encode({ token: { ...token }, secret })}`;
    expect(await findCallerBySignIn(await cookie({ sub: userId, sessionId }))).not.toBeNull();
    expect(
      await findCallerBySignIn(await cookie({ sub: userId, sessionId }, "another secret of some length")),
    ).toBeNull();
    expect(await findCallerBySignIn(await cookie({ sub: userId }))).toBeNull();
    expect(await findCallerBySignIn(await cookie({ sub: userId, sessionVersion: 1 }))).toBeNull();
    for (const wrongId of [theirs, "ses_unknown", { id: sessionId }])
      expect(await findCallerBySignIn(await cookie({ sub: userId, sessionId: wrongId }))).toBeNull();
    expect(await findCallerBySignIn("next-auth.session-token=a.b.c.d.e")).toBeNull();
  });

  it("chooses among the person's own projects only", async () => {
    const mine = await createTestOwner();
    const theirs = await createTestOwner();
    const { header } = await signIn(mine.email);
    const second = await createProject(mine.organizationId, "second");
    await soon(
      () => findCallerBySignIn(header, second.id),
      (caller) => caller?.projectId === second.id,
    );
    expect((await findCallerBySignIn(header, theirs.projectId))?.projectId).toBe(mine.projectId);
  });

  it("403: ends for a person who was taken out of every organization", async () => {
    const { email, userId } = await createTestOwner();
    const { header } = await signIn(email);
    await db.member.deleteMany({ where: { userId } });
    await expect(findCallerBySignIn(header)).rejects.toMatchObject({ status: 403 });
  });
});

describe("a call with a session's cookie", () => {
  const request = (method: string, cookie: string, origin?: string, projectId?: string) =>
    new Request("http://localhost:3000/api/v3/x", {
      method,
      headers: { cookie, ...(origin && { origin }), ...(projectId && { "x-project-id": projectId }) },
    });
  const call = (...args: Parameters<typeof request>) => authenticate(request(...args), "project");

  it("403: may change something only from this server's own pages", async () => {
    const { email, projectId } = await createTestOwner();
    const { header } = await signIn(email);
    expect((await call("GET", header)).projectId).toBe(projectId);
    for (const ownOrigin of ["http://localhost:3000", "http://127.0.0.1:3000"])
      expect((await call("POST", header, ownOrigin)).projectId).toBe(projectId);
    for (const foreign of [
      undefined,
      "null",
      "https://evil.example",
      "http://localhost:3001",
      "http://localhost:3000.evil.example",
    ]) {
      await expect(call("POST", header, foreign)).rejects.toMatchObject({ status: 403 });
      await expect(authenticate(request("POST", header, foreign), "user")).rejects.toMatchObject({ status: 403 });
    }
  });

  it("404: changes nothing in another project when the chosen one is gone or somebody else's", async () => {
    const { email, projectId, userId } = await createTestOwner();
    const theirs = await createTestOwner();
    const { header } = await signIn(email);
    const ownOrigin = "http://localhost:3000";
    expect((await call("POST", header, ownOrigin, projectId)).projectId).toBe(projectId);
    for (const targetId of [theirs.projectId, "proj_gone"]) {
      for (const method of ["POST", "PATCH", "DELETE"])
        await expect(call(method, header, ownOrigin, targetId)).rejects.toMatchObject({ status: 404 });
      expect((await call("GET", header, ownOrigin, targetId)).projectId).toBe(projectId);
      expect(await authenticate(request("POST", header, ownOrigin, targetId), "user")).toMatchObject({
        kind: "user",
        userId,
      });
    }
  });

  it("401: is refused without a session", async () => {
    await expect(call("GET", "theme=dark")).rejects.toMatchObject({ status: 401 });
  });
});
