/** Passkeys: answers of devices count once, for this site and this person, and count as a second step. */
import { beforeEach, describe, expect, it } from "vitest";
import { PATCH as setRule } from "@/app/api/v3/internal/patchbay/organization/second_step/route";
import { POST as confirm } from "@/app/api/v3/internal/patchbay/profile/confirm/route";
import { DELETE as remove } from "@/app/api/v3/internal/patchbay/profile/passkeys/[id]/route";
import { GET as list, POST as add } from "@/app/api/v3/internal/patchbay/profile/passkeys/route";
import { POST as begin } from "@/app/api/v3/internal/patchbay/profile/passkeys/options/route";
import { POST as beginSignIn } from "@/app/api/v3/internal/patchbay/sign_in/passkey/options/route";
import { POST as enter } from "@/app/api/v3/internal/patchbay/sign_in/passkey/route";
import { db } from "@/lib/kernel/database/db";
import { moveClock } from "@/lib/kernel/time/clock";
import { callRoute } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { codeNow, holdStep, setUpPhone } from "@/test/clients/second-factor";
import { SoftwareAuthenticator } from "@/test/clients/software-authenticator";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { startSignIn } from "../sign-in/sign-in-rows";
import { MAX_PASSKEYS } from "./add-passkey";
import { dayFactorTry, factorTry } from "../sign-in/sign-in-tries";
import { prunePendingSignIns } from "./finish-sign-in";
import { proveFactor } from "./prove-factor";
import { resetSecondFactor } from "./reset-second-factor";

type Options = { options: { challenge: string } };

let owner: Awaited<ReturnType<typeof createTestOwner>>;
let cookie: string;
let device: SoftwareAuthenticator;

beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  device = new SoftwareAuthenticator();
});

const newChallenge = async (by = cookie) =>
  ((await callRoute(begin, { cookie: by })).body as unknown as Options).options.challenge;
const signInChallenge = async () => ((await callRoute(beginSignIn, {})).body as unknown as Options).options.challenge;

const store = (attestation: object, by = cookie, name = "Laptop") =>
  callRoute(add, { cookie: by }, { body: { name, attestation } });
const addDevice = async (by = cookie, of = device) => store(of.create(await newChallenge(by)), by);
const signIn = (assertion: object) => callRoute(enter, {}, { body: { assertion } });
const sessionOf = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith("next-auth.session-token="))
    ?.split(";")[0] ?? "";
const version = async () => (await db.user.findUniqueOrThrow({ where: { id: owner.userId } })).sessionVersion;

describe("a new passkey", () => {
  it("is listed, signs in alone, and turns two-step sign-in on with recovery codes", async () => {
    const { status, body } = await addDevice();
    expect([status, body.name, (body.recovery_codes as string[]).length]).toEqual([200, "Laptop", 10]);
    expect(await startSignIn(owner.userId, await version())).toBeNull();
    const answer = await signIn(device.get(await signInChallenge()));
    expect(answer.status).toBe(200);
    expect((await findCallerBySignIn(sessionOf(answer)))?.by).toMatchObject({ userId: owner.userId });
    expect((await callRoute(list, { cookie })).body).toMatchObject({
      items: [{ id: device.id, name: "Laptop", last_used_at: expect.any(String) as string }],
    });
    const [code = ""] = body.recovery_codes as string[];
    const tries = [factorTry(owner.userId, undefined), dayFactorTry(owner.userId)] as const;
    expect(await proveFactor(owner.userId, code, ...tries)).toBe("recovery_code");
    await expect(proveFactor(owner.userId, "123456", ...tries)).rejects.toMatchObject({ status: 422 });
    expect((await addDevice(cookie, new SoftwareAuthenticator())).body.recovery_codes).toBeUndefined();
  });

  it("422: is made for this site, with a PIN or fingerprint, for the person's own challenge, once", async () => {
    const stranger = await sessionCookie((await createTestOwner()).userId);
    const wrong = [
      device.create(await newChallenge(), { origin: "https://evil.example" }),
      device.create(await newChallenge(), { rpId: "evil.example" }),
      device.create(await newChallenge(), { isVerified: false }),
      device.create(await newChallenge(stranger)),
      device.create(await signInChallenge()),
      device.create("bm90IGEgY2hhbGxlbmdl"),
    ];
    for (const attestation of wrong) expect((await store(attestation)).status).toBe(422);
    const late = device.create(await newChallenge());
    const back = moveClock(300_001);
    expect((await store(late)).status).toBe(422);
    await prunePendingSignIns();
    expect(await db.passkeyChallenge.count({ where: { userId: owner.userId } })).toBe(0);
    back();
    const right = device.create(await newChallenge());
    const answers = await Promise.all([1, 2].map(() => store(right)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await addDevice(stranger)).status).toBe(409);
    expect(await db.passkey.count({ where: { id: device.id } })).toBe(1);
  });

  it("403, 409: needs a fresh sign-in, and an account has at most 20", async () => {
    const rows = Array.from({ length: MAX_PASSKEYS - 1 }, (_, n) => ({
      ...{ id: `${owner.userId}-${n}`, userId: owner.userId, name: "Old", createdAt: new Date() },
      publicKey: new Uint8Array([1]),
    }));
    await db.passkey.createMany({ data: rows });
    const devices = [device, new SoftwareAuthenticator()];
    const attestations = [];
    for (const each of devices) attestations.push(each.create(await newChallenge()));
    const answers = await Promise.all(attestations.map((attestation) => store(attestation)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await callRoute(begin, { cookie })).status).toBe(409);
    await db.userSession.updateMany({ where: { userId: owner.userId }, data: { provenAt: new Date(0) } });
    const notFresh = { status: 403, body: { error: { slug: "FreshSignInRequired" } } };
    expect(await callRoute(begin, { cookie })).toMatchObject(notFresh);
    expect(await store(device.create("x".repeat(43)))).toMatchObject(notFresh);
    expect(await callRoute(remove, { cookie }, { params: { id: device.id } })).toMatchObject(notFresh);
  });
});

