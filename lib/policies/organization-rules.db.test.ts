/** Policies of an organization: each of its projects obeys them before its own, and cannot switch them off. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { createProject } from "@/lib/access/projects/projects";
import { createApiRouter } from "@/lib/http/api-door/api-router";
import type { Route } from "@/lib/http/api-door/define-route";
import { db, pool } from "@/lib/kernel/database/db";
import { createTestOwner, sessionCookie, soon } from "@/test/builders/owners";
import { startSecondCopy } from "@/test/children/second-copy";
import { createRule } from "./create-rule";
import { policiesOf } from "./project-policies";

const routes = (
  await Promise.all([
    import("@/app/api/v3/internal/patchbay/policies/route"),
    import("@/app/api/v3/internal/patchbay/policies/[id]/route"),
    import("@/app/api/v3/internal/patchbay/organization/policies/route"),
    import("@/app/api/v3/internal/patchbay/organization/policies/order/route"),
    import("@/app/api/v3/internal/patchbay/organization/policies/[id]/route"),
  ])
).flatMap((module) => Object.values(module) as Route[]);
const door = createApiRouter(routes);
const ORIGIN = "http://localhost:3000";
const BASE = "/api/v3/internal/patchbay";
const DENY = { type: "deny" as const };

type Reply = { status: number; body: { id: string; items: { id: string; name: string }[] } };
const sender = (by: Record<string, string>) => async (method: string, path: string, body?: unknown) => {
  const response = await door.fetch(
    new Request(`${ORIGIN}${BASE}${path}`, {
      method,
      headers: { ...by, origin: ORIGIN, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, body: await response.json() } as Reply;
};
const ABOVE = "/organization/policies";

let copy: ReturnType<typeof startSecondCopy>;
beforeAll(() => {
  copy = startSecondCopy();
});
afterAll(() => copy.stop());

let owner: Awaited<ReturnType<typeof createTestOwner>>;
let person: ReturnType<typeof sender>;
const signIn = async () => sender({ cookie: await sessionCookie(owner.userId, owner.email) });
beforeEach(async () => {
  owner = await createTestOwner();
  person = await signIn();
});
const create = (name: string, more: object = {}) => person("POST", ABOVE, { name, action: DENY, ...more });
const obeyed = async (projectId = owner.projectId) => (await policiesOf(projectId)).rules.map(({ name }) => name);
const elsewhere = async (projectId = owner.projectId) => JSON.parse(await copy.policies(projectId)) as string[];

it("come before the project's own, in their order, in every project of the organization and in no other", async () => {
  const stranger = await createTestOwner();
  const { id: otherId } = await createProject(owner.organizationId, "Second");
  const rule = { name: "own", enabled: true, match: {}, action: DENY };
  await createRule(owner.projectId, rule, { id: "user_1", name: null });
  const [first, second] = [await create("one"), await create("two")];
  expect(await obeyed()).toEqual(["one", "two", "own"]);
  expect((await person("PUT", `${ABOVE}/order`, { ids: [second.body.id, first.body.id] })).status).toBe(200);
  expect([await obeyed(), await obeyed(otherId), await obeyed(stranger.projectId)]).toEqual([
    ["two", "one", "own"],
    ["two", "one"],
    [],
  ]);
  await person("PATCH", `${ABOVE}/${second.body.id}`, { enabled: false });
  await person("DELETE", `${ABOVE}/${first.body.id}`);
  expect([await obeyed(), await obeyed(otherId)]).toEqual([["own"], []]);
  const events = await db.auditEvent.findMany({
    where: { organizationId: owner.organizationId, action: { startsWith: "organization_policy." } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action }) => action.split(".")[1])).toEqual(["create", "create", "order", "update", "delete"]);
});

it("reach another copy of the app by the message of their change, in each project", async () => {
  const { id: second } = await createProject(owner.organizationId, "Second");
  expect([await elsewhere(), await elsewhere(second)]).toEqual([[], []]);
  const { body } = await create("one");
  for (const projectId of [owner.projectId, second])
    await soon(
      () => elsewhere(projectId),
      (names) => names.join() === "one",
    );
  await person("DELETE", `${ABOVE}/${body.id}`);
  await soon(elsewhere, (names) => names.length === 0);
});

it("404 for a change by the operations of the project, and by another organization", async () => {
  const { body } = await create("one");
  const stranger = await createTestOwner();
  const other = sender({ cookie: await sessionCookie(stranger.userId, stranger.email) });
  for (const [send, base] of [
    [person, "/policies"],
    [other, ABOVE],
    [other, "/policies"],
  ] as const) {
    expect((await send("PATCH", `${base}/${body.id}`, { enabled: false })).status).toBe(404);
    expect((await send("DELETE", `${base}/${body.id}`)).status).toBe(404);
  }
  expect((await other("PUT", `${ABOVE}/order`, { ids: [body.id] })).status).toBe(409);
  expect((await other("GET", ABOVE)).body.items).toEqual([]);
  expect((await person("GET", "/policies")).body.items).toEqual([]);
  expect(await obeyed()).toEqual(["one"]);
});

it("403 for roles but owners, who can read them, and 401 for a key of the project", async () => {
  const { body } = await create("one");
  const { key } = await createApiKey(owner.projectId, { name: "tests" });
  expect((await sender({ "x-api-key": key })("GET", ABOVE)).status).toBe(401);
  for (const role of ["admin", "developer", "viewer", "auditor"]) {
    await pool().query("UPDATE member SET role = $1 WHERE organization_id = $2", [role, owner.organizationId]);
    const send = await signIn();
    expect((await send("POST", ABOVE, { name: "x", action: DENY })).status).toBe(403);
    expect((await send("PATCH", `${ABOVE}/${body.id}`, { enabled: false })).status).toBe(403);
    expect((await send("DELETE", `${ABOVE}/${body.id}`)).status).toBe(403);
    expect((await send("PUT", `${ABOVE}/order`, { ids: [body.id] })).status).toBe(403);
    expect((await send("GET", ABOVE)).body.items.map(({ name }) => name)).toEqual(["one"]);
  }
});

it("422 for a tool or a toolkit that the catalog does not have", async () => {
  expect((await create("x", { match: { tools: ["CUSTOM_NOTHING_READ"] } })).status).toBe(422);
  expect((await create("x", { match: { toolkits: ["custom_nothing"] } })).status).toBe(422);
});
