/** Changes that people make to their own account and to their project. */
import { beforeAll, describe, expect, it } from "vitest";
import { PATCH as patchProject } from "@/app/api/v3/internal/patchbay/project/route";
import { PATCH as patchConfig } from "@/app/api/v3/org/project/config/route";
import { GET as getProfile, PATCH as patchProfile } from "@/app/api/v3/internal/patchbay/profile/route";
import { POST as postPassword } from "@/app/api/v3/internal/patchbay/profile/password/route";
import { POST as postSignOut } from "@/app/api/v3/internal/patchbay/profile/sign_out_everywhere/route";
import type { Route } from "@/lib/http/api-door/define-route";
import { db } from "@/lib/kernel/database/db";
import { createTestOwner, PASSWORD, sessionCookie, soon } from "@/test/builders/owners";
import { holdTime } from "@/test/setup/hold-time";
import { createApiKey } from "../keys/api-keys";
import { announceChange } from "../announce-change";
import { MAX_TRIES } from "../sign-in/sign-in-tries";
import { requireProject } from "../projects/projects";
import { findCallerBySignIn } from "../sign-in/sign-in-caller";
import { findByPassword } from "../sign-in/sign-in";

// Changes are seen because they are announced.
beforeAll(holdTime);

const ORIGIN = "http://localhost:3000";
const NEXT = "another sentence for tests";

const toAnswer = async (answer: Response) => ({
  status: answer.status,
  headers: answer.headers,
  body: (await answer.json()) as Record<string, unknown> & { error?: { message: string; errors?: string[] } },
});

