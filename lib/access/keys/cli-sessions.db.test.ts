/** The sign-in of a command line: who confirms, who gets the key, and how often. */
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as createSession } from "@/app/api/v3/cli/create-session/route";
import { GET as getSession } from "@/app/api/v3/cli/get-session/route";
import { POST as cancel } from "@/app/api/v3/internal/patchbay/cli_sessions/cancel/route";
import { POST as confirm } from "@/app/api/v3/internal/patchbay/cli_sessions/confirm/route";
import { POST as read } from "@/app/api/v3/internal/patchbay/cli_sessions/read/route";
import { db } from "@/lib/kernel/database/db";
import { addMember, callRoute, type Called } from "@/test/builders/members";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";
import { holdWindows } from "@/test/setup/hold-windows";
import { changeRole, removeMember } from "../people/members";
import type { Owned } from "../people/owners";
import { findCallerByApiKey } from "./api-keys";
import { pruneCliSessions } from "./confirm-cli-session";
import { findUserByKey } from "./find-caller-by-user-key";

beforeAll(holdWindows);

let owner: Owned & { email: string };
let cookie: string;
let client = 0;
beforeEach(async () => {
  owner = await createTestOwner();
  cookie = await sessionCookie(owner.userId);
  client++;
});

type SignIn = { id: string; code: string };
const address = () => ({ "x-forwarded-for": `198.51.100.${client}` });
const begin = async (body: object = {}): Promise<SignIn> => {
  const signIn = (await callRoute(createSession, address(), { body })).body as unknown as SignIn;
  codes.set(signIn.id, signIn.code);
  return signIn;
};
const poll = async (id: string): Promise<Called> => {
  const url = `http://localhost:3000${getSession.op.path}?id=${encodeURIComponent(id)}`;
  const answer = await getSession(new Request(url, { headers: address() }), { params: Promise.resolve({}) });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Called["body"] };
};
const asPerson = (route: typeof read, id: string, by = cookie, code?: string) =>
  callRoute(route, { cookie: by }, { body: { cli_key: id, ...(code !== undefined && { code }) } });
const codes = new Map<string, string>();
const confirmAs = (id: string, by = cookie) => asPerson(confirm, id, by, codes.get(id));
const rows = () => db.cliSession.findMany();

describe("a sign-in", () => {
  it("waits, shows the person what they confirm, and hands out a key of the user once", async () => {
    const { id, code } = await begin({ scope: "user", source: "patchbay on adas-laptop" });
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect((await poll(id)).body).toMatchObject({ status: "pending", account: null, api_key: null, scope: "user" });
    const request = await asPerson(read, id);
    expect(request.body).toMatchObject({ scope: "user", source: "patchbay on adas-laptop", confirmable: true });
    expect(request.body).toMatchObject({ email: owner.email, organizations: [expect.any(String)] });
    expect(JSON.stringify(request.body)).not.toContain(code);
    expect((await confirmAs(id)).status).toBe(200);
    const linked = await poll(id);
    expect(linked.body).toMatchObject({ status: "linked", account: { id: owner.userId, email: owner.email } });
    expect(await findUserByKey(linked.body.api_key as string)).toMatchObject({ userId: owner.userId });
    expect((await poll(id)).body).toMatchObject({ status: "linked", api_key: null });
    expect((await db.apiKey.findMany({ where: { userId: owner.userId } })).map(({ name }) => name)).toEqual([
      "patchbay on adas-laptop",
    ]);
  });

  it("hands out an API key of the current project unless the program asks for another kind", async () => {
    const { id } = await begin();
    await confirmAs(id);
    const { body } = await poll(id);
    expect(body.scope).toBe("project");
    const caller = await findCallerByApiKey(body.api_key as string);
    expect(caller).toMatchObject({ projectId: owner.projectId });
    const [event] = await db.auditEvent.findMany({ where: { projectId: owner.projectId, action: "api_key.create" } });
    expect(event).toMatchObject({ operation: "cli.getSession", actorKind: "user", actorId: owner.userId });
  });

  it("hands out one key to programs that ask at the same time", async () => {
    const { id } = await begin({ scope: "user" });
    await confirmAs(id);
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(id)));
    expect(answers.filter(({ body }) => body.api_key !== null)).toHaveLength(1);
    expect(await db.apiKey.count({ where: { userId: owner.userId } })).toBe(1);
  });

  it("stores neither its ID nor the key, and puts the key into no event", async () => {
    const { id } = await begin({ scope: "user" });
    await confirmAs(id);
    const { body } = await poll(id);
    const events = await db.auditEvent.findMany({ where: { organizationId: owner.organizationId } });
    const rowTexts = JSON.stringify([await rows(), events], (_, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    for (const secret of [id, body.api_key as string]) expect(rowTexts).not.toContain(secret);
  });
});

