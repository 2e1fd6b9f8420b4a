/** A sign-in with a second step: no way in leaves it out, and nobody learns who has one. */
import { beforeEach, describe, expect, it } from "vitest";
import { POST as finish } from "@/app/api/v3/internal/patchbay/sign_in/second_step/route";
import { POST as changePassword } from "@/app/api/v3/internal/patchbay/profile/password/route";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { callRoute } from "@/test/builders/members";
import { createTestOwner, PASSWORD, sessionCookie } from "@/test/builders/owners";
import { codeNow, holdStep, type Phone, setUpPhone } from "@/test/clients/second-factor";
import { auth, type Answer } from "@/test/clients/next-auth-call";
import { queryRows } from "@/test/setup/query-rows";
import { provision } from "../provision";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { startSignIn } from "../sign-in/sign-in-rows";
import { countFailures, dayFactorTry, MAX_DAY_FACTOR_TRIES } from "../sign-in/sign-in-tries";
import { prunePendingSignIns } from "./finish-sign-in";

process.env.NEXTAUTH_URL = "http://localhost:3000";

const FILL = "UPDATE login_attempt SET failures = $2 WHERE subject = $1";

let userId: string;
let email: string;
let phone: Phone;

beforeEach(async () => {
  holdStep();
  ({ userId, email } = await createTestOwner());
  phone = await setUpPhone(await sessionCookie(userId), userId);
});

async function signIn(password = PASSWORD, as = email): Promise<Answer> {
  const csrf = await auth(["csrf"], "GET", { cookies: {} });
  const { csrfToken } = csrf.body as { csrfToken: string };
  return auth(["callback", "credentials"], "POST", {
    body: { csrfToken, email: as, password, json: "true" },
    cookies: csrf.cookies,
  });
}

const SESSION = "next-auth.session-token";
const STEP = "patchbay.second-step";
const cookieOf = ({ cookies }: Answer): string => `${STEP}=${cookies[STEP] ?? ""}`;

async function finishWith(cookie: string, code: string) {
  const response = await finish(
    new Request(`http://localhost:3000${finish.op.path}`, {
      method: "POST",
      headers: { cookie },
      body: JSON.stringify({ code }),
    }),
    { params: Promise.resolve({}) },
  );
  const session = response.headers.getSetCookie().find((line) => line.startsWith(`${SESSION}=`));
  return { status: response.status, session: session?.split(";")[0], lines: response.headers.getSetCookie() };
}

describe("a sign-in", () => {
  it("gets a cookie for the second step and no session, and the session with a code", async () => {
    const first = await signIn();
    expect(first.cookies[SESSION]).toBeUndefined();
    expect(JSON.stringify([first.body, first.location])).toContain("/login?step=code");
    expect(first.setCookies.find((line) => line.startsWith(STEP))).toMatch(
      /Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/,
    );
    expect(await findCallerBySignIn(cookieOf(first))).toBeNull();
    const { status, session, lines } = await finishWith(cookieOf(first), codeNow(phone.secret));
    expect(status).toBe(200);
    expect((await findCallerBySignIn(session ?? ""))?.by).toMatchObject({ userId });
    expect(lines.find((line) => line.startsWith(STEP))).toContain("Max-Age=0");
    expect(lines.some((line) => line.startsWith("patchbay.browser="))).toBe(true);
  });

  it("does not tell who has a second step before the password is right", async () => {
    const { email: other } = await createTestOwner();
    const toKnown = ({ status, location, body, setCookies }: Answer) => ({
      ...{ status, location, body, names: setCookies.map((line) => line.split("=")[0]) },
    });
    const answers = [await signIn("a wrong sentence"), await signIn("a wrong sentence", other)].map(toKnown);
    expect(answers[0]).toEqual(answers[1]);
    expect(await db.pendingSignIn.count({ where: { userId } })).toBe(0);
  });

  it("needs no second step where there is none", async () => {
    const { email: other } = await createTestOwner();
    expect((await signIn(PASSWORD, other)).cookies[SESSION]).toBeDefined();
  });

  it("410: the cookie of the first step works once, for ten minutes, and not after a new password", async () => {
    const first = await signIn();
    expect((await finishWith(cookieOf(first), codeNow(phone.secret, -1))).status).toBe(200);
    expect(await finishWith(cookieOf(first), codeNow(phone.secret))).toMatchObject({ status: 410, session: undefined });
    const second = await signIn();
    const back = moveClock(601_000);
    expect(await finishWith(cookieOf(second), codeNow(phone.secret))).toMatchObject({
      status: 410,
      session: undefined,
    });
    await prunePendingSignIns();
    expect(await db.pendingSignIn.count({ where: { userId } })).toBe(0);
    back();
    const third = await signIn();
    await provision({ email, projectName: "default", resetPassword: true });
    expect(await finishWith(cookieOf(third), codeNow(phone.secret))).toMatchObject({ status: 410, session: undefined });
    for (const cookie of ["", `${STEP}=step_nobody`]) expect((await finishWith(cookie, "123456")).status).toBe(410);
  });

  it("of two second steps at the same time with two good codes begins one session", async () => {
    const first = await signIn();
    const before = await db.userSession.count({ where: { userId } });
    const codes = phone.recoveryCodes.slice(0, 2);
    const answers = await Promise.all(codes.map((code) => finishWith(cookieOf(first), code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect(await db.userSession.count({ where: { userId } })).toBe(before + 1);
  });

  it("records a wrong code for the person's organization, and asks for the password after 20 in a day", async () => {
    const { organizationId } = await db.member.findFirstOrThrow({ where: { userId } });
    const first = cookieOf(await signIn());
    expect((await finishWith(first, "000000")).status).toBe(422);
    const where = { organizationId, actorId: userId, action: "profile.enter_wrong_code", outcome: "refused" };
    expect(await db.auditEvent.count({ where })).toBe(1);
    await queryRows("test.fill-day", FILL, [dayFactorTry(userId)[0]?.name, MAX_DAY_FACTOR_TRIES - 1]);
    expect((await finishWith(first, "000000")).status).toBe(422);
    expect((await finishWith(first, codeNow(phone.secret))).status).toBe(410);
    const second = cookieOf(await signIn());
    expect((await finishWith(second, codeNow(phone.secret))).status).toBe(429);
    expect((await finishWith(second, phone.recoveryCodes[0] ?? "")).status).toBe(200);
    await provision({ email, projectName: "default", resetPassword: true });
    expect(await countFailures(dayFactorTry(userId))).toBe(0);
  });

  it("records the use of a recovery code", async () => {
    const first = await signIn();
    const [code = ""] = phone.recoveryCodes;
    expect((await finishWith(cookieOf(first), code)).status).toBe(200);
    const events = await db.auditEvent.findMany({ where: { actorId: userId, action: "profile.use_recovery_code" } });
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events, (_, value: unknown) => (typeof value === "bigint" ? "" : value))).not.toContain(code);
  });
});

it("no way begins a session of a person with a factor without its proof; their own session goes on", async () => {
  const { sessionVersion } = await db.user.findUniqueOrThrow({ where: { id: userId } });
  expect(await startSignIn(userId, sessionVersion)).toBeNull();
  const session = await startSignIn(userId, sessionVersion, { isFactorProven: true });
  expect(session).not.toBeNull();
  const { session: cookie = "" } = await finishWith(cookieOf(await signIn()), codeNow(phone.secret));
  const body = { current_password: PASSWORD, new_password: "another sentence for tests" };
  expect((await callRoute(changePassword, { cookie }, { body })).status).toBe(200);
  expect((await signIn("another sentence for tests")).cookies[SESSION]).toBeUndefined();
});