async function call(route: Route, cookie: string, body?: object) {
  const answer = await route(
    new Request(ORIGIN + route.op.path, {
      method: route.op.method,
      headers: { cookie, origin: ORIGIN },
      ...(body && { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve({}) },
  );
  return toAnswer(answer);
}

/** Changes that make a project less safe than `guarded` below. */
const LOWERED: [string, unknown][] = [
  ["mask_secret_keys_in_connected_account", false],
  ["log_visibility_setting", "show_all"],
  ["require_mcp_api_key", false],
  ["oauth_callback_verifier_url", null],
  ["oauth_callback_verifier_url", "https://evil.example/verify"],
  ["rate_limits", {}],
  ["rate_limits", { key: { requests: 10, seconds: 30 } }],
];

describe("the profile", () => {
  it("is one's own, and its name can be changed and taken away", async () => {
    const { userId, email } = await createTestOwner();
    const cookie = await sessionCookie(userId);
    expect((await call(getProfile, cookie)).body).toMatchObject({ id: userId, email, has_password: true });
    expect((await call(patchProfile, cookie, { name: " Ada " })).body).toMatchObject({ name: "Ada" });
    expect((await call(patchProfile, cookie, { name: "" })).body.name).toBeUndefined();
  });
});

describe("a changed password", () => {
  it("ends the other sessions, and the present one goes on by a new cookie", async () => {
    const { userId, email } = await createTestOwner();
    const [here, there] = [await sessionCookie(userId), await sessionCookie(userId)];
    const answer = await call(postPassword, here, { current_password: PASSWORD, new_password: NEXT });
    expect([answer.status, answer.body]).toEqual([200, { success: true }]);
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^next-auth\.session-token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    await soon(
      () => findCallerBySignIn(there),
      (caller) => caller === null,
    );
    expect((await findCallerBySignIn(cookie.split(";")[0] ?? ""))?.by).toMatchObject({ userId });
    expect(await findByPassword(email, PASSWORD, undefined)).toBeNull();
    expect(await findByPassword(email, NEXT, undefined)).toMatchObject({ id: userId });
  });

  it("422: needs the present one, 400: a long one, 429: not too many guesses", async () => {
    const { userId, email } = await createTestOwner();
    const cookie = await sessionCookie(userId);
    const wrong = await call(postPassword, cookie, { current_password: "a wrong sentence", new_password: NEXT });
    expect([wrong.status, wrong.body.error?.errors]).toEqual([422, ["current_password: is not your present password"]]);
    expect((await call(postPassword, cookie, { current_password: PASSWORD, new_password: "short" })).status).toBe(400);
    await db.loginAttempt.updateMany({ data: { failures: MAX_TRIES } });
    expect((await call(postPassword, cookie, { current_password: PASSWORD, new_password: NEXT })).status).toBe(429);
    await db.loginAttempt.deleteMany();
    expect(await findByPassword(email, PASSWORD, undefined)).toMatchObject({ id: userId });
  });

  it("400: people who sign in elsewhere have none", async () => {
    const { userId } = await createTestOwner();
    await db.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const answer = await call(postPassword, await sessionCookie(userId), { current_password: "x", new_password: NEXT });
    expect([answer.status, answer.body.error?.message]).toEqual([
      400,
      "You sign in through your organization's provider and have no password here.",
    ]);
  });
});

it("signs out everywhere, here too", async () => {
  const { userId } = await createTestOwner();
  const cookie = await sessionCookie(userId);
  expect((await call(postSignOut, cookie, {})).body).toEqual({ success: true });
  await soon(
    () => findCallerBySignIn(cookie),
    (caller) => caller === null,
  );
});

describe("the project", () => {
  it("is renamed and switched by an owner; omitted fields stay unchanged", async () => {
    const { userId, projectId } = await createTestOwner();
    const cookie = await sessionCookie(userId);
    expect((await call(patchProject, cookie, { name: "Engines", display_name: "Engines Ltd" })).body).toMatchObject({
      id: projectId,
      name: "Engines",
      display_name: "Engines Ltd",
      log_visibility_setting: "show_all",
    });
    expect((await call(patchProject, cookie, { log_visibility_setting: "dont_store_data" })).body).toMatchObject({
      name: "Engines",
      display_name: "Engines Ltd",
      log_visibility_setting: "dont_store_data",
    });
  });

  it("403: is not changed by others, 409: does not take a name that is used", async () => {
    const { userId, organizationId } = await createTestOwner();
    const cookie = await sessionCookie(userId);
    await db.project.create({ data: { id: "proj_taken", organizationId, name: "taken" } });
    expect((await call(patchProject, cookie, { name: "taken" })).status).toBe(409);
    const other = await createTestOwner();
    await db.member.updateMany({ where: { userId: other.userId }, data: { role: "developer" } });
    expect((await call(patchProject, await sessionCookie(other.userId), { name: "mine" })).status).toBe(403);
  });

  it("403: what protects it is lowered by owners and admins alone; its other switches by keys and developers too", async () => {
    const { userId, projectId } = await createTestOwner();
    const [cookie, { key }] = [await sessionCookie(userId), await createApiKey(projectId, { name: "tests" })];
    const withKey = (body: object) =>
      patchConfig(
        new Request(ORIGIN + patchConfig.op.path, {
          method: "PATCH",
          headers: { "x-api-key": key },
          body: JSON.stringify(body),
        }),
        { params: Promise.resolve({}) },
      );
    const guarded = {
      oauth_callback_verifier_url: "https://app.example/verify",
      log_visibility_setting: "dont_store_data",
      rate_limits: { key: { requests: 10, seconds: 60 } },
    };
    expect((await call(patchConfig, cookie, guarded)).body).toMatchObject(guarded);
    await db.member.updateMany({ where: { userId }, data: { role: "developer" } });
    await db.$transaction((tx) => announceChange(tx, "callers"));
    await soon(
      () => findCallerBySignIn(cookie),
      (caller) => caller?.by.kind === "session" && caller.by.role === "developer",
    );
    for (const [field, value] of LOWERED) {
      const refusals = [
        await call(patchConfig, cookie, { [field]: value }),
        await toAnswer(await withKey({ [field]: value })),
      ];
      for (const { status, body } of refusals) {
        expect(status, field).toBe(403);
        expect(body.error?.message).toContain(field);
      }
    }
    expect((await withKey({ display_name: "By a key" })).status).toBe(200);
    expect((await withKey({ rate_limits: { key: { requests: 5, seconds: 60 } } })).status).toBe(403);
    expect((await call(patchConfig, cookie, { mask_secret_keys_in_connected_account: true })).status).toBe(200);
    expect((await requireProject(projectId)).config).toMatchObject({
      displayName: "By a key",
      maskSecrets: true,
      storePayloads: false,
      rateLimits: guarded.rate_limits,
    });
  });
});