describe("nobody gets a key", () => {
  it("before a confirmation, after a cancellation, or for another ID", async () => {
    const { id } = await begin({ scope: "user" });
    expect((await asPerson(cancel, id)).status).toBe(200);
    expect((await confirmAs(id)).status).toBe(404);
    for (const other of [id, "cli_made_up", "x"]) expect((await poll(other)).status).toBe(404);
    expect(await db.apiKey.count({ where: { userId: owner.userId } })).toBe(0);
  });

  it("after ten minutes, whether the sign-in was confirmed or not", async () => {
    const [late, linked] = [await begin({ scope: "user" }), await begin({ scope: "user" })];
    await confirmAs(linked.id);
    await db.cliSession.updateMany({ data: { expiresAt: new Date(0) } });
    expect((await confirmAs(late.id)).status).toBe(404);
    for (const { id } of [late, linked]) expect((await poll(id)).status).toBe(404);
    await pruneCliSessions();
    expect(await rows()).toEqual([]);
  });

  it("by a second confirmation of somebody else", async () => {
    const stranger = await createTestOwner();
    const { id } = await begin({ scope: "user" });
    await confirmAs(id);
    for (const route of [confirm, cancel, read])
      expect((await asPerson(route, id, await sessionCookie(stranger.userId), "AAAA-AAAA")).status).toBe(404);
    expect((await poll(id)).body.account).toMatchObject({ id: owner.userId });
  });

  it("without a sign-in in the browser, with a key, or from a page of another site", async () => {
    const { id } = await begin({ scope: "user" });
    for (const header of ["x-none", "x-user-api-key", "x-api-key"])
      expect(
        (await callRoute(confirm, { [header]: "uak_x" }, { body: { cli_key: id, code: codes.get(id) } })).status,
      ).toBe(401);
    const elsewhere = { cookie, origin: "https://evil.example" };
    expect((await callRoute(confirm, elsewhere, { body: { cli_key: id, code: codes.get(id) } })).status).toBe(403);
    expect((await poll(id)).body.status).toBe("pending");
  });

  it("of a project by a role that cannot create API keys, when confirming or when the program asks", async () => {
    const member = await addMember(owner, "developer");
    const { id } = await begin();
    expect((await asPerson(read, id, member.cookie)).body).toMatchObject({ confirmable: false });
    expect((await confirmAs(id, member.cookie)).status).toBe(403);
    const manager = { organizationId: owner.organizationId, userId: owner.userId };
    await changeRole(manager, member.userId, "admin");
    expect((await confirmAs(id, member.cookie)).status).toBe(200);
    await changeRole(manager, member.userId, "developer");
    expect((await poll(id)).status).toBe(403);
    expect(await db.apiKey.count({ where: { projectId: owner.projectId } })).toBe(0);
  });

  it("of a person who was removed after the confirmation", async () => {
    const member = await addMember(owner, "viewer");
    const { id } = await begin({ scope: "user" });
    expect((await confirmAs(id, member.cookie)).status).toBe(200);
    await removeMember({ organizationId: owner.organizationId, userId: owner.userId }, member.userId);
    expect((await poll(id)).status).toBe(404);
  });
});

describe("the code", () => {
  it("is typed by the person, in small letters and without the hyphen too", async () => {
    const { id, code } = await begin({ scope: "user" });
    expect((await asPerson(confirm, id)).status).toBe(400);
    const reply = await asPerson(confirm, id, cookie, "AAAA-AAAA");
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([422, expect.stringContaining("code: ")]);
    expect((await poll(id)).body.status).toBe("pending");
    expect((await asPerson(confirm, id, cookie, code.toLowerCase().replace("-", ""))).status).toBe(200);
    const key = await db.apiKey.findFirst({ where: { userId: owner.userId } });
    expect(key).toBeNull();
    await poll(id);
    const { createdAt, expiresAt } = await db.apiKey.findFirstOrThrow({ where: { userId: owner.userId } });
    expect(Math.round(((expiresAt?.getTime() ?? 0) - createdAt.getTime()) / 86_400_000)).toBe(90);
  });

  it("ends the sign-in when five were wrong, also at the same time", async () => {
    const { id } = await begin({ scope: "user" });
    const wrong = await Promise.all(Array.from({ length: 12 }, () => asPerson(confirm, id, cookie, "AAAA-AAAA")));
    expect(wrong.filter(({ status }) => status === 422)).toHaveLength(4);
    expect(wrong.filter(({ status }) => status === 404)).toHaveLength(8);
    expect((await confirmAs(id)).status).toBe(404);
    expect((await poll(id)).status).toBe(404);
  });
});

describe("the request of a program", () => {
  it("names its program in plain characters", async () => {
    for (const source of ["\u202eevil", "a\nb", "x".repeat(41), "your bank (secure)", "a'b"])
      expect((await callRoute(createSession, address(), { body: { source } })).status).toBe(400);
    expect((await callRoute(createSession, address(), { body: { scope: "organization" } })).status).toBe(400);
  });

  it("is limited by network, and stays open to other networks after one of them asked very often", async () => {
    const ask = (from: string) => callRoute(createSession, { "x-forwarded-for": from }, { body: {} });
    const answers = [];
    for (let host = 1; host <= 12; host++)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => ask(`192.0.2.${host}`)))));
    expect(answers.filter(({ status }) => status !== 429)).toHaveLength(200);
    expect((await ask("192.0.3.1")).status).toBe(200);
  });

  it("is limited by address", async () => {
    const calls = await Promise.all(
      Array.from({ length: 25 }, () => callRoute(createSession, address(), { body: {} })),
    );
    expect(calls.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(calls.find(({ status }) => status === 429)?.headers.get("retry-after")).toMatch(/^\d+$/);
  });
});
