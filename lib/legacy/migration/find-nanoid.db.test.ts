/** IDs for UUIDs, and what people behind command lines can ask: of their own project alone. */
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { GET as getNanoid } from "@/app/api/v3/migration/get-nanoid/route";
import { POST as reportFailure } from "@/app/api/v3/cli/codact_failures/route";
import { POST as createClaim } from "@/app/api/v3/org/clanker/create_claim/route";
import { GET as listToolkits } from "@/app/api/v3/org/consumer/connected_toolkits/route";
import { POST as resolveProject } from "@/app/api/v3/org/consumer/project/resolve/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createUserKey } from "@/lib/access/keys/create-user-key";
import { db } from "@/lib/kernel/database/db";
import { knownStatements } from "@/lib/kernel/database/statement";
import { toUuid } from "@/lib/kernel/ids";
import { officeForEach } from "@/test/builders/approvals";
import { createTestOwner, sessionCookie } from "@/test/builders/owners";

const desk = officeForEach();
const ask = async (route: typeof getNanoid, search: string, headers: Record<string, string>) => {
  const url = `http://localhost:3000${route.op.path}?${search}`;
  const init = { method: route.op.method, headers: { ...headers, "content-type": "application/json" } };
  const answer = await route(new Request(url, init), { params: Promise.resolve({}) });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const byKey = async (projectId: string) => ({ "x-api-key": (await createApiKey(projectId, { name: "t" })).key });
const byUser = async (organizationId: string, userId: string) => ({
  "x-user-api-key": (await createUserKey({ organizationId, userId }, { name: "t" })).key,
});

it("get-nanoid finds accounts and auth configs by the UUIDs of their answers, and none of another project", async () => {
  const { projectId, config } = desk.office;
  const account = await db.connectedAccount.findFirstOrThrow({ where: { projectId } });
  const headers = await byKey(projectId);
  const find = (type: string, uuid: string, by = headers) => ask(getNanoid, `uuid=${uuid}&type=${type}`, by);
  expect((await find("AUTH_CONFIG", toUuid(config))).body).toEqual({ nanoid: config });
  expect((await find("CONNECTED_ACCOUNT", toUuid(account.id).toUpperCase())).body).toEqual({ nanoid: account.id });
  expect((await find("CONNECTED_ACCOUNT", toUuid(config))).status).toBe(404);
  expect((await find("TRIGGER_INSTANCE", toUuid(account.id))).status).toBe(404);
  expect((await find("AUTH_CONFIG", config)).status).toBe(400);
  expect((await find("PROJECT", toUuid(projectId))).status).toBe(400);
  // Digits that are not in the hash are fixed.
  const other = `${toUuid(config).slice(0, 14)}4${toUuid(config).slice(15)}`;
  expect((await find("AUTH_CONFIG", other)).status).toBe(404);
  const stranger = await createTestOwner();
  expect((await find("AUTH_CONFIG", toUuid(config), await byKey(stranger.projectId))).status).toBe(404);
});

it("get-nanoid finds accounts and triggers by an index, however many a project has", async () => {
  const { projectId } = desk.office;
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  onTestFinished(() => client.end());
  const plan = async (name: string): Promise<string> => {
    const { text } = knownStatements().find((statement) => statement.name === name) ?? { text: "" };
    return JSON.stringify((await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)).rows);
  };
  await client.query(
    `INSERT INTO connected_account SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'ca_' || n))).*
    FROM connected_account a, generate_series(1, 5000) n WHERE a.project_id = $1`,
    [projectId],
  );
  await client.query("ANALYZE connected_account");
  expect(await plan("connected-accounts.by-uuid")).toContain("connected_account_project_id_hash_idx");
  const headers = await byKey(projectId);
  const search = `uuid=${toUuid("ca_4711")}&type=CONNECTED_ACCOUNT`;
  expect((await ask(getNanoid, search, headers)).body).toEqual({ nanoid: "ca_4711" });
  await client.query("SET enable_seqscan = off");
  expect(await plan("triggers.by-uuid")).toContain("trigger_instance_project_id_hash_idx");
});

it("the project of a person's command line is one of their own, and its toolkits are those of the named user", async () => {
  const { organizationId, projectId } = desk.office;
  const { userId } = await db.member.findFirstOrThrow({ where: { organizationId } });
  const headers = await byUser(organizationId, userId);
  const { body } = await ask(resolveProject, "", { ...headers, "x-org-id": organizationId });
  expect(body).toMatchObject({ project_id: projectId, project_nano_id: projectId, consumer_user_id: userId });
  expect((await ask(listToolkits, "user_id=ada", headers)).body).toEqual({ toolkits: ["desk"] });
  expect((await ask(listToolkits, `user_id=${userId}`, headers)).body).toEqual({ toolkits: [] });
  const stranger = await createTestOwner();
  const foreign = await byUser(stranger.organizationId, stranger.userId);
  for (const route of [resolveProject, listToolkits]) {
    expect((await ask(route, "user_id=ada", { ...foreign, "x-org-id": organizationId })).status).toBe(404);
    expect((await ask(route, "user_id=ada", await byKey(projectId))).status).toBe(401);
  }
  expect((await ask(listToolkits, "user_id=ada", foreign)).body).toEqual({ toolkits: [] });
});

it("a failure of a command line's agent is not stored, and nobody can claim an organization", async () => {
  const { organizationId } = desk.office;
  const { userId } = await db.member.findFirstOrThrow({ where: { organizationId } });
  const headers = { ...(await byUser(organizationId, userId)), "content-type": "application/json" };
  const send = async (route: typeof getNanoid, by: Record<string, string>, body: object) => {
    const request = new Request(`http://localhost:3000${route.op.path}`, {
      ...{ method: "POST", headers: { origin: "http://localhost:3000", ...by }, body: JSON.stringify(body) },
    });
    const answer = await route(request, { params: Promise.resolve({}) });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  const report = { failure_type: "wrong_tool_slug", ctx: { any: 1 }, session: {} };
  expect((await send(reportFailure, headers, report)).body).toMatchObject({ tracked: false, id: expect.any(String) });
  expect((await send(reportFailure, headers, { ...report, failure_type: "other" })).status).toBe(400);
  const cookie = await sessionCookie(userId);
  expect(
    (await send(createClaim, { cookie, "content-type": "application/json" }, { human_email: "a@b.test" })).status,
  ).toBe(409);
});
