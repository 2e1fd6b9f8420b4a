/** What a stolen sign-in must not do needs a proof of the last ten minutes. */
import { beforeEach, expect, it } from "vitest";
import { POST as createKey } from "@/app/api/v3/internal/patchbay/api_keys/route";
import { POST as invite } from "@/app/api/v3/internal/patchbay/invitations/route";
import { PATCH as patchConfig } from "@/app/api/v3/org/project/config/route";
import { POST as confirm } from "@/app/api/v3/internal/patchbay/profile/confirm/route";
import { POST as changePassword } from "@/app/api/v3/internal/patchbay/profile/password/route";
import { POST as start } from "@/app/api/v3/internal/patchbay/profile/second_factor/start/route";
import { api } from "@/lib/api";
import type { Operation } from "@/lib/contract/operation";
import { db } from "@/lib/kernel/database/db";
import { callRoute } from "@/test/builders/members";
import { createTestOwner, PASSWORD, sessionCookie } from "@/test/builders/owners";
import { codeNow, holdStep, setUpPhone } from "@/test/clients/second-factor";
import { dayFactorTry, factorTry, MAX_FACTOR_TRIES, MAX_TRIES } from "../sign-in/sign-in-tries";
import { proveFactor } from "./prove-factor";

let userId: string;
let cookie: string;

beforeEach(async () => {
  ({ userId } = await createTestOwner());
  cookie = await sessionCookie(userId);
});

/** Moves the start and the proofs of all sign-ins of the person into the past. */
const age = (minutes: number) => {
  const time = new Date(Date.now() - minutes * 60_000);
  return db.userSession.updateMany({ where: { userId }, data: { createdAt: time, provenAt: null } });
};

const newKey = () => callRoute(createKey, { cookie }, { body: { name: "made" } });
const notFresh = { status: 403, body: { error: { slug: "FreshSignInRequired" } } };

it("403: after ten minutes a sign-in creates no key and invites nobody, until the password is given", async () => {
  await age(9);
  expect((await newKey()).status).toBe(201);
  await age(11);
  expect(await newKey()).toMatchObject(notFresh);
  expect(await callRoute(start, { cookie }, { body: {} })).toMatchObject(notFresh);
  const guest = { email: "guest@example.com", role: "owner" };
  expect(await callRoute(invite, { cookie }, { body: guest })).toMatchObject(notFresh);
  expect((await callRoute(confirm, { cookie }, { body: { password: "a wrong sentence" } })).status).toBe(422);
  expect((await callRoute(confirm, { cookie }, { body: {} })).status).toBe(422);
  expect(await newKey()).toMatchObject(notFresh);
  expect((await callRoute(confirm, { cookie }, { body: { password: PASSWORD } })).status).toBe(200);
  expect((await newKey()).status).toBe(201);
});

it("makes this sign-in fresh, and no other of the person", async () => {
  const other = await sessionCookie(userId);
  await age(11);
  await callRoute(confirm, { cookie: other }, { body: { password: PASSWORD } });
  expect(await newKey()).toMatchObject(notFresh);
});

it("422: with a second factor the password alone is no proof, its code is", async () => {
  holdStep();
  const { secret, recoveryCodes } = await setUpPhone(cookie, userId);
  await age(11);
  expect((await callRoute(confirm, { cookie }, { body: { password: PASSWORD } })).status).toBe(422);
  expect(await newKey()).toMatchObject(notFresh);
  expect((await callRoute(confirm, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(200);
  expect((await newKey()).status).toBe(201);
  expect((await callRoute(confirm, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(422);
  expect((await callRoute(confirm, { cookie }, { body: { code: recoveryCodes[0] } })).status).toBe(200);
});

it("403: a password and an old sign-in change no password of a person with a second factor", async () => {
  holdStep();
  const { secret } = await setUpPhone(cookie, userId);
  const body = { current_password: PASSWORD, new_password: "another sentence of mine" };
  await age(11);
  expect(await callRoute(changePassword, { cookie }, { body })).toMatchObject(notFresh);
  await callRoute(confirm, { cookie }, { body: { code: codeNow(secret) } });
  expect((await callRoute(changePassword, { cookie }, { body })).status).toBe(200);
});

it("a changed password makes no sign-in fresher than it was", async () => {
  await age(11);
  const body = { current_password: PASSWORD, new_password: "another sentence of mine" };
  expect((await callRoute(changePassword, { cookie }, { body })).status).toBe(200);
  const [session] = await db.userSession.findMany({ where: { userId } });
  expect(Date.now() - (session?.provenAt?.getTime() ?? Date.now())).toBeGreaterThan(600_000);
});

it("403: sign-ins from before the second step are no longer fresh, but the one that set it up is", async () => {
  holdStep();
  const other = await sessionCookie(userId);
  await setUpPhone(cookie, userId);
  expect(await callRoute(createKey, { cookie: other }, { body: { name: "made" } })).toMatchObject(notFresh);
  expect((await newKey()).status).toBe(201);
});

it("wrong codes of a stolen sign-in do not keep the person from signing in", async () => {
  holdStep();
  const { secret } = await setUpPhone(cookie, userId);
  for (let i = 0; i < MAX_FACTOR_TRIES; i++)
    expect((await callRoute(confirm, { cookie }, { body: { code: "1" } })).status).toBe(422);
  expect((await callRoute(confirm, { cookie }, { body: { code: codeNow(secret) } })).status).toBe(429);
  await expect(proveFactor(userId, codeNow(secret), factorTry(userId, undefined), dayFactorTry(userId))).resolves.toBe(
    "totp",
  );
});

it("403: an old sign-in does not lower the protection of a project, but raises it", async () => {
  await age(11);
  const configure = (body: object) => callRoute(patchConfig, { cookie }, { body });
  expect((await configure({ require_mcp_api_key: true })).status).toBe(200);
  expect(await configure({ mask_secret_keys_in_connected_account: false })).toMatchObject(notFresh);
  await callRoute(confirm, { cookie }, { body: { password: PASSWORD } });
  expect((await configure({ mask_secret_keys_in_connected_account: false })).status).toBe(200);
});

it("429: a stolen sign-in guesses ten passwords at most", async () => {
  for (let i = 0; i < MAX_TRIES; i++)
    expect((await callRoute(confirm, { cookie }, { body: { password: `guess ${i}` } })).status).toBe(422);
  expect((await callRoute(confirm, { cookie }, { body: { password: PASSWORD } })).status).toBe(429);
});

it("409: a person without password and factor signs in again at the provider", async () => {
  await db.user.update({ where: { id: userId }, data: { passwordHash: null } });
  expect((await callRoute(confirm, { cookie }, { body: { password: "x" } })).status).toBe(409);
});

const NEEDS_PROOF = [
  /^project\.delete$/,
  /^member\.(change_role|remove)$/,
  /^invitation\.create$/,
  /^(api|organization|user)_key\.(create|rotate)$/,
  /^cli_session\.confirm$/,
  /^(organization_)?policy\.(create|update|delete)$/,
  /^(mcp_sign_in\.set|mcp_client\.create|mcp_server\.generate|session_access_key\.create)$/,
  /\.rotate_secret$/,
];

it("is needed by every operation that shows a new secret, deletes a project, or changes members or policies", () => {
  const operations: Operation[] = Object.values(api);
  const needing = operations.filter(({ audit }) => NEEDS_PROOF.some((pattern) => pattern.test(audit)));
  expect(needing.length).toBeGreaterThan(10);
  expect(needing.filter(({ fresh }) => !fresh).map(({ id }) => id)).toEqual([]);
});