describe("a sign-in", () => {
  it("422: of another site, another challenge, without a PIN, or by another device opens nothing", async () => {
    await addDevice();
    const other = new SoftwareAuthenticator();
    await addDevice(await sessionCookie((await createTestOwner()).userId), other);
    const forged = other.get(await signInChallenge());
    const wrong = [
      device.get(await signInChallenge(), { origin: "https://evil.example" }),
      device.get(await signInChallenge(), { rpId: "evil.example" }),
      device.get(await signInChallenge(), { isVerified: false }),
      device.get(await newChallenge()),
      device.get("bm90IGEgY2hhbGxlbmdl"),
      { ...forged, id: device.id, rawId: device.id },
      new SoftwareAuthenticator().get(await signInChallenge()),
    ];
    for (const assertion of wrong) {
      const answer = await signIn(assertion);
      expect([answer.status, sessionOf(answer)]).toEqual([422, ""]);
    }
    const late = device.get(await signInChallenge());
    const back = moveClock(300_001);
    expect((await signIn(late)).status).toBe(422);
    back();
  });

  it("422: counts once, and not after the counter went back", async () => {
    await addDevice();
    const assertion = device.get(await signInChallenge());
    const answers = await Promise.all([1, 2, 3].map(() => signIn(assertion)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    for (const counter of [0, 1, 2])
      expect((await signIn(device.get(await signInChallenge(), { counter }))).status).toBe(422);
    expect((await signIn(device.get(await signInChallenge(), { counter: 9 }))).status).toBe(200);
  });

  it("does not show who has a passkey", async () => {
    await addDevice();
    const { options } = (await callRoute(beginSignIn, {})).body as unknown as { options: object };
    expect(options).not.toHaveProperty("allowCredentials");
    const unknown = await signIn(new SoftwareAuthenticator().get(await signInChallenge()));
    const answer = await signIn(device.get(await signInChallenge(), { counter: 1 }));
    expect(answer.body.error?.message).toBe(unknown.body.error?.message);
  });
});

it("makes a sign-in of its person fresh, and of nobody else", async () => {
  await addDevice();
  const other = new SoftwareAuthenticator();
  await addDevice(await sessionCookie((await createTestOwner()).userId), other);
  await db.userSession.updateMany({ where: { userId: owner.userId }, data: { provenAt: new Date(0) } });
  const prove = async (by: SoftwareAuthenticator) =>
    (await callRoute(confirm, { cookie }, { body: { assertion: by.get(await signInChallenge()) } })).status;
  expect((await callRoute(confirm, { cookie }, { body: { code: "123456" } })).status).toBe(422);
  expect(await prove(other)).toBe(422);
  expect((await callRoute(begin, { cookie })).status).toBe(403);
  expect(await prove(device)).toBe(200);
  expect((await callRoute(begin, { cookie })).status).toBe(200);
});

it("counts for the rule of an organization, whose last factor cannot be deleted; the operator resets it", async () => {
  holdStep();
  await addDevice();
  expect((await callRoute(setRule, { cookie }, { body: { required: true } })).status).toBe(200);
  const end = () => callRoute(remove, { cookie }, { params: { id: device.id } });
  expect((await end()).status).toBe(409);
  expect((await signIn(device.get(await signInChallenge()))).status).toBe(200);
  const { secret } = await setUpPhone(cookie, owner.userId);
  const stranger = await sessionCookie((await createTestOwner()).userId);
  expect((await callRoute(remove, { cookie: stranger }, { params: { id: device.id } })).status).toBe(404);
  expect((await end()).status).toBe(200);
  expect((await signIn(device.get(await signInChallenge()))).status).toBe(422);
  expect((await callRoute(confirm, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(200);
  await addDevice();
  await resetSecondFactor(owner.email);
  expect(await db.passkey.count({ where: { userId: owner.userId } })).toBe(0);
  await expect(findCallerBySignIn(cookie)).rejects.toMatchObject({ status: 403 });
});
