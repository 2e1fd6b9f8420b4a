/** The second factor: its codes count once, guesses end, and a stolen session does not replace it. */
import { beforeEach, describe, expect, it } from "vitest";
import { GET as read, POST as confirm } from "@/app/api/v3/internal/patchbay/profile/second_factor/route";
import { POST as renew } from "@/app/api/v3/internal/patchbay/profile/second_factor/recovery_codes/route";
import { POST as start } from "@/app/api/v3/internal/patchbay/profile/second_factor/start/route";
import { POST as turnOff } from "@/app/api/v3/internal/patchbay/profile/second_factor/turn_off/route";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { codeNow, holdStep, setUpPhone } from "@/test/clients/second-factor";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { dayFactorTry, factorTry, MAX_DAY_FACTOR_TRIES, MAX_FACTOR_TRIES } from "../sign-in/sign-in-tries";
import { proveFactor } from "./prove-factor";
import { RECOVERY_CODES } from "./recovery-codes";

let userId: string;
let cookie: string;

beforeEach(async () => {
  holdStep();
  ({ userId } = await createTestOwner());
  cookie = await sessionCookie(userId);
});

const wrong = { status: 422 };
const state = async () => (await callRoute(read, { cookie })).body;
const prove = (code: string, address?: string, id = userId) =>
  proveFactor(id, code, factorTry(id, address), dayFactorTry(id));

describe("the set-up", () => {
  it("shows a secret as a text and a QR code, and counts after the first code of the app", async () => {
    const { body } = await callRoute(start, { cookie }, { body: {} });
    expect(body).toMatchObject({ secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as string });
    expect(body.qr_svg).toMatch(/^<svg[^]*<\/svg>$/);
    expect(await state()).toEqual({ enabled: false, passkeys: 0, recovery_codes_left: 0, wrong_codes: 0 });
    expect((await callRoute(confirm, { cookie }, { body: { code: "000 000" } })).status).toBe(422);
    const code = codeNow(String(body.secret)).replace(/^.../, "$& ");
    const confirmed = await callRoute(confirm, { cookie }, { body: { code } });
    expect(confirmed.body.recovery_codes).toHaveLength(RECOVERY_CODES);
    expect(await state()).toMatchObject({ enabled: true, recovery_codes_left: RECOVERY_CODES });
    // The code of the set-up is used up.
    await expect(prove(code)).rejects.toMatchObject(wrong);
  });

  it("leaves other sign-ins alone, and stores neither the secret nor a code in the clear", async () => {
    const other = await sessionCookie(userId);
    const { secret, recoveryCodes } = await setUpPhone(cookie, userId);
    expect(await findCallerBySignIn(other)).not.toBeNull();
    const text = JSON.stringify([
      await db.secondFactor.findMany({ where: { userId } }),
      await db.recoveryCode.findMany({ where: { userId } }),
    ]);
    for (const clear of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll("-", ""))])
      expect(text).not.toContain(clear);
  });

  it("409: a confirmation without a start, and a second one, change nothing", async () => {
    expect((await callRoute(confirm, { cookie }, { body: { code: "123456" } })).status).toBe(409);
    const { body } = await callRoute(start, { cookie }, { body: {} });
    const code = codeNow(String(body.secret));
    const answers = await Promise.all([1, 2].map(() => callRoute(confirm, { cookie }, { body: { code } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("409: a set-up expires after 15 minutes, and begins again", async () => {
    const { body } = await callRoute(start, { cookie }, { body: {} });
    const back = moveClock(15 * 60_000 + 1);
    const late = { body: { code: codeNow(String(body.secret)) } };
    // The proof of the sign-in has become old too.
    cookie = await sessionCookie(userId);
    expect((await callRoute(confirm, { cookie }, late)).status).toBe(409);
    const again = await callRoute(start, { cookie }, { body: {} });
    const confirmed = await callRoute(confirm, { cookie }, { body: { code: codeNow(String(again.body.secret)) } });
    expect(confirmed.status).toBe(200);
    back();
  });

  it("422: a session without the app neither replaces it, nor turns it off, nor renews its codes", async () => {
    const { secret } = await setUpPhone(cookie, userId);
    const sealed = (await db.secondFactor.findUniqueOrThrow({ where: { userId } })).secret;
    for (const [route, body] of [
      [start, {}],
      [start, { code: "000000" }],
      [turnOff, { code: "000000" }],
      [renew, { code: "aaaa-bbbb-cccc-dddd" }],
    ] as const)
      expect((await callRoute(route, { cookie }, { body })).status).toBe(422);
    expect(await db.secondFactor.findUnique({ where: { userId } })).toMatchObject({ secret: sealed, nextSecret: null });
    expect((await callRoute(turnOff, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(200);
    expect(await state()).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
  });

  it("keeps the app until the next app is confirmed", async () => {
    const { secret } = await setUpPhone(cookie, userId);
    const { body } = await callRoute(start, { cookie }, { body: { code: codeNow(secret, -1) } });
    await expect(prove(codeNow(String(body.secret)))).rejects.toMatchObject(wrong);
    expect(await prove(codeNow(secret))).toBe("totp");
    await callRoute(confirm, { cookie }, { body: { code: codeNow(String(body.secret)) } });
    await expect(prove(codeNow(secret, 1))).rejects.toMatchObject(wrong);
  });
});

describe("a code", () => {
  it("is accepted once, also by two calls at the same time, and none before it afterwards", async () => {
    const { secret } = await setUpPhone(cookie, userId);
    const results = await Promise.allSettled([1, 2, 3].map(() => prove(codeNow(secret))));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(prove(codeNow(secret, -1))).rejects.toMatchObject(wrong);
    expect(await prove(codeNow(secret, 1))).toBe("totp");
  });

  it("for recovery is accepted once, in any spelling, also by two calls at the same time", async () => {
    const { recoveryCodes } = await setUpPhone(cookie, userId);
    const [code = "", next = ""] = recoveryCodes;
    const results = await Promise.allSettled([1, 2, 3].map(() => prove(code)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await prove(next.replaceAll("-", " ").toUpperCase())).toBe("recovery_code");
    expect(await state()).toMatchObject({ recovery_codes_left: RECOVERY_CODES - 2 });
  });

  it("for recovery belongs to one person, and ends when codes are renewed", async () => {
    const { secret, recoveryCodes } = await setUpPhone(cookie, userId);
    const other = await createTestOwner();
    await setUpPhone(await sessionCookie(other.userId), other.userId);
    const [code = ""] = recoveryCodes;
    await expect(prove(code, undefined, other.userId)).rejects.toMatchObject(wrong);
    const renewed = await callRoute(renew, { cookie }, { body: { code: codeNow(secret) } });
    expect(renewed.body.recovery_codes).toHaveLength(RECOVERY_CODES);
    await expect(prove(code)).rejects.toMatchObject(wrong);
  });

  it("429: guesses from many addresses end after five, even with the right code, until the time is over", async () => {
    const { secret, recoveryCodes } = await setUpPhone(cookie, userId);
    for (let i = 0; i < MAX_FACTOR_TRIES; i++)
      await expect(prove("000000", `192.0.2.${i}`)).rejects.toMatchObject(wrong);
    await expect(prove(codeNow(secret), "192.0.2.77")).rejects.toMatchObject({ status: 429 });
    await expect(prove(recoveryCodes[0] ?? "")).rejects.toMatchObject({ status: 429 });
    const back = moveClock(16 * 60_000);
    expect(await prove(codeNow(secret))).toBe("totp");
    back();
  });

  it("429: after 20 wrong codes in 24 hours no code of the app counts, and a recovery code does", async () => {
    const { secret, recoveryCodes } = await setUpPhone(cookie, userId);
    const backs = [];
    for (let i = 0; i < MAX_DAY_FACTOR_TRIES; i++) {
      if (i % MAX_FACTOR_TRIES === 0) backs.push(moveClock(16 * 60_000));
      await expect(prove("000000")).rejects.toMatchObject(wrong);
    }
    backs.push(moveClock(16 * 60_000));
    expect(await state()).toMatchObject({ wrong_codes: MAX_DAY_FACTOR_TRIES });
    await expect(prove(codeNow(secret))).rejects.toMatchObject({ status: 429 });
    expect(await prove(recoveryCodes[0] ?? "")).toBe("recovery_code");
    await expect(prove(codeNow(secret))).rejects.toMatchObject({ status: 429 });
    backs.push(moveClock(24 * 3_600_000));
    expect(await prove(codeNow(secret))).toBe("totp");
    for (const back of backs.reverse()) back();
  });

  it("ends a sign-in in which 20 codes were wrong, and no other of the person", async () => {
    const other = await sessionCookie(userId);
    await setUpPhone(cookie, userId);
    const backs = [];
    for (let i = 0; i < MAX_DAY_FACTOR_TRIES; i++) {
      if (i % MAX_FACTOR_TRIES === 0) backs.push(moveClock(16 * 60_000));
      expect((await callRoute(renew, { cookie }, { body: { code: "000000" } })).status).toBe(422);
    }
    expect((await callRoute(read, { cookie })).status).toBe(401);
    expect((await callRoute(read, { cookie: other })).status).toBe(200);
    for (const back of backs.reverse()) back();
  });
});

it("401, 403: no key and no page of another site changes the factor", async () => {
  expect((await callRoute(start, { "x-user-api-key": "uak_nobody" }, { body: {} })).status).toBe(401);
  expect((await callRoute(start, { cookie, origin: "https://evil.example" }, { body: {} })).status).toBe(403);
});
